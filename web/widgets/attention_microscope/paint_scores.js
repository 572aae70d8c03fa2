// AttentionMicroscope's drawing: products add up to scores, which are then divided.

import { glow, height, outline, rect } from "./cells.js";
import { HEADER, middle, roomFor } from "./layout.js";

/** @import { Frame, Pen, View } from "./paint.js" */

// The way to a score: what is above zero leads to the right, what is below leads back from there.
/** @param {Float32Array} products */
export function wayTo(products) {
  let at = 0;
  /** @param {number} cell */
  const part = (cell) => {
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

/**
 * @param {Pen} pen @param {Float32Array} products
 * @param {{ x: (score: number) => number, y: number, h: number }} place @param {number} alpha
 * @param {number} [traced]
 */
function pile(pen, products, { x, y, h }, alpha, traced) {
  const { look } = pen,
    largest = products.reduce((most, p) => Math.max(most, Math.abs(p)), 0);
  for (const { cell, from, to } of wayTo(products)) {
    const right = to > from,
      left = Math.min(x(from), x(to)),
      w = Math.abs(x(to) - x(from)),
      size = 0.35 + (0.65 * Math.abs(to - from)) / largest,
      box = /** @type {const} */ ([left, right ? y : y + h / 2, w - (w > 3 ? 0.5 : 0), h / 2]);
    rect(pen, right ? look.plus : look.minus, alpha * size, ...box);
    if (cell === traced) outline(pen, alpha, ...box);
  }
}

/** @param {Pen} pen @param {Frame} frame @param {View} view */
export function scores(pen, { sizes: { T, K }, layout, seen, scales }, { point }) {
  const { columns, row, piles } = layout,
    { look } = pen,
    { on, w } = columns.scores,
    h = height(row);
  if (!on || w < 2) return;
  const unit = (w - roomFor(columns.scores)) / (scales.high - scales.low);
  /** @param {number} score */
  const x = (score) => columns.scores.x + (score - scales.low) * unit;
  /** @type {(score: number, color: string, alpha: number, y: number, h: number) => void} */
  const bar = (score, color, alpha, y, h) =>
    rect(pen, color, alpha, Math.min(x(0), x(score)), y, Math.abs(x(score) - x(0)), h);
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
