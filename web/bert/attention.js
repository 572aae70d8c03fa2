import { Linear, softmax } from "./torch.js";

/** @import { Config, Tensors } from "./packed.js" */

// Which keys each query may look at: (T, T), 1 = may look.
/** @param {number} valid_len @param {number} length */
export function attention_mask(valid_len, length, causal = false) {
  return new Uint8Array(length * length).map((_, at) => {
    const key = at % length,
      query = (at - key) / length;
    return Number(key < valid_len && !(causal && key > query));
  });
}

// Softmax of the scaled scores: (N, T, T) from q and k (N, T, K).
/** @param {Float32Array} q @param {Float32Array} k @param {Uint8Array} mask @param {number} N */
export function attention_weights(q, k, mask, N) {
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

// The sum of the values, (N, T, K), in the shares that the weights say.
/**
 * @param {Float32Array} q @param {Float32Array} k @param {Float32Array} v
 * @param {Uint8Array} mask @param {number} N
 */
export function dot_product_attention(q, k, v, mask, N) {
  const T = Math.sqrt(mask.length),
    K = v.length / (N * T);
  const weights = attention_weights(q, k, mask, N);
  return v.map((_, at) => {
    const d = at % K,
      query = (at - d) / K,
      first = query - (query % T);
    let sum = 0;
    for (let key = 0; key < T; key++) sum += weights[query * T + key] * v[(first + key) * K + d];
    return sum;
  });
}

export class MultiHeadAttention {
  /** @param {Tensors} tensors @param {string} name @param {Config} config */
  constructor(tensors, name, { num_hiddens, num_heads }) {
    this.W_q = new Linear(tensors, `${name}.W_q`);
    this.W_k = new Linear(tensors, `${name}.W_k`);
    this.W_v = new Linear(tensors, `${name}.W_v`);
    this.W_o = new Linear(tensors, `${name}.W_o`);
    this.N = num_heads;
    this.K = num_hiddens / num_heads;
  }

  /** @param {Float32Array} X @param {Uint8Array} mask @returns {Float32Array} (T, D) */
  forward(X, mask) {
    // (N, T, K)
    const [q, k, v] = [this.W_q, this.W_k, this.W_v].map((W) => this._split(W.forward(X)));
    const heads = dot_product_attention(q, k, v, mask, this.N); // (N, T, K)
    return this.W_o.forward(this._swap(heads, this.N, X.length / (this.N * this.K)));
  }

  /** @param {Float32Array} X @param {Uint8Array} mask @returns {Float32Array} (N, T, T) */
  weights(X, mask) {
    const [q, k] = [this.W_q, this.W_k].map((W) => this._split(W.forward(X)));
    return attention_weights(q, k, mask, this.N);
  }

  // (T, D) to (N, T, K)
  /** @param {Float32Array} X */
  _split(X) {
    return this._swap(X, X.length / (this.N * this.K), this.N);
  }

  // (rows, columns, K) to (columns, rows, K)
  /** @param {Float32Array} X @param {number} rows @param {number} columns */
  _swap(X, rows, columns) {
    return X.map((_, at) => {
      const k = at % this.K,
        place = (at - k) / this.K,
        row = place % rows;
      return X[(row * columns + (place - row) / rows) * this.K + k];
    });
  }
}
