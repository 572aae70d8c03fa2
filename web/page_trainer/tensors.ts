// The layout of weights, gradients and activations in the kernels' memory.

import type { Config as Packed } from "../bert/packed.ts";

// With `positions` and `segments`: whether the model may tell them apart. Widths are multiples of 8.
export type Config = Packed & { init_std: number; positions: boolean; segments: boolean };
// What a batch may have at most, and `length`, the tokens of a pair.
export type Most = Record<"pairs" | "tokens" | "pred_positions" | "length", number>;
// In bytes, where a buffer begins.
export type Address = number;
// What a step writes and forgets; T and S are the kernels' own.
export type Scratch = Record<
  "Y" | "dq" | "one" | "other" | "dk" | "dv" | "dwide" | "T" | "S",
  Address
>;
// What the C of `kernels/` exports; it says there what each does.
export interface Kernels {
  exponential: (x: number) => number;
  gelu: (n: number, X: Address, S: Address) => void;
  tanh: (n: number, X: Address, S: Address) => void;
  norm: (
    M: number,
    D: number,
    eps: number,
    g: Address,
    b: Address,
    X: Address,
    Xn: Address,
    r: Address,
    Y: Address,
  ) => void;
  norm_grad: (
    M: number,
    D: number,
    g: Address,
    Xn: Address,
    r: Address,
    dY: Address,
    dg: Address,
    db: Address,
  ) => void;
  softmax: (M: number, V: number, ld: number, X: Address) => void;
  cross_entropy: (
    M: number,
    V: number,
    ld: number,
    scale: number,
    labels: Address,
    X: Address,
    hits: Address,
  ) => number;
  attend: (
    n: number,
    N: number,
    K: number,
    W: number,
    causal: boolean,
    q0: Address,
    k0: Address,
    at_key: Address,
    Q: Address,
    Ks: Address,
    Vs: Address,
    P: Address,
    O: Address,
    T: Address,
  ) => void;
  attend_grad: (
    n: number,
    N: number,
    K: number,
    W: number,
    q0: Address,
    k0: Address,
    Q: Address,
    Ks: Address,
    Vs: Address,
    P: Address,
    dO: Address,
    dQ: Address,
    dK: Address,
    dV: Address,
    T: Address,
    S: Address,
  ) => void;
  square: (n: number, G: Address) => number;
  adamw: (
    n: number,
    P: Address,
    G: Address,
    m: Address,
    v: Address,
    clip: number,
    rate: number,
    decay: number,
    left1: number,
    left2: number,
  ) => void;
  gemm: (
    M: number,
    N: number,
    K: number,
    A: Address,
    row_step: number,
    k_step: number,
    B: Address,
    ldb: number,
    C: Address,
    ldc: number,
    add: number,
  ) => void;
  transpose: (M: number, N: number, X: Address, Y: Address, ldy: number) => void;
  fill_rows: (M: number, N: number, ld: number, b: Address, Y: Address) => void;
  sum_rows: (M: number, N: number, ld: number, Y: Address, b: Address) => void;
  gather: (M: number, D: number, rows: Address, X: Address, Y: Address) => void;
  scatter_add: (M: number, D: number, rows: Address, Y: Address, X: Address) => void;
  add: (n: number, X: Address, Y: Address) => void;
  mul: (n: number, X: Address, Y: Address) => void;
}
// Without WebAssembly it is an object with a buffer, and no more.
export type Memory = Pick<WebAssembly.Memory, "buffer">;
export type Make = (memory: Memory) => Kernels;
export type Parameter = [name: string, ...shape: number[]];

const FIRST = 65536; // byte: the page before it is the kernels' own
const GAP = 64; // bytes between two buffers that nobody writes to; a test looks at them

// Up to a multiple of 8.
export const filled = (n: number) => (n + 7) & ~7;

// Lists of matrices and vectors, and how a layer's are added to them.
export function parts(matrices: Parameter[] = []) {
  const vectors: Parameter[] = [];
  const linear = (name: string, outputs: number, inputs: number) => {
    matrices.push([`${name}.weight`, outputs, inputs]);
    vectors.push([`${name}.bias`, outputs]);
  };
  const norm = (name: string, D: number) => {
    vectors.push([`${name}.weight`, D], [`${name}.bias`, D]);
  };
  return { matrices, vectors, linear, norm };
}

// A block's own.
export function layBlock(
  { linear, norm }: ReturnType<typeof parts>,
  block: string,
  D: number,
  F: number,
) {
  for (const W of ["W_q", "W_k", "W_v", "W_o"]) linear(`${block}.attention.${W}`, D, D);
  norm(`${block}.addnorm1.norm`, D);
  linear(`${block}.ffn.0`, F, D);
  linear(`${block}.ffn.2`, D, F);
  norm(`${block}.addnorm2.norm`, D);
}

// The parameters of a model, under bert_core's names, in three groups: matrices decay,
// and what next
// sentence prediction alone trains stands in the middle.
export function parameters({
  vocab_size: V,
  num_hiddens: D,
  ffn_num_hiddens: F,
  num_blks,
  max_len,
}: Config) {
  const lists = parts([
      ["encoder.token_embedding.weight", V, D],
      ["encoder.segment_embedding.weight", 2, D],
      ["encoder.pos_embedding", 1, max_len, D],
    ]),
    { matrices, vectors, linear, norm } = lists;
  norm("encoder.embedding_norm.0", D);
  for (let i = 0; i < num_blks; i++) layBlock(lists, `encoder.blks.${i}`, D, F);
  linear("mlm.transform.0", D, D);
  norm("mlm.transform.2", D);
  vectors.push(["mlm.decoder.bias", V]);
  const heads: Record<"matrices" | "vectors", Parameter[]> = {
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

export class Tensors {
  config;
  most;
  end;
  W;
  size;
  common;
  decaying;
  notNext;
  weightsAt;
  gradientsAt;
  firstMoments;
  secondMoments;
  gaps: Address[] = [];
  places: Record<string, Address> = {};
  shapes: Record<string, number[]> = {};
  // `open` makes these
  // set by `place`
  memory!: Memory;
  floats!: Float32Array;
  ints!: Int32Array;
  kernels!: Kernels;
  scratch!: Scratch; // BERTTrainer takes it

  // laid: the groups that it has
  constructor(
    config: Config,
    most: Most,
    laid: ReturnType<typeof parameters> = parameters(config),
  ) {
    this.config = config;
    this.most = most;
    this.end = FIRST;
    this.W = filled(most.length);
    const { matrices, heads, vectors } = laid,
      start = this.end;
    // weights lie end to end, so that one call of a kernel updates many; gradients and moments
    // likewise
    const lay = (list: Parameter[]) => {
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

  // The address of a new buffer of so many numbers.
  take(numbers: number): Address {
    const at = this.end;
    this.end += 4 * filled(numbers);
    this.#leave();
    return at;
  }

  weight(name: string) {
    return this.places[name];
  }

  gradient(name: string) {
    return this.places[name] - this.weightsAt + this.gradientsAt;
  }

  // After the last `take`: the memory, and the kernels on it.
  open(make: Make) {
    const pages = Math.ceil(this.end / 65536);
    this.memory =
      typeof WebAssembly === "object"
        ? new WebAssembly.Memory({ initial: pages })
        : { buffer: new ArrayBuffer(pages * 65536) };
    this.floats = new Float32Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
    this.kernels = make(this.memory);
  }

  view(at: Address, numbers: number) {
    return this.floats.subarray(at / 4, at / 4 + numbers);
  }

  read(name: string, at = this.weight(name)) {
    return this.view(
      at,
      this.shapes[name].reduce((a, b) => a * b),
    );
  }

  zero(at: Address, numbers: number) {
    this.view(at, numbers).fill(0);
  }

  put(at: Address, whole: number[]) {
    this.ints.set(whole, at / 4);
  }
}

// From the bytes of kernels.wasm to what makes kernels on a memory.
export function compiled(bytes: BufferSource): Make {
  const module = new WebAssembly.Module(bytes);
  return (memory) =>
    new WebAssembly.Instance(module, { env: { memory: memory as WebAssembly.Memory } })
      .exports as unknown as Kernels;
}
