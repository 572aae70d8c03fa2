// The state of AttentionMicroscope's picture at a step, as numbers that can be animated: see
// paint.ts.

import type { Question } from "./head.ts";
import { arrange, LAST, type Layout } from "./layout.ts";
import type { Now, Point } from "./state.ts";

// `weights` (N, T, T), `mask` (T, T), `outputs` (N, K) of all heads
export type Seen = Question & { weights: Float32Array; mask: Float32Array; outputs: Float32Array };
// what glides
export interface Frame {
  form: string; // frames of one form have as many numbers each
  sizes: { T: number; N: number; K: number };
  layout: Layout;
  seen: Seen;
  query: number; // where the asking token stands
  slots: Float32Array; // (N,) the shares of the heads in the slot
  scales: Scales;
}
export type Scales = {
  vectors: number;
  products: number;
  values: number;
  low: number;
  high: number;
};
// what doesn't
export type View = { head: number; point: Point | null };

// Twice the spread: from here on a cell has its full colour.
const strong = (values: Float32Array) =>
  2 * Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length) || 1;

function scalesOf({ question, attention: { T, K } }: Now, piles: boolean): Scales {
  const { query, keys, products, values, sums } = question;
  const furthest = Array.from({ length: piles ? T : 0 }, (_, t) =>
    products.subarray(t * K, (t + 1) * K).reduce((sum, p) => sum + Math.max(0, p), 0),
  );
  const high = Math.max(0.1, ...sums, ...furthest);
  return {
    vectors: Math.max(strong(query), strong(keys)),
    products: 1.5 * strong(products),
    values: strong(values),
    low: Math.min(0, ...sums) - 0.03 * high,
    high,
  };
}

// words: the width that they want; coarse: whether fingers press them
export function frameOf(now: Now, width: number, words: number, coarse = false) {
  const { attention, question, choice } = now,
    { T, N, K, weights, mask, read } = attention,
    layout = arrange({ width, words, T, step: choice.step, coarse });
  const outputs = Float32Array.from({ length: N * K }, (_, at) => {
    const n = Math.floor(at / K);
    return read[(n * T + choice.query) * K + at - n * K];
  });
  const frame: Frame = {
    form: [T, N, K, width].join(),
    sizes: { T, N, K },
    layout,
    seen: { ...question, weights, mask: Float32Array.from(mask), outputs },
    query: choice.query,
    slots: Float32Array.from({ length: N }, (_, n) =>
      choice.step === LAST ? 1 / N : Number(n === choice.head),
    ),
    scales: scalesOf(now, layout.piles > 0),
  };
  return frame;
}
