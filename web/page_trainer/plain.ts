// The trainer's kernels in plain JavaScript, where WebAssembly is refused, and as simple as possible:
// sums in double precision, results in single. What kernels/ says about each holds here, too. Scratch
// memory is not used.

import type { Kernels, Memory } from "./tensors.ts";

export function plain(memory: Memory): Kernels {
  const f = new Float32Array(memory.buffer),
    whole = new Int32Array(memory.buffer);
  const each = (n: number, what: (i: number) => void) => {
    for (let i = 0; i < n; i++) what(i);
  };
  const sum = (n: number, term: (i: number) => number) => {
    let s = 0;
    for (let i = 0; i < n; i++) s += term(i);
    return s;
  };
  const erf = (x: number) => {
    // the series of bert/torch.ts
    if (Math.abs(x) > 6) return Math.sign(x);
    let term = (2 / Math.sqrt(Math.PI)) * x * Math.exp(-x * x),
      s = 0;
    for (let n = 1; Math.abs(term) > 1e-17; n++) {
      s += term;
      term *= (2 * x * x) / (2 * n + 1);
    }
    return s;
  };
  function softmaxRow(n: number, ld: number, x: number) {
    // x is an index; returns the logarithm of the sum
    const row = Array.from(f.subarray(x, x + n)),
      most = row.reduce((a, b) => Math.max(a, b), -Infinity);
    const all = sum(n, (j) => Math.exp(row[j] - most));
    each(ld, (j) => {
      f[x + j] = j < n ? Math.exp(row[j] - most) / all : 0;
    });
    return most + Math.log(all);
  }
  // Every address is divided by four: `over` hands the functions below indices.
  type Act = (...args: number[]) => unknown;
  const over =
    (places: number[], act: Act) =>
    (...args: number[]) =>
      act(...args.map((arg, i) => (places.includes(i) ? arg / 4 : arg)));
  const product: Act = (M, N, K, A, rowStep, kStep, B, ldb, C, ldc, add) => {
    // in loops: what a step's time is made of
    for (let i = 0; i < M; i++) {
      const row = new Float64Array(N);
      for (let k = 0; k < K; k++) {
        const a = f[A + i * rowStep + k * kStep];
        for (let j = 0; j < N; j++) row[j] += a * f[B + k * ldb + j];
      }
      for (let j = 0; j < N; j++) f[C + i * ldc + j] = (add ? f[C + i * ldc + j] : 0) + row[j];
    }
  };
  const heads = (
    n: number,
    N: number,
    q0: number,
    k0: number,
    act: (h: number, q: number, M: number, k: number, length: number) => void,
  ) =>
    each(n, (s) =>
      each(N, (h) =>
        act(
          h,
          whole[q0 + s],
          whole[q0 + s + 1] - whole[q0 + s],
          whole[k0 + s],
          whole[k0 + s + 1] - whole[k0 + s],
        ),
      ),
    );

  const kernels: Record<string, Act> = {
    exponential: (x) => Math.fround(Math.exp(x)),
    gemm: over([3, 6, 8], product),
    transpose: over([2, 3], (M, N, X, Y, ldy) =>
      each(M, (i) =>
        each(N, (j) => {
          f[Y + j * ldy + i] = f[X + i * N + j];
        }),
      ),
    ),
    fill_rows: over([3, 4], (M, N, ld, b, Y) =>
      each(M, (i) =>
        each(N, (j) => {
          f[Y + i * ld + j] = f[b + j];
        }),
      ),
    ),
    sum_rows: over([3, 4], (M, N, ld, Y, b) =>
      each(N, (j) => {
        f[b + j] += sum(M, (i) => f[Y + i * ld + j]);
      }),
    ),
    gather: over([2, 3, 4], (M, D, rows, X, Y) =>
      each(M, (i) =>
        each(D, (d) => {
          f[Y + i * D + d] = f[X + whole[rows + i] * D + d];
        }),
      ),
    ),
    scatter_add: over([2, 3, 4], (M, D, rows, Y, X) =>
      each(M, (i) =>
        each(D, (d) => {
          f[X + whole[rows + i] * D + d] += f[Y + i * D + d];
        }),
      ),
    ),
    add: over([1, 2], (n, X, Y) =>
      each(n, (i) => {
        f[Y + i] += f[X + i];
      }),
    ),
    mul: over([1, 2], (n, X, Y) =>
      each(n, (i) => {
        f[Y + i] *= f[X + i];
      }),
    ),
    gelu: over([1, 2], (n, X, S) =>
      each(n, (i) => {
        const x = f[X + i],
          phi = 0.5 * (1 + erf(x / Math.SQRT2));
        f[X + i] = x * phi;
        f[S + i] = phi + (x * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI);
      }),
    ),
    tanh: over([1, 2], (n, X, S) =>
      each(n, (i) => {
        const y = Math.tanh(f[X + i]);
        f[X + i] = y;
        f[S + i] = 1 - y * y;
      }),
    ),
    norm: over([3, 4, 5, 6, 7, 8], (M, D, eps, g, b, X, Xn, r, Y) =>
      each(M, (i) => {
        const row = f.slice(X + i * D, X + i * D + D),
          mean = sum(D, (d) => row[d]) / D;
        const scale = 1 / Math.sqrt(sum(D, (d) => (row[d] - mean) ** 2) / D + eps);
        f[r + i] = scale;
        each(D, (d) => {
          f[Xn + i * D + d] = (row[d] - mean) * scale;
          f[Y + i * D + d] = (row[d] - mean) * scale * f[g + d] + f[b + d];
        });
      }),
    ),
    norm_grad: over([2, 3, 4, 5, 6, 7], (M, D, g, Xn, r, dY, dg, db) =>
      each(M, (i) => {
        const slope = f.slice(dY + i * D, dY + i * D + D),
          x = f.subarray(Xn + i * D, Xn + i * D + D);
        const mean = sum(D, (d) => slope[d] * f[g + d]) / D,
          along = sum(D, (d) => slope[d] * f[g + d] * x[d]) / D;
        each(D, (d) => {
          f[dg + d] += slope[d] * x[d];
          f[db + d] += slope[d];
          f[dY + i * D + d] = f[r + i] * (slope[d] * f[g + d] - mean - x[d] * along);
        });
      }),
    ),
    softmax: over([3], (M, V, ld, X) => each(M, (i) => softmaxRow(V, ld, X + i * ld))),
    cross_entropy: over([4, 5, 6], (M, V, ld, scale, labels, X, hits) => {
      whole[hits] = 0;
      return sum(M, (i) => {
        const x = X + i * ld,
          row = f.slice(x, x + V),
          label = whole[labels + i];
        whole[hits] += row.indexOf(Math.max(...row)) === label ? 1 : 0;
        const loss = softmaxRow(V, ld, x) - row[label];
        each(ld, (j) => {
          f[x + j] = scale * (f[x + j] - (j === label ? 1 : 0));
        });
        return loss;
      });
    }),
    attend: over([5, 6, 7, 8, 9, 10, 11, 12], (n, N, K, W, causal, q0, k0, at, Q, Ks, Vs, P, O) =>
      heads(n, N, q0, k0, (h, q, M, k, length) =>
        each(M, (i) => {
          const D = N * K,
            query = Q + (q + i) * D + h * K,
            p = P + ((q + i) * N + h) * W;
          each(length, (j) => {
            f[p + j] = sum(K, (d) => f[query + d] * f[Ks + (k + j) * D + h * K + d]) / Math.sqrt(K);
          });
          softmaxRow(causal ? whole[at + q + i] - k + 1 : length, (length + 7) & ~7, p);
          each(K, (d) => {
            f[O + (q + i) * D + h * K + d] = sum(
              length,
              (j) => f[p + j] * f[Vs + (k + j) * D + h * K + d],
            );
          });
        }),
      ),
    ),
    attend_grad: over(
      [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
      (n, N, K, W, q0, k0, Q, Ks, Vs, P, dO, dQ, dK, dV) =>
        heads(n, N, q0, k0, (h, q, M, k, length) => {
          const D = N * K,
            at = (X: number, row: number, d: number) => X + row * D + h * K + d,
            weight = (i: number, j: number) => f[P + ((q + i) * N + h) * W + j];
          const slopes = Array.from({ length: M }, (_, i) => {
            // of the scores
            const ofWeights = Array.from({ length }, (_, j) =>
              sum(K, (d) => f[at(dO, q + i, d)] * f[at(Vs, k + j, d)]),
            );
            const mean = sum(length, (j) => weight(i, j) * ofWeights[j]);
            return ofWeights.map((slope, j) => (weight(i, j) * (slope - mean)) / Math.sqrt(K));
          });
          each(K, (d) => {
            each(M, (i) => {
              f[at(dQ, q + i, d)] = sum(length, (j) => slopes[i][j] * f[at(Ks, k + j, d)]);
            });
            each(length, (j) => {
              f[at(dK, k + j, d)] = sum(M, (i) => slopes[i][j] * f[at(Q, q + i, d)]);
              f[at(dV, k + j, d)] = sum(M, (i) => weight(i, j) * f[at(dO, q + i, d)]);
            });
          });
        }),
    ),
    square: over([1], (n, G) => sum(n, (i) => f[G + i] ** 2)),
    adamw: over([1, 2, 3, 4], (n, P, G, m, v, clip, rate, decay, left1, left2) =>
      each(n, (i) => {
        const g = clip * f[G + i];
        f[m + i] = 0.9 * f[m + i] + 0.1 * g;
        f[v + i] = 0.999 * f[v + i] + 0.001 * g * g;
        f[P + i] =
          f[P + i] * (1 - rate * decay) -
          ((rate / left1) * f[m + i]) / (Math.sqrt(f[v + i] / left2) + 1e-8);
      }),
    ),
  };
  return kernels as unknown as Kernels;
}
