// The layout of the two blocks in CSS pixels: tokens are rows, time runs from left to right.

import { TOUCH } from "../shared/tap.ts";

export const MOST = 64; // pieces that have rows
export const HEADER = 26; // the blocks' names

export type Part = { x: number; w: number };
export type Layout = ReturnType<typeof arranged>;

// words: how wide they want to be
// answers: whether there are any
// coarse: rows are high enough for a finger
export function arranged(
  width: number,
  words: number,
  T: number,
  answers: boolean,
  coarse = false,
) {
  const phone = width < 480,
    wide = Math.min(words, phone ? 0.34 * width : 170),
    last = answers ? (phone ? 90 : 132) : 0,
    each = (width - wide - last) / 2,
    strip = Math.min(64, Math.max(18, 0.24 * each)),
    row = coarse ? TOUCH : Math.max(15, Math.min(TOUCH, Math.floor(420 / T)));
  const blocks = [0, 1].map((i) => {
    const x = wide + i * each;
    return {
      ribbons: { x: x + 4, w: each - strip - 12 },
      strip: { x: x + each - strip - 4, w: strip },
    };
  });
  return {
    width,
    wide,
    row,
    blocks,
    answers: { x: width - last + 4, w: last - 4 },
    T,
    height: HEADER + row * T,
  };
}

export const middle = ({ row }: Layout, t: number) => HEADER + (t + 0.5) * row;
export function rowAt({ row, T }: Layout, y: number) {
  const t = Math.floor((y - HEADER) / row);
  return t >= 0 && t < T ? t : null;
}

const LEAST = 0.015; // of a weight: thinner ribbons are not seen

// One head's ribbons, from what is read to who reads, where they fill the row's slot together.
// weights: (T, T)
export function ribbonsOf(layout: Layout, { x, w }: Part, weights: Float32Array) {
  const { T, row } = layout,
    full = row - 4;
  return Array.from({ length: T }, (_, query) => {
    let y = middle(layout, query) - full / 2;
    return Array.from({ length: T }, (_, key) => {
      const weight = weights[query * T + key],
        thick = weight * full;
      y += thick;
      const ends = { x0: x, y0: middle(layout, key), x1: x + w, y1: y - thick / 2 };
      return { query, key, weight, thick, ends };
    }).filter((one) => one.weight > LEAST);
  }).flat();
}
