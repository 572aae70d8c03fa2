// ShapeExplorer, folded under the picture: every tensor of one forward pass, in order.

import { h, option, setText } from "../../shared/elements.js";
import { bytes, count } from "../../shared/numbers.js";
import { multiplyAdds, numbers, parameters, present, product } from "./count.js";
import { WORDS } from "./words.js";

export const show = (n) => (Number.isNaN(n) ? "?" : count(n));
export const badge = (letter) => h("b", { class: "bw-axis", "data-axis": letter }, letter);

function chip(dim) {
  const number = h("span", { class: "bw-number" });
  const letter = typeof dim === "string";
  const parts = letter ? [badge(dim), number] : [number];
  return { dim, number, el: h("span", { class: "bw-dim", "data-axis": letter && dim }, ...parts) };
}

function tensorRow(spec, name, choose) {
  const chips = spec.dims.map(chip),
    work = h("span", { class: "bw-number" });
  const weights = h("span", { class: "bw-number" });
  const memory = h("span", { class: "bw-number" });
  const bar = h("span", { class: "bw-bar" });
  const code = spec.code === spec.name ? [] : [h("code", { class: "bw-soft" }, spec.code)];
  const choice = option(name, spec.key, choose, spec.name, ...code);
  const el = h(
    "tr",
    { role: "row" },
    h("th", { role: "rowheader", scope: "row" }, choice.el),
    h("td", { role: "cell", class: "bw-shape" }, ...chips.map((c) => c.el)),
    h(
      "td",
      { role: "cell", class: "bw-end", "data-title": WORDS.columns[2] },
      ...(spec.formula ? [weights, h("span", { class: "bw-soft bw-formula" }, spec.formula)] : []),
    ),
    h(
      "td",
      { role: "cell", class: "bw-end", "data-title": WORDS.columns[3] },
      ...(spec.inner ? [work] : []),
    ),
    h(
      "td",
      { role: "cell", class: "bw-end", "data-title": WORDS.columns[4] },
      memory,
      h("span", { class: "bw-track", "aria-hidden": "true" }, bar),
    ),
  );
  const draw = (sizes, state, largest) => {
    choice.draw(state.tensor === spec.key);
    setText(work, Number.isNaN(sizes.K) ? "?" : WORDS.rounded(multiplyAdds(spec, sizes)));
    el.hidden = Boolean(spec.when) && state[spec.when[0]] !== spec.when[1];
    for (const { dim, number } of chips) setText(number, show(...numbers([dim], sizes)));
    const size = spec.itemsize * product(spec.dims, sizes);
    setText(weights, show(parameters(spec, sizes)));
    setText(memory, Number.isNaN(size) ? "?" : bytes(size));
    bar.style.width = `${(100 * size) / largest || 0}%`;
  };
  return { el, draw };
}

const column = (text, end) =>
  h("th", { role: "columnheader", scope: "col", class: end && "bw-end" }, text);

function stageHeading(stage, perBlock) {
  const note = h("span", { class: "bw-soft" });
  const el = h(
    "tr",
    { role: "row", class: "bw-stage" },
    h("th", { role: "rowheader", scope: "rowgroup", colspan: 5 }, stage, " ", note),
  );
  const draw = (sizes, { stages }) => {
    const n = stages.get(stage)?.parameters;
    setText(note, n ? WORDS.stageNote(n, perBlock && sizes.num_blks) : "");
  };
  return { el, draw };
}

export function tensorTable(tensors, name, choose) {
  const groups = [...new Set(tensors.map((spec) => spec.stage))].map((stage) => {
    const specs = tensors.filter((spec) => spec.stage === stage);
    return {
      heading: stageHeading(stage, specs[0].per_block),
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
  const draw = (sizes, state, sums) => {
    const memory = (spec) => spec.itemsize * product(spec.dims, sizes) || 0;
    const largest = Math.max(...present(tensors, state).map(memory));
    for (const { heading, rows } of groups) {
      heading.draw(sizes, sums);
      for (const row of rows) row.draw(sizes, state, largest);
    }
  };
  return { el, draw };
}

// The letter under the pointer or the focus is picked out wherever it stands in the table.
export function pointOut(root) {
  const point = (event) => {
    const letter = event.target.closest?.("[data-axis]")?.dataset.axis;
    for (const dim of root.querySelectorAll(".bw-dim"))
      dim.classList.toggle("bw-same", Boolean(letter) && dim.dataset.axis === letter);
  };
  root.addEventListener("pointerover", point);
  root.addEventListener("focusin", point);
}
