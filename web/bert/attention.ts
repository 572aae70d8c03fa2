import type { Config, Tensors } from "./packed.ts";
import { Linear, softmax } from "./torch.ts";

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

export class MultiHeadAttention {
  W_q;
  W_k;
  W_v;
  W_o;
  N;
  K;
  constructor(tensors: Tensors, name: string, { num_hiddens, num_heads }: Config) {
    this.W_q = new Linear(tensors, `${name}.W_q`);
    this.W_k = new Linear(tensors, `${name}.W_k`);
    this.W_v = new Linear(tensors, `${name}.W_v`);
    this.W_o = new Linear(tensors, `${name}.W_o`);
    this.N = num_heads;
    this.K = num_hiddens / num_heads;
  }

  // Returns (T, D)
  forward(X: Float32Array, mask: Uint8Array): Float32Array {
    const [q, k, v] = this.project(X);
    return this.join(weighted_sum(attention_weights(q, k, mask, this.N), v, this.N));
  }

  // Returns (N, T, T)
  weights(X: Float32Array, mask: Uint8Array): Float32Array {
    const [q, k] = this.project(X);
    return attention_weights(q, k, mask, this.N);
  }

  // Queries, keys and values of every head, each (N, T, K), of X (T, D).
  project(X: Float32Array) {
    const T = X.length / (this.N * this.K);
    return [this.W_q, this.W_k, this.W_v].map((W) => this._swap(W.forward(X), T, this.N));
  }

  // What the heads have read, (N, T, K), side by side and through W_o: (T, D).
  join(heads: Float32Array) {
    return this.W_o.forward(this._swap(heads, this.N, heads.length / (this.N * this.K)));
  }

  // (rows, columns, K) to (columns, rows, K)
  _swap(X: Float32Array, rows: number, columns: number) {
    return X.map((_, at) => {
      const k = at % this.K,
        place = (at - k) / this.K,
        row = place % rows;
      return X[(row * columns + (place - row) / rows) * this.K + k];
    });
  }
}
