// Attention as the microscope takes it apart, number by number.

import { softmax } from "./torch.ts";

// Which keys each query may look at: (T, T), 1 = may look.
export function attention_mask(valid_len: number, length: number, causal = false) {
  return new Uint8Array(length * length).map((_, at) => {
    const key = at % length,
      query = (at - key) / length;
    return Number(key < valid_len && !(causal && key > query));
  });
}

// Softmax of the scaled scores: (N, T, T) from q and k (N, T, K).
export function attention_weights(q: Float32Array, k: Float32Array, mask: Uint8Array, N: number) {
  const T = Math.sqrt(mask.length),
    K = q.length / (N * T);
  const weights = new Float32Array(N * T * T),
    scores = new Float64Array(T);
  for (let query = 0; query < N * T; query++) {
    const first = query - (query % T),
      row = query % T; // the first key of the same head
    for (let key = 0; key < T; key++) {
      let score = 0;
      for (let d = 0; d < K; d++) score += q[query * K + d] * k[(first + key) * K + d];
      scores[key] = mask[row * T + key] ? score / Math.sqrt(K) : -Infinity;
    }
    weights.set(softmax(scores), query * T);
  }
  return weights;
}

// The sum of the values, (N, T, K), in the shares that the weights (N, T, T) say.
// v: (N, T, K)
export function weighted_sum(weights: Float32Array, v: Float32Array, N: number) {
  const T = Math.sqrt(weights.length / N),
    K = v.length / (N * T);
  return v.map((_, at) => {
    const d = at % K,
      query = (at - d) / K,
      first = query - (query % T);
    let sum = 0;
    for (let key = 0; key < T; key++) sum += weights[query * T + key] * v[(first + key) * K + d];
    return sum;
  });
}
