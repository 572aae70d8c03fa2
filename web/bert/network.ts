// BERT's layers in the memory that kernels work in. Heads and the layer between are filled up with
// zeros to multiples of 8.

import { type Address, filled, Memory } from "../engine/memory.ts";
import { BATCH, BLOCK, LINEAR, NORM } from "../engine/structs.ts";
import { wasm } from "../engine/wasm.ts";
import { type Cut, closedBy } from "./close.ts";
import type { Config, Tensors } from "./packed.ts";

// Where a number goes, by its place in a row or a column.
type Place = (at: number) => number;
const same: Place = (at) => at;
type Laid = { name: string; at: Address; ld: number; row: Place; column: Place };

export class Network extends Memory {
  config;
  D; // numbers of a row here
  F;
  layers;
  batch;
  room;
  #laid: Laid[] = [];
  #holds: Tensors | null = null;

  constructor(config: Config) {
    super();
    const { num_heads: N, max_len: T, vocab_size: V } = config,
      K = config.num_hiddens / N,
      D = N * filled(K),
      F = filled(config.ffn_num_hiddens);
    this.config = config;
    this.D = D;
    this.F = F;
    const room = {
      ...{ X: T * D, q: T * D, k: T * D, v: T * D, heads: T * D, between: T * D, wide: T * F },
      ...{ out: T * D, Y: T * D, weights: T * N * filled(T), closed: (N * T * T) / 4 },
      ...{ start: 2, key: T, T: D * Math.max(D, F, filled(T)), logits: V },
    };
    this.room = Object.fromEntries(
      Object.entries(room).map(([name, numbers]) => [name, this.take(numbers)]),
    ) as Record<keyof typeof room, Address>;
    this.batch = this.struct(BATCH, { n: 1, ...this.room, closed: 0 });
    this.layers = this.#layers(K);
    this.open(wasm);
    this.put(this.room.key, [...Array(T).keys()]);
  }

  // Addresses of all structs.
  // K: numbers of a head that count
  #layers(K: number) {
    const { config, D, F, room } = this,
      { num_heads: N, norm_eps: eps } = config;
    const ofHeads: Place = (at) => at + Math.floor(at / K) * (filled(K) - K);
    const linear = (name: string, F: number, D: number, row = same, column = same) => {
      const W = this.#lay(`${name}.weight`, F, D, row, column),
        b = this.#lay(`${name}.bias`, 1, F, same, row);
      return this.struct(LINEAR, { F, D, ld: F, W, b });
    };
    const norm = (name: string) => {
      const [g, b] = ["weight", "bias"].map((kind) => this.#lay(`${name}.${kind}`, 1, D));
      return this.struct(NORM, { D, n: config.num_hiddens, eps, g, b });
    };
    const block = (name: string) =>
      this.struct(BLOCK, {
        ...{ D, F, N, K, ...room },
        ...{ causal: Number(config.causal), relu: Number(config.activation === "relu") },
        W_q: linear(`${name}.attention.W_q`, D, D, ofHeads),
        W_k: linear(`${name}.attention.W_k`, D, D, ofHeads),
        W_v: linear(`${name}.attention.W_v`, D, D, ofHeads),
        W_o: linear(`${name}.attention.W_o`, D, D, same, ofHeads),
        widen: linear(`${name}.ffn.0`, F, D),
        narrow: linear(`${name}.ffn.2`, D, F),
        norm1: norm(`${name}.addnorm1.norm`),
        norm2: norm(`${name}.addnorm2.norm`),
      });
    return {
      embedding: config.embedding_norm ? norm("encoder.embedding_norm.0") : 0,
      blocks: Array.from({ length: config.num_blks }, (_, i) => block(`encoder.blks.${i}`)),
      transform: linear("mlm.transform.0", D, D),
      norm: norm("mlm.transform.2"),
      decoder: this.#lay("mlm.decoder.weight", config.vocab_size, D),
      biases: this.#lay("mlm.decoder.bias", 1, config.vocab_size),
      hidden: linear("hidden.0", D, D),
      output: linear("nsp.output", 8, D),
    };
  }

  #lay(name: string, rows: number, ld: number, row = same, column = same): Address {
    const at = this.take(rows * ld);
    this.#laid.push({ name, at, ld, row, column });
    return at;
  }

  // Takes over these weights, unless they are there.
  hold(tensors: Tensors) {
    if (this.#holds === tensors) return;
    this.#holds = tensors;
    for (const { name, at, ld, row, column } of this.#laid) {
      const { data, shape } = tensors[name],
        columns = shape[shape.length - 1];
      if (columns === ld && row === same && column === same) this.floats.set(data, at / 4);
      else
        for (let i = 0; i < data.length; i++) {
          const d = i % columns;
          this.floats[at / 4 + row((i - d) / columns) * ld + column(d)] = data[i];
        }
    }
  }

  // Rows of so many numbers, into memory and out of it.
  write(at: Address, X: Float32Array, ld = this.D, numbers = this.config.num_hiddens) {
    for (let from = 0, to = at / 4; from < X.length; from += numbers, to += ld)
      this.floats.set(X.subarray(from, from + numbers), to);
  }
  read(at: Address, rows: number, ld = this.D, numbers = this.config.num_hiddens) {
    const X = new Float32Array(rows * numbers);
    for (let row = 0; row < rows; row++)
      X.set(this.view(at + 4 * row * ld, numbers), row * numbers);
    return X;
  }

  // Returns (T, D)
  normed(X: Float32Array) {
    const { room, layers, kernels } = this,
      T = X.length / this.config.num_hiddens;
    if (!layers.embedding) return X;
    this.write(room.X, X);
    kernels.norm(layers.embedding, T, room.X, room.X);
    return this.read(room.X, T);
  }

  #begin(X: Float32Array) {
    const T = X.length / this.config.num_hiddens,
      { room } = this;
    this.write(room.X, X);
    this.put(room.start, [0, T]);
    this.set(this.batch, BATCH, { rows: T, W: filled(T) });
    return T;
  }

  // One block on X (T, D): its state (T, D), its weights (N, T, T), and what is between (T, F).
  block(i: number, X: Float32Array, cuts: Cut[]) {
    const T = this.#begin(X),
      { room, config } = this,
      { num_heads: N } = config,
      closed = closedBy(cuts, i, N, T);
    if (closed) this.bytes.set(closed, room.closed);
    this.set(this.batch, BATCH, { closed: closed && room.closed });
    this.kernels.block(this.layers.blocks[i], this.batch, room.X);
    const weights = this.read(room.weights, T * N, filled(T), T); // (T, N, T)
    return {
      state: this.read(room.out, T),
      weights: turned(weights, T, N, T),
      wide: this.read(room.wide, T, this.F, config.ffn_num_hiddens),
    };
  }

  // Queries, keys and values of every head, each (N, T, K), of X (T, D).
  project(i: number, X: Float32Array) {
    const T = this.#begin(X),
      { room, config } = this,
      { num_heads: N, num_hiddens } = config;
    this.kernels.block_project(this.layers.blocks[i], this.batch, room.X);
    const [K, ld] = [num_hiddens / N, this.D / N];
    return [room.q, room.k, room.v].map((at) => turned(this.read(at, T * N, ld, K), T, N, K));
  }

  // (P, V) of X (P, D)
  decode(X: Float32Array) {
    const { kernels, room, layers, config, D } = this,
      { vocab_size: V, num_hiddens } = config,
      P = X.length / num_hiddens,
      found = new Float32Array(P * V);
    this.write(room.X, X);
    kernels.linear(layers.transform, P, room.X, room.Y, room.T);
    if (config.activation === "gelu") kernels.gelu(P * D, room.Y, 0);
    else {
      const Y = this.view(room.Y, P * D);
      Y.set(Y.map((y) => Math.max(y, 0)));
    }
    kernels.norm(layers.norm, P, room.Y, room.Y);
    for (let p = 0; p < P; p++) {
      this.floats.copyWithin(room.logits / 4, layers.biases / 4, layers.biases / 4 + V);
      kernels.product(1, V, D, room.Y + 4 * p * D, layers.decoder, room.logits);
      found.set(this.view(room.logits, V), p * V);
    }
    return found;
  }

  // (2,) of (D,)
  follows(cls: Float32Array) {
    const { kernels, room, layers, D } = this;
    this.write(room.X, cls);
    kernels.linear(layers.hidden, 1, room.X, room.Y, room.T);
    const Y = this.view(room.Y, D);
    Y.set(Y.map(Math.tanh));
    kernels.linear(layers.output, 1, room.Y, room.X, room.T);
    return this.view(room.X, 2).slice();
  }
}

// (rows, columns, K) to (columns, rows, K)
function turned(X: Float32Array, rows: number, columns: number, K: number) {
  const found = new Float32Array(X.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = (row * columns + column) * K;
      found.set(X.subarray(from, from + K), (column * rows + row) * K);
    }
  return found;
}
