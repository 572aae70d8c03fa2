// Two blocks in full: ribbons from what is read to who reads, and the vectors that come out.

/**
 * @import { Pass } from "../real/worker.js"
 * @import { Pick } from "./heads.js"
 * @import { Layout } from "./layout.js"
 */

import { h, setText } from "../shared/elements.js";
import { ribbon, strip, svg } from "../shared/picture.js";
import { cutWords, isSpecial } from "./heads.js";
import { HEADER, middle, ribbonsOf } from "./layout.js";
import { WORDS } from "./words.js";

/** @typedef {Pick & { weights: Float32Array }} Seen a pick, and its weights (T, T) */
const CELLS = 32;

/** @param {Pick} pick */
const colourOf = ({ head }) => (head < 0 ? "plus" : `head-${(head % 4) + 1}`);

/** What lies under the ribbons. @param {Layout} layout @param {Pass} pass */
function ground(layout, pass) {
  const { row, wide, T } = layout,
    last = layout.blocks[1].strip,
    end = last.x + last.w,
    split = pass.segments.indexOf(1);
  const words = cutWords(pass).map(({ start, length }) =>
    svg("rect", {
      ...{ x: 6, y: HEADER + start * row + 1, width: wide - 6, height: length * row - 2 },
      ...{ rx: 6, class: "english-word" },
    }),
  );
  const bars = [
    ["axis-T", 0, split < 0 ? T : split],
    ...(split < 0 ? [] : [["axis-D", split, T]]),
  ].map(([color, from, to]) =>
    svg("rect", {
      ...{ x: 0, width: 3, y: HEADER + Number(from) * row + 2, fill: `var(--${color})` },
      height: (Number(to) - Number(from)) * row - 4,
    }),
  );
  const lines = Array.from({ length: T }, (_, t) =>
    svg("line", {
      ...{ x1: wide, x2: end, y1: middle(layout, t), y2: middle(layout, t) },
      class: "english-line",
    }),
  );
  return [...words, ...bars, ...lines];
}

export function blockPair() {
  const picture = svg("svg", { "aria-hidden": "true" }),
    names = [0, 1].map(() => h("span", { class: "english-name" })),
    strips = h("div", { "aria-hidden": "true" });
  /** @type {SVGPathElement[][]} by the piece that reads */
  let ribbons = [];
  const el = h("div", { class: "english-blocks" }, picture, strips, ...names);

  /** @param {Layout} layout @param {Pass} pass @param {Seen[]} seen @param {number} D */
  const draw = (layout, pass, seen, D) => {
    ribbons = pass.tokens.map(() => []);
    const drawn = seen.flatMap((one, i) =>
      ribbonsOf(layout, layout.blocks[i].ribbons, one.weights).map(
        ({ query, key, thick, ends }) => {
          const color = isSpecial(pass, key) ? "edge" : colourOf(one),
            path = ribbon(ends, Math.max(0.5, thick), color, { class: "english-ribbon" });
          ribbons[query].push(path);
          return path;
        },
      ),
    );
    picture.replaceChildren(...ground(layout, pass), ...drawn);
    for (const [name, value] of Object.entries({ width: layout.width, height: layout.height }))
      picture.setAttribute(name, String(value));
    el.style.height = `${layout.height}px`;
    names.forEach((name, i) => {
      const { ribbons: at, strip: end } = layout.blocks[i],
        [x, w] = [at.x, end.x + end.w - at.x];
      setText(name, WORDS.head(seen[i].block, seen[i].head));
      Object.assign(name.style, { left: `${x}px`, width: `${w}px` });
    });
    strips.replaceChildren(...seen.flatMap((one, i) => vectors(layout, pass, one.block, i, D)));
  };
  /** @param {number | null} query */
  const trace = (query) =>
    ribbons.forEach((own, t) => {
      for (const path of own) {
        path.classList.toggle("english-off", query !== null && t !== query);
        path.classList.toggle("english-on", t === query);
      }
    });
  return { el, draw, trace };
}

/** @param {Layout} layout @param {Pass} pass @param {number} block @param {number} i @param {number} D */
function vectors(layout, { states, tokens: { length: T } }, block, i, D) {
  const all = states.subarray((block + 1) * T * D, (block + 2) * T * D),
    scale = 2 * Math.sqrt(all.reduce((sum, v) => sum + v * v, 0) / all.length),
    { x, w } = layout.blocks[i].strip,
    height = Math.min(18, layout.row - 4);
  return Array.from({ length: T }, (_, t) => {
    const one = strip(CELLS);
    one.draw(all.subarray(t * D, (t + 1) * D), scale);
    const [left, top] = [`${x}px`, `${middle(layout, t) - height / 2}px`];
    Object.assign(one.el.style, { left, top, width: `${w}px`, height: `${height}px` });
    return one.el;
  });
}
