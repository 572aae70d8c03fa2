// Draws AttentionMicroscope's scores: products add up to them, then they are divided.

import { glow, height, outline, type Pen, rect } from "./cells.ts";
import type { Frame, View } from "./frame.ts";
import { HEADER, middle, roomFor } from "./layout.ts";

// The way to a score: what is above zero leads to the right, what is below leads back from there.
export function wayTo(products: Float32Array) {
  let at = 0;
  const part = (cell: number) => {
    const from = at;
    at += products[cell];
    return { cell, from, to: at };
  };
  const cells = [...products.keys()];
  return [
    ...cells.filter((c) => products[c] > 0).map(part),
    ...cells.filter((c) => products[c] < 0).map(part),
  ];
}

function pile(
  pen: Pen,
  products: Float32Array,
  { x, y, h }: { x: (score: number) => number; y: number; h: number },
  alpha: number,
  traced?: number,
) {
  const { look } = pen,
    largest = products.reduce((most, p) => Math.max(most, Math.abs(p)), 0);
  for (const { cell, from, to } of wayTo(products)) {
    const right = to > from,
      left = Math.min(x(from), x(to)),
      w = Math.abs(x(to) - x(from)),
      size = 0.35 + (0.65 * Math.abs(to - from)) / largest,
      box = [left, right ? y : y + h / 2, w - (w > 3 ? 0.5 : 0), h / 2] as const;
    rect(pen, right ? look.plus : look.minus, alpha * size, ...box);
    if (cell === traced) outline(pen, alpha, ...box);
  }
}

export function scores(
  pen: Pen,
  { sizes: { T, K }, layout, seen, scales }: Frame,
  { point }: View,
) {
  const { columns, row, piles } = layout,
    { look } = pen,
    { on, w } = columns.scores,
    h = height(row);
  if (!on || w < 2) return;
  const unit = (w - roomFor(columns.scores)) / (scales.high - scales.low);
  const x = (score: number) => columns.scores.x + (score - scales.low) * unit;
  const bar: (score: number, color: string, alpha: number, y: number, h: number) => void = (
    score,
    color,
    alpha,
    y,
    h,
  ) => rect(pen, color, alpha, Math.min(x(0), x(score)), y, Math.abs(x(score) - x(0)), h);
  for (let t = 0; t < T; t++) {
    if (seen.open[t] < 0.5) continue;
    const y = middle(layout, t) - h / 2,
      alpha = glow(point, t, on),
      divided = alpha * (1 - piles),
      score = piles * seen.sums[t] + (1 - piles) * seen.scores[t];
    bar(seen.sums[t], look.line, 0.5 * divided, y, h); // what it was before
    bar(score, score > 0 ? look.plus : look.minus, 0.9 * divided, y + 0.1 * h, 0.8 * h);
    if (piles) {
      const products = seen.products.subarray(t * K, (t + 1) * K);
      pile(pen, products, { x, y, h }, alpha * piles, point?.key === t ? point.cell : undefined);
    }
    rect(pen, look.ink, alpha, x(score) - 1, y - 1, 2, h + 2);
  }
  rect(pen, look.ink, 0.5 * on, x(0) - 0.5, HEADER, 1, T * row);
}
