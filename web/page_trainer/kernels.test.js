// Each kernel against its plain twin, on random sizes: the same numbers where it writes, and
// untouched noise elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled, trainer } from "../testing/page_trainer.js";
import { plain } from "./plain.ts";

const WORDS = (2 * 65536) / 4,
  FIRST = 65536 / 4 / 4; // behind the stack

// A memory full of noise; `draw` hands out what kernels take. Between two buffers a few numbers
// stay free.
function world(seed) {
  const rng = trainer.random(seed),
    memory = new WebAssembly.Memory({ initial: 2 });
  const f = new Float32Array(memory.buffer),
    whole = new Int32Array(memory.buffer);
  for (let i = 0; i < WORDS; i++) f[i] = 4 * rng() - 2;
  let end = FIRST;
  const take = (n) => {
    const at = end;
    end += n + 1 + Math.floor(rng() * 5);
    assert.ok(end <= WORDS, "more room, please");
    return 4 * at;
  };
  const below = (n) => Math.floor(rng() * n),
    size = (most) => 1 + below(most);
  return {
    memory,
    f,
    rng,
    below,
    size,
    take,
    wide: (most = 5) => 8 * size(most),
    four: (most = 40) => 4 * size(most),
    ints: (list) => {
      const at = take(list.length);
      whole.set(list, at / 4);
      return at;
    },
    positive: (n) => {
      const at = take(n);
      for (let i = 0; i < n; i++) f[at / 4 + i] = 0.1 + rng();
      return at;
    },
  };
}

// Sequences of random length, some queries of each (or, with `all`, every token); rows as the
// trainer has them.
function sequences({ size, below, ints, rng }, all) {
  const n = size(4),
    k0 = [0],
    q0 = [0],
    at = [];
  for (let s = 0; s < n; s++) {
    const length = size(20);
    for (let j = 0; j < length; j++) if (all || j === 0 || rng() < 0.3) at.push(k0[s] + j);
    k0.push(k0[s] + length);
    q0.push(at.length);
  }
  const W = 8 * (3 + below(2)),
    N = size(3),
    K = 8 * size(2);
  return {
    n,
    N,
    K,
    W,
    D: N * K,
    queries: at.length,
    keys: k0[n],
    q0: ints(q0),
    k0: ints(k0),
    at: ints(at),
  };
}

// Arguments of each kernel; `free` are buffers of which nothing is asked, as [address, numbers].
const KERNELS = {
  exponential: ({ rng }) => [188 * rng() - 100],
  gemm(w) {
    const M = w.size(11),
      N = w.wide(3),
      K = w.size(300),
      across = w.below(2),
      ldb = N + 4 * w.below(3),
      ldc = N + 8 * w.below(2);
    const lda = (across ? M : K) + w.below(3),
      A = w.take((across ? K : M) * lda);
    return [
      M,
      N,
      K,
      A,
      ...(across ? [1, lda] : [lda, 1]),
      w.take(K * ldb),
      ldb,
      w.take(M * ldc),
      ldc,
      w.below(2),
    ];
  },
  transpose(w) {
    const M = w.size(19),
      N = w.size(19),
      ldy = M + w.below(4);
    return [M, N, w.take(M * N), w.take(N * ldy), ldy];
  },
  fill_rows(w) {
    const M = w.size(9),
      N = w.size(30),
      ld = N + w.below(4);
    return [M, N, ld, w.take(N), w.take(M * ld)];
  },
  sum_rows(w) {
    const M = w.size(9),
      N = w.size(30),
      ld = N + w.below(4);
    return [M, N, ld, w.take(M * ld), w.take(N)];
  },
  gather(w) {
    const M = w.size(9),
      D = w.wide(),
      R = w.size(12);
    return [
      M,
      D,
      w.ints(Array.from({ length: M }, () => w.below(R))),
      w.take(R * D),
      w.take(M * D),
    ];
  },
  scatter_add(w) {
    const M = w.size(9),
      D = w.wide(),
      R = w.size(5);
    return [
      M,
      D,
      w.ints(Array.from({ length: M }, () => w.below(R))),
      w.take(M * D),
      w.take(R * D),
    ];
  },
  add(w) {
    const n = w.four();
    return [n, w.take(n), w.take(n)];
  },
  mul(w) {
    const n = w.four();
    return [n, w.take(n), w.take(n)];
  },
  gelu(w) {
    const n = w.four(),
      X = w.take(n);
    w.f[X / 4] *= 20;
    return [n, X, w.take(n)];
  },
  tanh(w) {
    const n = w.four(),
      X = w.take(n);
    w.f[X / 4] *= 20;
    return [n, X, w.take(n)];
  },
  norm(w) {
    const M = w.size(7),
      D = w.wide(),
      X = w.take(M * D);
    return [
      M,
      D,
      [1e-12, 1e-5][w.below(2)],
      w.take(D),
      w.take(D),
      X,
      w.take(M * D),
      w.take(M),
      w.below(2) ? X : w.take(M * D),
    ];
  },
  norm_grad(w) {
    const M = w.size(7),
      D = w.wide();
    return [M, D, w.take(D), w.take(M * D), w.positive(M), w.take(M * D), w.take(D), w.take(D)];
  },
  softmax(w) {
    const M = w.size(5),
      V = w.size(50),
      ld = trainer.filled(V);
    return [M, V, ld, w.take(M * ld)];
  },
  cross_entropy(w) {
    const M = w.size(6),
      V = w.size(40),
      ld = trainer.filled(V),
      labels = w.ints(Array.from({ length: M }, () => w.below(V)));
    return [M, V, ld, w.rng(), labels, w.take(M * ld), w.take(1)];
  },
  attend(w, free) {
    const causal = w.below(2),
      { n, N, K, W, D, queries, keys, q0, k0, at } = sequences(w, w.below(2)),
      T = w.take(K * W);
    free.push([T, K * W]);
    return [
      n,
      N,
      K,
      W,
      causal,
      q0,
      k0,
      at,
      w.take(queries * D),
      w.take(keys * D),
      w.take(keys * D),
      w.take(queries * N * W),
      w.take(queries * D),
      T,
    ];
  },
  attend_grad(w, free) {
    const { n, N, K, W, D, queries, keys, q0, k0 } = sequences(w, w.below(2)),
      T = w.take(K * W),
      S = w.take(W * W);
    free.push([T, K * W], [S, W * W]);
    const [Q, dO, dQ] = [0, 0, 0].map(() => w.take(queries * D)),
      [Ks, Vs, dK, dV] = [0, 0, 0, 0].map(() => w.take(keys * D));
    const P = w.positive(queries * N * W); // shares that the way back finds there
    return [n, N, K, W, q0, k0, Q, Ks, Vs, P, dO, dQ, dK, dV, T, S];
  },
  square(w) {
    const n = w.four();
    return [n, w.take(n)];
  },
  adamw(w) {
    const n = w.four();
    return [
      n,
      w.take(n),
      w.take(n),
      w.take(n),
      w.positive(n),
      w.rng(),
      w.rng(),
      w.rng(),
      w.rng(),
      w.rng(),
    ];
  },
};

const close = (a, b) => Math.abs(a - b) <= 2e-5 * Math.max(1, Math.abs(b));

for (const [name, draw] of Object.entries(KERNELS)) {
  test(`${name}: the plain one's numbers, and nothing beside them`, () => {
    for (let seed = 0; seed < 30; seed++) {
      const free = [],
        w = world(seed),
        args = draw(w, free),
        before = w.f.slice(),
        bits = new Uint32Array(w.memory.buffer);
      const actual = compiled(w.memory)[name](...args),
        after = w.f.slice(),
        left = bits.slice();
      w.f.set(before);
      const right = plain(w.memory)[name](...args);
      assert.ok(actual === right || close(actual, right), `${actual}, not ${right}`);
      for (const [at, n] of free) left.set(bits.subarray(at / 4, at / 4 + n), at / 4);
      for (let i = 0; i < WORDS; i++)
        if (left[i] !== bits[i] && !close(after[i], w.f[i]))
          assert.fail(`seed ${seed}, ${i}: ${after[i]}, not ${w.f[i]}`);
    }
  });
}

test("every kernel is here", () => {
  assert.deepEqual(
    Object.keys(KERNELS).sort(),
    Object.keys(compiled(new WebAssembly.Memory({ initial: 2 }))).sort(),
  );
});
