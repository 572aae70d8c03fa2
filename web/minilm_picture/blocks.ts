// Two blocks in full: ribbons from what is read to who reads, and the vectors that come out.

import type { Pass } from "../minilm/pass.ts";
import { h, setText } from "../shared/elements.ts";
import { ribbon, strip, svg } from "../shared/picture.ts";
import { cutWords, headInWords, isSpecial, type Pick } from "./heads.ts";
import { HEADER, type Layout, middle, ribbonsOf } from "./layout.ts";

// a pick, and its weights (T, T)
export type Seen = Pick & { weights: Float32Array };
const CELLS = 32;

const colourOf = ({ head }: Pick) => (head < 0 ? "plus" : `head-${(head % 4) + 1}`);

// What lies under the ribbons.
function ground(layout: Layout, pass: Pass) {
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
  // by the piece that reads
  let ribbons: SVGPathElement[][] = [];
  const el = h("div", { class: "english-blocks" }, picture, strips, ...names);

  const draw = (layout: Layout, pass: Pass, seen: Seen[], D: number) => {
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
      name.hidden = !seen[i];
      if (!seen[i]) return; // of one block
      const { ribbons: at, strip: end } = layout.blocks[i],
        [x, w] = [at.x, end.x + end.w - at.x];
      setText(name, headInWords(seen[i]));
      Object.assign(name.style, { left: `${x}px`, width: `${w}px` });
    });
    strips.replaceChildren(...seen.flatMap((one, i) => vectors(layout, pass, one.block, i, D)));
  };
  const trace = (query: number | null) =>
    ribbons.forEach((own, t) => {
      for (const path of own) {
        path.classList.toggle("english-off", query !== null && t !== query);
        path.classList.toggle("english-on", t === query);
      }
    });
  return { el, draw, trace };
}

function vectors(
  layout: Layout,
  { states, tokens: { length: T } }: Pass,
  block: number,
  i: number,
  D: number,
) {
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
