// AttentionMicroscope, the numbers: all that one block's attention makes of a text, and what one
// token's question in one head makes of it on the way.

import { attention_mask, attention_weights, weighted_sum } from "../../bert/attention.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { Cut } from "../../bert/pass.js"
 * @typedef {object} Attention of one block
 * @property {number} T
 * @property {number} N
 * @property {number} K
 * @property {Float32Array} q (N, T, K)
 * @property {Float32Array} k (N, T, K)
 * @property {Float32Array} v (N, T, K)
 * @property {Uint8Array} mask (T, T), 1 = may look
 * @property {Float32Array} weights (N, T, T)
 * @property {Float32Array} read (N, T, K), the sums of the values
 * @property {number} divisor of the scores
 */

// The text with <pad> behind it, as it stands in a batch beside a longer one.
/**
 * @param {{ tokens: string[], segments: number[] }} input @param {number} padding
 */
export const padded = ({ tokens, segments }, padding) => ({
  tokens: [...tokens, ...Array(padding).fill("<pad>")],
  segments: [...segments, ...Array(padding).fill(0)],
});

// Masks hold in all blocks, as in BERT; the root only in what is looked at: `root` 1 divides the
// scores by the root of K, 0 leaves them as they are.
/**
 * @typedef {{ block: number, valid_len: number, causal: boolean, root: number }} Settings
 * @param {BERTModel} bert @param {{ tokens: string[], segments: number[] }} input
 * @param {Settings} settings
 * @returns {Attention}
 */
export function attend(bert, { tokens, segments }, settings) {
  const { block, valid_len, causal, root } = settings,
    T = tokens.length,
    { encoder, config } = bert,
    mask = attention_mask(valid_len, T, causal || config.causal);
  const X = encoder.blks
    .slice(0, block)
    .reduce((X, blk) => blk.forward(X, mask), encoder.embed(bert.ids(tokens), segments)); // (T, D)
  const { attention } = encoder.blks[block],
    { N, K } = attention,
    [q, k, v] = attention.project(X);
  return share({ T, N, K, q, k, v, mask }, root);
}

// The scores' shares of each row, and what is read in them.
/**
 * @param {Pick<Attention, "T" | "N" | "K" | "q" | "k" | "v" | "mask">} projected
 * @param {number} root @returns {Attention}
 */
export function share({ T, N, K, q, k, v, mask }, root) {
  const divisor = K ** (root / 2),
    stretched = root === 1 ? q : q.map((x) => (x * Math.sqrt(K)) / divisor);
  const weights = attention_weights(stretched, k, mask, N);
  return { T, N, K, q, k, v, mask, weights, read: weighted_sum(weights, v, N), divisor };
}

// A mask (T, T) as cuts in all blocks.
/** @param {Uint8Array} mask @param {number} T @returns {Cut[]} */
export const closedBy = (mask, T) =>
  Array.from(mask).flatMap((open, at) => (open ? [] : [[-1, -1, Math.floor(at / T), at % T]]));

// One token's question to one head.
/**
 * @typedef {object} Question
 * @property {Float32Array} query (K,)
 * @property {Float32Array} keys (T, K)
 * @property {Float32Array} products (T, K), cell by cell
 * @property {Float32Array} sums (T,) of the products
 * @property {Float32Array} scores (T,), the sums divided
 * @property {Float32Array} open (T,), 1 = may look
 * @property {Float32Array} shares (T,)
 * @property {Float32Array} values (T, K)
 * @property {Float32Array} output (K,)
 * @param {Attention} attention @param {number} head @param {number} query
 * @returns {Question}
 */
export function ask({ T, K, q, k, v, mask, weights, read, divisor }, head, query) {
  const row = head * T + query,
    own = q.subarray(row * K, (row + 1) * K),
    ofHead = [head * T * K, (head + 1) * T * K],
    keys = k.subarray(...ofHead);
  const products = keys.map((x, at) => x * own[at % K]);
  // summed in double precision, as the weights were
  const sums = Float64Array.from({ length: T }, (_, key) =>
    own.reduce((sum, x, c) => sum + x * keys[key * K + c], 0),
  );
  return {
    query: own,
    keys,
    products,
    sums: Float32Array.from(sums),
    scores: Float32Array.from(sums, (sum) => sum / divisor),
    open: Float32Array.from(mask.subarray(query * T, (query + 1) * T)),
    shares: weights.subarray(row * T, (row + 1) * T),
    values: v.subarray(...ofHead),
    output: read.subarray(row * K, (row + 1) * K),
  };
}
