// The C of `kernels/` in plain JavaScript, for browsers that lack WebAssembly's SIMD: the same
// names, the same arguments, the same numbers but for rounding.

import type { Kernels } from "./signatures.ts";

export function plainKernels(buffer: ArrayBuffer): Kernels {
  const f = new Float32Array(buffer),
    bytes = new Int8Array(buffer),
    whole = new Int32Array(buffer);

  function panels() {} // rows stay rows

  const linear: Kernels["linear"] = (T, F, D, X, W, scale, bias, Y) => {
    const row = new Float32Array(D);
    for (let j = 0; j < F; j++) {
      for (let d = 0; d < D; d++) row[d] = bytes[W + j * D + d];
      for (let t = 0; t < T; t++) {
        let [a, b, c, e] = [0, 0, 0, 0]; // four sums at a time are quicker than one
        for (let d = 0, x = X / 4 + t * D; d < D; d += 4, x += 4) {
          a += row[d] * f[x];
          b += row[d + 1] * f[x + 1];
          c += row[d + 2] * f[x + 2];
          e += row[d + 3] * f[x + 3];
        }
        f[Y / 4 + t * F + j] = (a + b + c + e) * f[scale / 4 + j] + f[bias / 4 + j];
      }
    }
  };

  const gather: Kernels["gather"] = (T, D, ids, table, scale, Y) => {
    for (let t = 0; t < T; t++) {
      const id = whole[ids / 4 + t],
        step = f[scale / 4 + id];
      for (let d = 0; d < D; d++) f[Y / 4 + t * D + d] += bytes[table + id * D + d] * step;
    }
  };

  const addnorm: Kernels["addnorm"] = (T, D, eps, X, R, g, b, Y) => {
    for (let t = 0; t < T; t++) {
      const row = t * D,
        y = f.subarray(Y / 4 + row, Y / 4 + row + D);
      let sum = 0,
        squares = 0;
      for (let d = 0; d < D; d++) {
        y[d] = f[X / 4 + row + d] + f[R / 4 + row + d];
        sum += y[d];
      }
      const mean = sum / D;
      for (let d = 0; d < D; d++) squares += (y[d] - mean) ** 2;
      const share = 1 / Math.sqrt(squares / D + eps);
      for (let d = 0; d < D; d++) y[d] = (y[d] - mean) * share * f[g / 4 + d] + f[b / 4 + d];
    }
  };

  const gelu: Kernels["gelu"] = (n, X) => {
    for (let i = X / 4; i < X / 4 + n; i++) {
      const x = f[i],
        t = 1 / (1 + 0.3275911 * Math.SQRT1_2 * Math.abs(x));
      const [a, b, c, d, e] = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
      const p = ((((a * t + b) * t + c) * t + d) * t + e) * t,
        tail = 0.5 * p * Math.exp(-0.5 * x * x);
      f[i] = x * (x < 0 ? tail : 1 - tail);
    }
  };

  function softmax(ld: number, T: number, row: Float32Array): void {
    let most = -Infinity,
      sum = 0;
    for (let j = 0; j < T; j++) most = Math.max(most, row[j]);
    for (let j = 0; j < T; j++) {
      row[j] = Math.exp(row[j] - most);
      sum += row[j];
    }
    for (let j = 0; j < ld; j++) row[j] = j < T ? row[j] / sum : 0;
  }

  const attend: Kernels["attend"] = (T, D, N, Q, K, V, A, Y) => {
    const size = D / N,
      ld = (T + 3) & ~3,
      share = 1 / Math.sqrt(size);
    for (let n = 0; n < N; n++)
      for (let i = 0; i < T; i++) {
        const at = A / 4 + (n * T + i) * ld,
          row = f.subarray(at, at + ld),
          head = n * size;
        for (let j = 0; j < T; j++) {
          let score = 0;
          for (let d = head; d < head + size; d++)
            score += f[Q / 4 + i * D + d] * f[K / 4 + j * D + d];
          row[j] = score * share;
        }
        softmax(ld, T, row);
        for (let d = head; d < head + size; d++) {
          let value = 0;
          for (let j = 0; j < T; j++) value += row[j] * f[V / 4 + j * D + d];
          f[Y / 4 + i * D + d] = value;
        }
      }
  };

  const product: Kernels["product"] = (T, F, D, X, W, Y) => {
    for (let t = 0; t < T; t++)
      for (let i = 0; i < F; i++) {
        let sum = 0;
        for (let d = 0; d < D; d++) sum += f[X / 4 + t * D + d] * f[W / 4 + i * D + d];
        f[Y / 4 + t * F + i] += sum;
      }
  };

  const scores: Kernels["scores"] = (V, D, x, table, scale, bias, y) => {
    for (let v = 0; v < V; v++) {
      let sum = 0;
      for (let d = 0; d < D; d++) sum += bytes[table + v * D + d] * f[x / 4 + d];
      f[y / 4 + v] = sum * f[scale / 4 + v] + f[bias / 4 + v];
    }
  };

  return { panels, linear, gather, addnorm, gelu, attend, product, scores };
}
