// Draws a forward pass as BertAlive's picture, with any pen (pen.ts).

import type { Cut } from "./close.ts";
import type { Look } from "./colours.ts";
import { isLit, type Layout, middle, type Place, top } from "./layout.ts";
import { type Block, type Pass, type Trace, traceBack } from "./pass.ts";
import type { Pen } from "./pen.ts";
import { type Ribbon, ribbons, scars } from "./ribbons.ts";

const spread = (values: Float32Array) =>
  Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
const HEIGHT = 20; // of a strip at most

// A vector as a strip: its first 8 to 64 numbers as cells, as many as can be told apart.
function cells(
  pen: Pen,
  look: Look,
  values: Float32Array,
  scale: number,
  { x, w }: Place,
  y: number,
  h: number,
  alpha: number,
) {
  const fits = w >= 128 ? 64 : w >= 60 ? 32 : w >= 20 ? 16 : 8,
    cells = Math.min(fits, values.length);
  const edge = (c: number) => Math.round(2 * (x + (c * w) / cells)) / 2;
  pen.rect(look.line, 0.35 * alpha, x, y, w, h);
  for (let c = 0; c < cells; c++) {
    const size = Math.min(1, Math.abs(values[c]) / scale);
    if (size > 0.04)
      pen.rect(
        values[c] > 0 ? look.plus : look.minus,
        alpha * size,
        edge(c),
        y,
        edge(c + 1) - edge(c),
        h,
      );
  }
}

// One vector for each token, in the column of a part.
function strips(
  pen: Pen,
  look: Look,
  layout: Layout,
  name: string,
  values: Float32Array,
  scale: number,
  alphas: number[],
) {
  const D = values.length / layout.T,
    h = Math.min(HEIGHT, layout.row - 5);
  alphas.forEach((alpha, t) => {
    const vector = values.subarray(t * D, (t + 1) * D);
    cells(pen, look, vector, scale, layout.parts[name], middle(layout, t) - h / 2, h, alpha);
  });
}

// What every token makes of it by itself: a lens, and where there is room its units as cells.
function lenses(
  pen: Pen,
  look: Look,
  layout: Layout,
  { wide }: Block,
  { x, w }: Place,
  alphas: number[],
) {
  const { T, row } = layout,
    F = wide.length / T,
    largest = 3 * spread(wide),
    h = Math.min(HEIGHT, row - 5);
  const cells = w > 40 ? Math.min(64, F) : 0;
  for (let t = 0; t < T; t++) {
    const units = wide.subarray(t * F, (t + 1) * F),
      y = middle(layout, t);
    const busy = Math.min(1, spread(units) / largest);
    pen.lens(
      look.ffn,
      alphas[t] * (cells ? 0.14 : 0.15 + 0.75 * busy),
      x,
      y,
      w,
      3,
      h + (cells ? 3 : 0),
    );
    for (let c = 0; c < cells; c++) {
      const size = Math.min(1, Math.max(0, units[Math.floor((c * F) / cells)]) / largest);
      if (size > 0.05)
        pen.rect(
          look.ffn,
          alphas[t] * size,
          x + w * (0.12 + (0.76 * c) / cells),
          y - h / 2 + 1,
          (0.76 * w) / cells,
          h - 2,
        );
    }
  }
}

// Ground: bars at the edge for the two texts, a tint for each block, a line for each token, along
// which it stays what it was.
function ground(pen: Pen, look: Look, layout: Layout, split: number) {
  const { T, row, parts, num_blks, wide } = layout;
  for (const [color, start, end] of [
    [look.textA, 0, split],
    [look.textB, split, T],
  ] as [string, number, number][])
    if (end > start) pen.rect(color, 0.9, 0, top(layout, start) + 2, 3, (end - start) * row - 4);
  for (let b = 1; b <= num_blks; b++) {
    const { x } = parts[`attention${b}`],
      last = parts[`state${b}`];
    pen.rect(look.raised, 0.75, x, top(layout, 0), last.x + last.w + 3 - x, row * T);
  }
  const end = parts[`state${num_blks}`].x;
  for (let t = 0; t < T; t++)
    pen.curve(look.line, 0.9, 1, {
      x0: wide + 1,
      y0: middle(layout, t),
      x1: end,
      y1: middle(layout, t),
    });
}

// From the last vectors to the answers.
function answerLines(
  pen: Pen,
  look: Look,
  layout: Layout,
  { trace, answers }: View,
  bright: number,
) {
  const last = layout.parts[`state${layout.num_blks}`],
    x0 = last.x + last.w,
    x1 = layout.parts.answers.x - 3;
  for (const { t, y } of answers)
    pen.curve(t ? look.vocab : look.ink, bright * (trace && trace.query !== t ? 0.2 : 0.9), 1.5, {
      x0,
      y0: middle(layout, t),
      x1,
      y1: y,
    });
}

// The picture of a pass. Returns the traced ribbons.
export interface View {
  lit: string[];
  trace: Trace | null;
  cuts: Cut[];
  split: number; // where text B begins
  answers: { t: number; y: number }[];
  front?: number[];
}
export function paint(pen: Pen, look: Look, layout: Layout, pass: Pass, view: View): Ribbon[] {
  const { T, vectors, blocks } = pass,
    { parts } = layout,
    { lit, trace, front = [] } = view;
  const traced = trace && traceBack(pass, trace),
    glow = (share: number) => Math.min(1, 0.1 + 2.6 * share);
  const bright = (name: string) => (isLit(lit, name, parts[name].stage) ? 1 : 0.4);
  const alphas = (name: string, readers?: Float32Array | null) =>
    Array.from({ length: T }, (_, t) => bright(name) * (traced ? glow(readers?.[t] ?? 0) : 1));

  ground(pen, look, layout, view.split);
  for (const name of ["word", "segment", "position", "sum"] as const) {
    if (!parts[name]) continue;
    const scale = 2 * spread(vectors[name === "sum" ? "sum" : "word"]);
    strips(pen, look, layout, name, vectors[name], scale, alphas(name, traced?.sources));
  }
  const drawn = blocks.flatMap((one, block) => {
    const readers = traced?.readers[block],
      [attention, ffn, state] = ["attention", "ffn", "state"].map((part) => `${part}${block + 1}`);
    // One block lit: that is what there is to see, of every token.
    const whole = lit.join() === attention || lit.join() === `block${block + 1}`,
      how = { block, readers, trace, lit: bright(attention) === 1, front: whole ? [] : front },
      shown = ribbons(pen, look, layout, one, how);
    lenses(pen, look, layout, one, parts[ffn], alphas(ffn, readers));
    strips(pen, look, layout, state, one.state, 2 * spread(one.state), alphas(state, readers));
    return shown;
  });
  scars(pen, look, layout, view.cuts);
  answerLines(pen, look, layout, view, bright("answers"));
  return drawn;
}
