// InputBuilder's chosen row unfolded: every cell, one strip above the other.

import { h, inEnglish, unmoved } from "#web/shared/elements.ts";
import { drawToken, strip } from "#web/shared/picture.ts";
import { type Drawn, MOVE, type Strips } from "./rows.ts";
import { KINDS, type Kind, LETTERS, type Sequence, type Terms } from "./sequence.ts";
import { WORDS } from "./words.toml";

const CELLS = 64;

// What a strip shows.
function labelOf(kind: Kind, { tokens, segments }: Sequence, position: number) {
  if (kind === "token") return tokens[position];
  if (kind === "segment") return WORDS.wide.segment({ letter: LETTERS[segments[position]] });
  return kind === "position" ? WORDS.wide.position({ t: position }) : WORDS.terms[kind];
}

// `pointed` is told of the cell under the pointer.
export function unfolded(pointed: (entry: number | null) => void) {
  const cell = h("span", { class: "ib-cell", hidden: true });
  const lines = KINDS.map((kind) => ({
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
  const under = ({ clientX }: PointerEvent) => {
    const { left, width } = box.getBoundingClientRect();
    return Math.min(cells - 1, Math.max(0, Math.floor((cells * (clientX - left)) / width)));
  };
  for (const kind of ["pointerdown", "pointermove"] as const)
    box.addEventListener(kind, (event) => pointed(under(event)));
  box.addEventListener("pointerleave", () => pointed(null));
  const draw = (vectors: Terms[], sequence: Sequence, { position, scale }: Drawn) => {
    cells = Math.min(CELLS, vectors[position].sum.length);
    for (const { kind, label, draw } of lines) {
      drawToken(label, labelOf(kind, sequence, position));
      inEnglish(label, kind === "token");
      draw(vectors[position][kind], scale);
    }
  };
  const point = (entry: number | null) => {
    cell.hidden = entry === null;
    const left = (100 * (entry ?? 0)) / cells;
    Object.assign(cell.style, { left: `${left}%`, width: `${100 / cells}%` });
  };
  // The strips come from where they stand in the row.
  const from = (strips: Strips) => {
    if (unmoved()) return;
    for (const { kind, el } of lines) {
      const [a, b] = [strips[kind].el, el].map((one) => one.getBoundingClientRect());
      const start = `translate(${a.left - b.left}px, ${a.top - b.top}px) scale(${a.width / b.width}, ${a.height / b.height})`;
      el.animate([{ transform: start }, { transform: "none" }], MOVE);
    }
  };
  return { el, draw, point, from };
}
