// ShapeExplorer, folded under the picture: every tensor of one forward pass, in order.

import { h, option, setText } from "../../shared/elements.js";
import { bytes, count } from "../../shared/numbers.js";
import { bytesOf, multiplyAdds, numbers, parameters, present } from "./count.js";
import { WORDS } from "./words.js";

/**
 * @import { Dims, Sizes, Spec, Switch, Totals } from "./count.js"
 * @typedef {Record<Switch, boolean> & { tensor: string }} State
 */

/** @param {number} n */
export const show = (n) => (Number.isNaN(n) ? "?" : count(n));
/** @param {string} letter */
export const badge = (letter) => h("b", { class: "bw-axis", "data-axis": letter }, letter);

/** @param {Dims[number]} dim */
function chip(dim) {
  const number = h("span", { class: "bw-number" });
  const letter = typeof dim === "string" && dim;
  const parts = letter ? [badge(letter), number] : [number];
  return { dim, number, el: h("span", { class: "bw-dim", "data-axis": letter }, ...parts) };
}

/** @param {number} column @param {(Node | string)[]} children */
const cell = (column, ...children) =>
  h("td", { role: "cell", class: "bw-end", "data-title": WORDS.columns[column] }, ...children);

/** @param {Spec} spec @param {string} name @param {() => void} choose */
function tensorRow(spec, name, choose) {
  const chips = spec.dims.map(chip),
    [work, weights, memory] = [0, 1, 2].map(() => h("span", { class: "bw-number" })),
    bar = h("span", { class: "bw-bar" });
  const code = spec.code === spec.name ? [] : [h("code", { class: "bw-soft" }, spec.code)],
    formula = h("span", { class: "bw-soft bw-formula" }, spec.formula);
  const choice = option(name, WORDS.tensor(spec.part, spec.name), choose, spec.name, ...code);
  const el = h(
    "tr",
    { role: "row" },
    h("th", { role: "rowheader", scope: "row" }, choice.el),
    h("td", { role: "cell", class: "bw-shape" }, ...chips.map((c) => c.el)),
    cell(2, ...(spec.formula ? [weights, formula] : [])),
    cell(3, ...(spec.inner ? [work] : [])),
    cell(4, memory, h("span", { class: "bw-track", "aria-hidden": "true" }, bar)),
  );
  /** @param {Sizes} sizes @param {State} state @param {number} largest */
  const draw = (sizes, state, largest) => {
    choice.draw(state.tensor === spec.key);
    setText(work, Number.isNaN(sizes.K) ? "?" : WORDS.rounded(multiplyAdds(spec, sizes)));
    el.hidden = !present([spec], state).length;
    for (const { dim, number } of chips) setText(number, show(numbers([dim], sizes)[0]));
    const size = bytesOf(spec, sizes);
    setText(weights, show(parameters(spec, sizes)));
    setText(memory, Number.isNaN(size) ? "?" : bytes(size));
    bar.style.width = `${(100 * size) / largest || 0}%`;
  };
  return { el, draw };
}

/** @param {string} text @param {boolean} end */
const column = (text, end) =>
  h("th", { role: "columnheader", scope: "col", class: end && "bw-end" }, text);

/** @param {Spec} first of the stage */
function stageHeading({ stage, part, per_block: perBlock }) {
  const note = h("span", { class: "bw-soft" });
  const el = h(
    "tr",
    { role: "row", class: "bw-stage" },
    h("th", { role: "rowheader", scope: "rowgroup", colspan: 5 }, part, " ", note),
  );
  /** @param {Sizes} sizes @param {Pick<Totals, "stages">} totals */
  const draw = (sizes, { stages }) => {
    const n = stages.get(stage)?.parameters;
    setText(note, n ? WORDS.stageNote(n, perBlock && sizes.num_blks) : "");
  };
  return { el, draw };
}

/** @param {Spec[]} tensors @param {string} name @param {(spec: Spec) => void} choose */
export function tensorTable(tensors, name, choose) {
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
  /** @param {Sizes} sizes @param {State} state @param {Pick<Totals, "stages">} sums */
  const draw = (sizes, state, sums) => {
    const memory = (/** @type {Spec} */ spec) => bytesOf(spec, sizes) || 0;
    const largest = Math.max(...present(tensors, state).map(memory));
    for (const { heading, rows } of groups) {
      heading.draw(sizes, sums);
      for (const row of rows) row.draw(sizes, state, largest);
    }
  };
  return { el, draw };
}

// The letter under the pointer or the focus is picked out wherever it stands in the table.
/** @param {HTMLElement} root */
export function pointOut(root) {
  /** @param {Event} event */
  const point = ({ target }) => {
    const axis = target instanceof Element ? target.closest("[data-axis]") : null,
      letter = axis?.getAttribute("data-axis");
    for (const dim of root.querySelectorAll(".bw-dim"))
      dim.classList.toggle("bw-same", Boolean(letter) && dim.getAttribute("data-axis") === letter);
  };
  root.addEventListener("pointerover", point);
  root.addEventListener("focusin", point);
}
