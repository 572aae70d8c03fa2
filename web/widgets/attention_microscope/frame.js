// What AttentionMicroscope's picture shows at a step, in numbers that glide: see paint.js.

import { arrange, LAST } from "./layout.js";

/**
 * @import { Frame, Scales } from "./paint.js"
 * @import { Now } from "./view.js"
 */

// Twice the spread: from here on a cell has its full colour.
/** @param {Float32Array} values */
const strong = (values) =>
  2 * Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length) || 1;

/** @param {Now} now @param {boolean} piles @returns {Scales} */
function scalesOf({ question, attention: { T, K } }, piles) {
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

/** @param {Now} now @param {number} width @param {number} words the width that they want */
export function frameOf(now, width, words) {
  const { attention, question, choice } = now,
    { T, N, K, weights, mask, read } = attention,
    layout = arrange({ width, words, T, step: choice.step });
  const outputs = Float32Array.from({ length: N * K }, (_, at) => {
    const n = Math.floor(at / K);
    return read[(n * T + choice.query) * K + at - n * K];
  });
  /** @type {Frame} */
  const frame = {
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
