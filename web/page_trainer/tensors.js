// Where weights, gradients and all that a step keeps stand in the memory of the kernels.

/** @import { Config as Packed } from "../bert/packed.js" */

/**
 * With `positions` and `segments`: whether the model may tell them apart. Widths are multiples of 8.
 * @typedef {Packed & { init_std: number, positions: boolean, segments: boolean }} Config
 */
/**
 * What a batch may have at most, and `length`, the tokens of a pair.
 * @typedef {Record<"pairs" | "tokens" | "pred_positions" | "length", number>} Most
 */
/** In bytes, where a buffer begins. @typedef {number} Address */
/**
 * What a step writes and forgets; T and S are the kernels' own.
 * @typedef {Record<"Y" | "dq" | "one" | "other" | "dk" | "dv" | "dwide" | "T" | "S",
 *   Address>} Scratch
 */
/**
 * What the C of `kernels/` exports; it says there what each does.
 * @typedef {object} Kernels
 * @property {(x: number) => number} exponential
 * @property {(n: number, X: Address, S: Address) => void} gelu
 * @property {(n: number, X: Address, S: Address) => void} tanh
 * @property {(M: number, D: number, eps: number, g: Address, b: Address, X: Address, Xn: Address,
 *   r: Address, Y: Address) => void} norm
 * @property {(M: number, D: number, g: Address, Xn: Address, r: Address, dY: Address, dg: Address,
 *   db: Address) => void} norm_grad
 * @property {(M: number, V: number, ld: number, X: Address) => void} softmax
 * @property {(M: number, V: number, ld: number, scale: number, labels: Address, X: Address,
 *   hits: Address) => number} cross_entropy
 * @property {(n: number, N: number, K: number, W: number, causal: boolean, q0: Address,
 *   k0: Address, at_key: Address, Q: Address, Ks: Address, Vs: Address, P: Address, O: Address,
 *   T: Address) => void} attend
 * @property {(n: number, N: number, K: number, W: number, q0: Address, k0: Address, Q: Address,
 *   Ks: Address, Vs: Address, P: Address, dO: Address, dQ: Address, dK: Address, dV: Address,
 *   T: Address, S: Address) => void} attend_grad
 * @property {(n: number, G: Address) => number} square
 * @property {(n: number, P: Address, G: Address, m: Address, v: Address, clip: number,
 *   rate: number, decay: number, left1: number, left2: number) => void} adamw
 * @property {(M: number, N: number, K: number, A: Address, row_step: number, k_step: number,
 *   B: Address, ldb: number, C: Address, ldc: number, add: number) => void} gemm
 * @property {(M: number, N: number, X: Address, Y: Address, ldy: number) => void} transpose
 * @property {(M: number, N: number, ld: number, b: Address, Y: Address) => void} fill_rows
 * @property {(M: number, N: number, ld: number, Y: Address, b: Address) => void} sum_rows
 * @property {(M: number, D: number, rows: Address, X: Address, Y: Address) => void} gather
 * @property {(M: number, D: number, rows: Address, Y: Address, X: Address) => void} scatter_add
 * @property {(n: number, X: Address, Y: Address) => void} add
 * @property {(n: number, X: Address, Y: Address) => void} mul
 */
/** @typedef {(memory: WebAssembly.Memory) => Kernels} Make */
/** @typedef {[name: string, ...shape: number[]]} Parameter */

const FIRST = 65536; // byte: the page before it is the kernels' own
const GAP = 64; // bytes between two buffers that nobody writes to; a test looks at them

/** Up to a multiple of 8. @param {number} n */
export const filled = (n) => (n + 7) & ~7;

/**
 * The parameters of a model, under bert_core's names, in three groups: matrices decay,
 *   and what next
 * sentence prediction alone trains stands in the middle.
 * @param {Config} config
 */
export function parameters({
  vocab_size: V,
  num_hiddens: D,
  ffn_num_hiddens: F,
  num_blks,
  max_len,
}) {
  /** @type {Parameter[]} */
  const matrices = [
      ["encoder.token_embedding.weight", V, D],
      ["encoder.segment_embedding.weight", 2, D],
      ["encoder.pos_embedding", 1, max_len, D],
    ],
    /** @type {Parameter[]} */ vectors = [];
  /** @type {(name: string, outputs: number, inputs: number) => void} */
  const linear = (name, outputs, inputs) => {
    matrices.push([`${name}.weight`, outputs, inputs]);
    vectors.push([`${name}.bias`, outputs]);
  };
  /** @type {(name: string) => void} */
  const norm = (name) => vectors.push([`${name}.weight`, D], [`${name}.bias`, D]);
  norm("encoder.embedding_norm.0");
  for (let i = 0; i < num_blks; i++) {
    const block = `encoder.blks.${i}`;
    for (const W of ["W_q", "W_k", "W_v", "W_o"]) linear(`${block}.attention.${W}`, D, D);
    norm(`${block}.addnorm1.norm`);
    linear(`${block}.ffn.0`, F, D);
    linear(`${block}.ffn.2`, D, F);
    norm(`${block}.addnorm2.norm`);
  }
  linear("mlm.transform.0", D, D);
  norm("mlm.transform.2");
  vectors.push(["mlm.decoder.bias", V]);
  /** @type {Record<"matrices" | "vectors", Parameter[]>} */
  const heads = {
    matrices: [
      ["hidden.0.weight", D, D],
      ["nsp.output.weight", 2, D],
    ],
    vectors: [
      ["hidden.0.bias", D],
      ["nsp.output.bias", 2],
    ],
  };
  return { matrices, heads, vectors };
}

const LATER = /** @type {any} */ (undefined); // until somebody sets it

export class Tensors {
  /** @type {Address[]} */ gaps = [];
  /** @type {Record<string, Address>} */ places = {};
  /** @type {Record<string, number[]>} */ shapes = {};
  // `open` makes these
  /** @type {WebAssembly.Memory} */ memory = LATER;
  /** @type {Float32Array} */ floats = LATER;
  /** @type {Int32Array} */ ints = LATER;
  /** @type {Kernels} */ kernels = LATER;
  /** @type {Scratch} */ scratch = LATER; // BERTTrainer takes it

  /** @param {Config} config @param {Most} most */
  constructor(config, most) {
    this.config = config;
    this.most = most;
    this.end = FIRST;
    this.W = filled(most.length);
    const { matrices, heads, vectors } = parameters(config),
      start = this.end;
    // weights lie end to end, so that one call of a kernel updates many; gradients and moments
    // likewise
    const lay = (/** @type {Parameter[]} */ list) => {
      for (const [name, ...shape] of list) {
        [this.places[name], this.shapes[name]] = [this.end, shape];
        this.end += 4 * filled(shape.reduce((a, b) => a * b));
      }
      return (this.end - start) / 4;
    };
    const [common, decaying, notNext, size] = [
      matrices,
      heads.matrices,
      heads.vectors,
      vectors,
    ].map(lay);
    this.size = size;
    this.common = common;
    this.decaying = decaying;
    this.notNext = notNext;
    this.weightsAt = start;
    this.#leave();
    this.gradientsAt = this.take(size);
    this.firstMoments = this.take(size);
    this.secondMoments = this.take(size);
  }

  #leave() {
    this.gaps.push(this.end);
    this.end += GAP;
  }

  /** The address of a new buffer of so many numbers. @param {number} numbers @returns {Address} */
  take(numbers) {
    const at = this.end;
    this.end += 4 * filled(numbers);
    this.#leave();
    return at;
  }

  /** @param {string} name */
  weight(name) {
    return this.places[name];
  }

  /** @param {string} name */
  gradient(name) {
    return this.places[name] - this.weightsAt + this.gradientsAt;
  }

  /** After the last `take`: the memory, and the kernels on it. @param {Make} make */
  open(make) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(this.end / 65536) });
    this.floats = new Float32Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
    this.kernels = make(this.memory);
  }

  /** @param {Address} at @param {number} numbers */
  view(at, numbers) {
    return this.floats.subarray(at / 4, at / 4 + numbers);
  }

  /** @param {string} name */
  read(name, at = this.weight(name)) {
    return this.view(
      at,
      this.shapes[name].reduce((a, b) => a * b),
    );
  }

  /** @param {Address} at @param {number} numbers */
  zero(at, numbers) {
    this.view(at, numbers).fill(0);
  }

  /** @param {Address} at @param {number[]} whole */
  put(at, whole) {
    this.ints.set(whole, at / 4);
  }
}

/**
 * From the bytes of kernels.wasm to what makes kernels on a memory.
 * @param {BufferSource} bytes
 * @returns {Make}
 */
export function compiled(bytes) {
  const module = new WebAssembly.Module(bytes);
  return (memory) =>
    /** @type {any} */ (new WebAssembly.Instance(module, { env: { memory } }).exports);
}
