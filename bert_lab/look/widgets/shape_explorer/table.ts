// ShapeExplorer's table, folded under the picture: every tensor of one forward pass, in order.

import { h, option, setText } from "#web/shared/elements.ts";
import { bytes, count, sized } from "#web/shared/numbers.ts";
import {
  bytesOf,
  type Dims,
  multiplyAdds,
  numbers,
  parameters,
  present,
  type Sizes,
  type Spec,
  type Switch,
  type Totals,
} from "./count.ts";
import { PARTS, TENSORS } from "./flow.ts";
import { WORDS } from "./words.toml";

export type State = Record<Switch, boolean> & { tensor: string };

export const show = (n: number) => (Number.isNaN(n) ? "?" : count(n));
export const badge = (letter: string) => h("b", { class: "bw-axis", "data-axis": letter }, letter);

function chip(dim: Dims[number]) {
  const number = h("span", { class: "bw-number" });
  const letter = typeof dim === "string" && dim;
  const parts = letter ? [badge(letter), number] : [number];
  return { dim, number, el: h("span", { class: "bw-dim", "data-axis": letter }, ...parts) };
}

const cell = (column: number, ...children: (Node | string)[]) =>
  h("td", { role: "cell", class: "bw-end", "data-title": WORDS.columns[column] }, ...children);

function tensorRow(spec: Spec, name: string, choose: () => void) {
  const chips = spec.dims.map(chip),
    [work, weights, memory] = [0, 1, 2].map(() => h("span", { class: "bw-number" })),
    bar = h("span", { class: "bw-bar" });
  const code = spec.code === spec.name ? [] : [h("code", { class: "bw-soft" }, spec.code)],
    formula = h("span", { class: "bw-soft bw-formula" }, spec.formula);
  const choice = option(
    name,
    WORDS.tensor({ part: PARTS[spec.stage], name: TENSORS[spec.name] }),
    choose,
    TENSORS[spec.name],
    ...code,
  );
  const el = h(
    "tr",
    { role: "row" },
    h("th", { role: "rowheader", scope: "row" }, choice.el),
    h("td", { role: "cell", class: "bw-shape" }, ...chips.map((c) => c.el)),
    cell(2, ...(spec.formula ? [weights, formula] : [])),
    cell(3, ...(spec.inner ? [work] : [])),
    cell(4, memory, h("span", { class: "bw-track", "aria-hidden": "true" }, bar)),
  );
  const draw = (sizes: Sizes, state: State, largest: number) => {
    choice.draw(state.tensor === spec.key);
    setText(work, Number.isNaN(sizes.K) ? "?" : sized(WORDS.rounded, multiplyAdds(spec, sizes)));
    el.hidden = !present([spec], state).length;
    for (const { dim, number } of chips) setText(number, show(numbers([dim], sizes)[0]));
    const size = bytesOf(spec, sizes);
    setText(weights, show(parameters(spec, sizes)));
    setText(memory, Number.isNaN(size) ? "?" : bytes(size));
    bar.style.width = `${(100 * size) / largest || 0}%`;
  };
  return { el, draw };
}

const column = (text: string, end: boolean) =>
  h("th", { role: "columnheader", scope: "col", class: end && "bw-end" }, text);

// first: of the stage
function stageHeading({ stage, per_block: perBlock }: Spec) {
  const note = h("span", { class: "bw-soft" });
  const el = h(
    "tr",
    { role: "row", class: "bw-stage" },
    h("th", { role: "rowheader", scope: "rowgroup", colspan: 5 }, PARTS[stage], " ", note),
  );
  const draw = (sizes: Sizes, { stages }: Pick<Totals, "stages">) => {
    const n = stages.get(stage)?.parameters;
    if (!n) setText(note, "");
    else
      setText(
        note,
        perBlock ? WORDS.stageNoteEach({ n, blocks: sizes.num_blks }) : WORDS.stageNote({ n }),
      );
  };
  return { el, draw };
}

export function tensorTable(tensors: Spec[], name: string, choose: (spec: Spec) => void) {
  const groups = [...new Set(tensors.map((spec) => spec.stage))].map((stage) => {
    const specs = tensors.filter((spec) => spec.stage === stage);
    return {
      heading: stageHeading(specs[0]),
      rows: specs.map((spec) => tensorRow(spec, name, () => choose(spec))),
    };
  });
  const el = h(
    "table",
    { role: "table", class: "bw-cards" },
    h("caption", {}, WORDS.table),
    h(
      "thead",
      { role: "rowgroup" },
      h("tr", { role: "row" }, ...WORDS.columns.map((text, i) => column(text, i > 1))),
    ),
    ...groups.map(({ heading, rows }) =>
      h("tbody", { role: "rowgroup" }, heading.el, ...rows.map((row) => row.el)),
    ),
  );
  const draw = (sizes: Sizes, state: State, sums: Pick<Totals, "stages">) => {
    const memory = (spec: Spec) => bytesOf(spec, sizes) || 0;
    const largest = Math.max(...present(tensors, state).map(memory));
    for (const { heading, rows } of groups) {
      heading.draw(sizes, sums);
      for (const row of rows) row.draw(sizes, state, largest);
    }
  };
  return { el, draw };
}

// The letter under the pointer or the focus is picked out wherever it stands in the table.
export function pointOut(root: HTMLElement) {
  const point = ({ target }: Event) => {
    const axis = target instanceof Element ? target.closest("[data-axis]") : null,
      letter = axis?.getAttribute("data-axis");
    for (const dim of root.querySelectorAll(".bw-dim"))
      dim.classList.toggle("bw-same", Boolean(letter) && dim.getAttribute("data-axis") === letter);
  };
  root.addEventListener("pointerover", point);
  root.addEventListener("focusin", point);
}
