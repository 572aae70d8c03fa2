// InputBuilder's chosen row unfolded: every cell, one strip above the other.

import { h, inEnglish, unmoved } from "../../shared/elements.js";
import { drawToken, strip } from "../../shared/picture.js";
import { MOVE } from "./rows.js";
import { WORDS } from "./words.js";

/**
 * @import { Drawn, Strips } from "./rows.js"
 * @import { Kind, Sequence, Terms } from "./sequence.js"
 */

const CELLS = 64;

// What a strip shows.
/** @param {Kind} kind @param {Sequence} sequence @param {number} position */
function labelOf(kind, { tokens, segments }, position) {
  if (kind === "token") return tokens[position];
  if (kind === "segment") return WORDS.wide.segment(segments[position]);
  return kind === "position" ? WORDS.wide.position(position) : WORDS.terms[kind];
}

// `pointed` is told of the cell under the pointer.
/** @param {Kind[]} kinds @param {(entry: number | null) => void} pointed */
export function unfolded(kinds, pointed) {
  const cell = h("span", { class: "ib-cell", hidden: true });
  const lines = kinds.map((kind) => ({
    kind,
    label: h("span", {}),
    sign: h("b", {}, WORDS.signs[kind]),
    ...strip(CELLS),
  }));
  for (const { kind, el } of lines) el.classList.toggle("ib-sum", kind === "sum");
  const box = h("div", { class: "ib-strips" }, ...lines.map(({ el }) => el), cell),
    labels = lines.map(({ sign, label }) => h("span", {}, sign, label));
  const el = h(
    "div",
    { class: "ib-unfolded", "aria-hidden": "true" },
    h("div", { class: "ib-labels" }, ...labels),
    box,
  );
  let cells = CELLS;
  /** @param {PointerEvent} event */
  const under = ({ clientX }) => {
    const { left, width } = box.getBoundingClientRect();
    return Math.min(cells - 1, Math.max(0, Math.floor((cells * (clientX - left)) / width)));
  };
  for (const kind of /** @type {const} */ (["pointerdown", "pointermove"]))
    box.addEventListener(kind, (event) => pointed(under(event)));
  box.addEventListener("pointerleave", () => pointed(null));
  /** @param {Terms[]} vectors @param {Sequence} sequence @param {Drawn} drawn */
  const draw = (vectors, sequence, { position, scale, after }) => {
    cells = Math.min(CELLS, vectors[position].sum.length);
    for (const { kind, label, draw } of lines) {
      drawToken(label, labelOf(kind, sequence, position));
      inEnglish(label, kind === "token");
      draw(vectors[position][kind], kind === "norm" ? after : scale);
    }
  };
  /** @param {number | null} entry */
  const point = (entry) => {
    cell.hidden = entry === null;
    const left = (100 * (entry ?? 0)) / cells;
    Object.assign(cell.style, { left: `${left}%`, width: `${100 / cells}%` });
  };
  // The strips come from where they stand in the row.
  /** @param {Strips} strips */
  const from = (strips) => {
    if (unmoved()) return;
    for (const { kind, el } of lines) {
      if (kind === "norm") continue; // a row has none
      const [a, b] = [strips[kind].el, el].map((one) => one.getBoundingClientRect());
      const start = `translate(${a.left - b.left}px, ${a.top - b.top}px) scale(${a.width / b.width}, ${a.height / b.height})`;
      el.animate([{ transform: start }, { transform: "none" }], MOVE);
    }
  };
  return { el, draw, point, from };
}
