// AttentionMicroscope's numbers: the first block's attention over a text, and the intermediate results
// of one query in one head.

import { attention_mask, attention_weights, weighted_sum } from "#web/bert/attention.ts";
import type { BERTModel } from "#web/bert/model.ts";

export interface Attention {
  T: number;
  N: number;
  K: number;
  q: Float32Array; // (N, T, K)
  k: Float32Array; // (N, T, K)
  v: Float32Array; // (N, T, K)
  mask: Uint8Array; // (T, T), 1 = may look
  weights: Float32Array; // (N, T, T)
  read: Float32Array; // (N, T, K), the sums of the values
  divisor: number; // of the scores
}

// root: 1 divides the products by the root of K, 0 leaves them
export function attend(
  bert: BERTModel,
  { tokens, segments }: { tokens: string[]; segments: number[] },
  root: number,
): Attention {
  const T = tokens.length,
    { causal, num_heads: N, num_hiddens } = bert.config,
    mask = attention_mask(T, T, causal);
  const [q, k, v] = bert.project(0, bert.embed(bert.ids(tokens), segments).normed),
    K = num_hiddens / N,
    divisor = K ** (root / 2),
    stretched = root === 1 ? q : q.map((x) => (x * Math.sqrt(K)) / divisor);
  const weights = attention_weights(stretched, k, mask, N);
  return { T, N, K, q, k, v, mask, weights, read: weighted_sum(weights, v, N), divisor };
}

// One token's question to one head.
export interface Question {
  query: Float32Array; // (K,)
  keys: Float32Array; // (T, K)
  products: Float32Array; // (T, K), cell by cell
  sums: Float32Array; // (T,) of the products
  scores: Float32Array; // (T,), the sums divided
  open: Float32Array; // (T,), 1 = may look
  shares: Float32Array; // (T,)
  values: Float32Array; // (T, K)
  output: Float32Array; // (K,)
}
export function ask(
  { T, K, q, k, v, mask, weights, read, divisor }: Attention,
  head: number,
  query: number,
): Question {
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
