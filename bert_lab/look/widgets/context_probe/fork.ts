// ContextProbe's picture: the two sentences, and between them the word that both have. Its two
// strips begin as one and diverge, the further the lower their cosine.

import { h } from "#web/shared/elements.ts";
import { ribbonPath, strip, svg } from "#web/shared/picture.ts";
import type { Placed } from "./compare.ts";
import { ROOM, sentenceRows } from "./sentences.ts";
import { WORDS } from "./words.toml";

const ROW = 24,
  BAND = 100,
  THICK = 16; // pixels
// A strip's share of the width, in per cent: with many columns less.
const wideOf = (layers: number) => Math.min(16, 72 / (layers + 1));
const APART = 150; // pixels between two strips whose cosine is 0, if there were room

const spread = (values: Float32Array) =>
  Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);

// Whether two vectors are one, or differ no more than where a word keeps its meaning.
export const kindOf = (cosine: number) =>
  cosine > 1 - 1e-6 ? "same" : cosine > 0.8 ? "near" : "other";

// Pixels between the middles of the two strips.
export const gapOf = (cosine: number) => Math.min(BAND - THICK, Math.max(0, APART * (1 - cosine)));

type Point = [x: number, y: number];

// What flows from strip to strip, as wide as a strip is high.
const stream = (i: number) =>
  svg("path", {
    class: `cp-stream cp-stream-${i + 1}`,
    fill: "none",
    "stroke-width": THICK - 2,
    "vector-effect": "non-scaling-stroke",
  });
const way = (points: Point[]) =>
  points
    .slice(1)
    .map((to, i) => ribbonPath({ x0: points[i][0], y0: points[i][1], x1: to[0], y1: to[1] }))
    .join("");

const overlay = (viewBox: string, attributes: Record<string, string>, ...children: Node[]) =>
  svg(
    "svg",
    { ...attributes, viewBox, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...children,
  );

// The names of the columns: the table and the layers.
function columnHeads(columns: number[], wide: number) {
  const titles = columns.map((left, c) => {
    const name = c ? WORDS.layer({ layer: c - 1 }) : WORDS.table,
      el = h("span", { class: "cp-title" }, name);
    el.style.left = `${left + wide / 2}%`;
    return el;
  });
  return h("div", { class: "cp-heads" }, ...titles);
}

// The way of one sentence's word through the band: its strips, and what flows between them. It is
// there if the sentence has a word to compare.
function wordWay(i: number, columns: number[], wide: number) {
  const line = stream(i),
    source = stream(i); // from the word to the first strip
  const strips = columns.map((left) => {
    const one = strip(16);
    one.el.style.left = `${left}%`;
    return one;
  });
  const els = strips.map(({ el }) => el);
  // y: of the word's row
  const draw = ({ at, states }: Placed, scales: number[], y: number) => {
    const ends = { x0: 0, y0: y, x1: 100, y1: ROOM * ROW + BAND / 2 };
    source.setAttribute("d", ribbonPath(ends));
    const vectors = states?.[at];
    if (vectors) strips.forEach((strip, c) => strip.draw(vectors[c], scales[c]));
    for (const part of [source, line, ...els]) part.toggleAttribute("hidden", !vectors);
  };
  // gaps: for each column the pixels between the two words' strips.
  const part = (gaps: number[]) => {
    const side = i - 0.5,
      ys = gaps.map((gap) => BAND / 2 + side * gap);
    els.forEach((el, c) => {
      el.style.top = `${ys[c] - THICK / 2}px`;
    });
    const points: Point[] = columns.flatMap((left, c) => [
      [left, ys[c]],
      [left + wide, ys[c]],
    ]);
    line.setAttribute("d", way(points));
  };
  return { line, source, els, draw, part };
}

// The two sentences and what is between them. `presses` says what a press on a word does.
export function fork(
  layers: number,
  { press, presses }: { press(which: number, place: number): void; presses: (i: number) => string },
) {
  // left ends, in per cent
  const wide = wideOf(layers),
    columns = Array.from({ length: layers + 1 }, (_, c) => (c * (100 - wide)) / layers);
  const sentences = [0, 1].map((i) =>
      sentenceRows(i, columns, presses(i), (place) => press(i, place)),
    ),
    ways = [0, 1].map((i) => wordWay(i, columns, wide));
  const band = h(
    "div",
    { class: "cp-band", "aria-hidden": "true" },
    overlay(`0 0 100 ${BAND}`, {}, ...ways.map(({ line }) => line)),
    ...ways.flatMap(({ els }) => els),
  );
  // From the words to the first strip: rows above, the band, rows below.
  const height = 2 * ROOM * ROW + BAND,
    sources = ways.map(({ source }) => source),
    entry = overlay(`0 0 100 ${height}`, { class: "cp-entry" }, ...sources);
  const rows = h("div", { class: "cp-rows" }, sentences[0].el, band, sentences[1].el, entry),
    el = h("div", { class: "cp-flow" }, columnHeads(columns, wide), rows);
  for (const [key, value] of Object.entries({ row: ROW, band: BAND, room: ROOM, thick: THICK }))
    el.style.setProperty(`--cp-${key}`, String(value));
  el.style.setProperty("--cp-wide", `${wide}%`);

  const draw = (pair: Placed[], hidden: Map<number, string>[]) => {
    const states = pair.flatMap((one) => one.states ?? []);
    const scales = columns.map(
      (_, c) => 2 * Math.max(...states.map((vectors) => spread(vectors[c]))),
    );
    pair.forEach((one, i) => {
      const { row, rows } = sentences[i].draw(one, hidden[i], scales);
      const y = i ? ROOM * ROW + BAND + (row + 0.5) * ROW : ROOM * ROW - (rows - row - 0.5) * ROW;
      ways[i].draw(one, scales, y);
    });
  };
  const part = (gaps: number[]) => {
    for (const one of ways) one.part(gaps);
  };
  return { el, draw, part };
}
