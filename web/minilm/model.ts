// A released BERT in one block of memory, and a forward pass that keeps every intermediate result.

import type { Cut } from "../bert/close.ts";
import { half } from "../bert/packed.ts";
import { closeIn } from "./close_in.ts";
import { FILLER, type Header, readModel } from "./file.ts";
import { fourfold, open } from "./kernels.ts";
import type { Address } from "./signatures.ts";

const FIRST = 65536; // byte: the page before it is the kernels' own
const HEAD = [
  ...["transform.0.weight", "transform.0.bias", "transform.2.weight", "transform.2.bias"],
  "decoder.bias",
];
const TABLES = ["token_embedding.weight", "segment_embedding.weight", "pos_embedding"];
const FIRST_UPDATE = `${FILLER}encoder.blks.0.attention.W_q.A`;
const CHUNK = 512; // the kernels'

// The model of a file, inflated, while it comes.
// wasm: null for plain JavaScript
// most: tokens of an input
export async function load(
  stream: ReadableStream<Uint8Array>,
  wasm: BufferSource | null,
  most: number,
) {
  const model = await readModel(
    stream,
    (header) => new MiniLM(header, wasm, most),
    (made, bytes, at) => made.bytes.set(bytes, made.stored + at),
  );
  model.arrange();
  return model;
}

export class MiniLM {
  config;
  vocab;
  places;
  most;
  stored;
  rank;
  fills;
  room;
  kernels;
  bytes;
  floats;
  ints;
  at: Record<string, Address> = {};
  length = 0; // tokens of the last input
  filling = false; // whether the gap filler's adapter was on
  simd; // its matrices are in panels

  constructor({ config, vocab, places, size }: Header, wasm: BufferSource | null, most: number) {
    this.config = config;
    this.simd = wasm !== null;
    this.vocab = vocab;
    this.places = places;
    this.most = Math.min(most, config.max_len);
    let end = FIRST;
    const take = (bytes: number): Address => {
      const at = end;
      end += (bytes + 15) & ~15;
      return at;
    };
    this.stored = take(size);
    for (const [name, place] of Object.entries(places))
      this.at[name] = place.dtype === "I8" ? this.stored + place.at : take(4 * place.size);
    const { num_hiddens: D, ffn_num_hiddens: F, num_heads: N, num_blks } = config,
      T = fourfold(this.most),
      widest = Math.max(D, F);
    const rank = (places[FIRST_UPDATE]?.size ?? 0) / D;
    this.rank = rank; // of the gap filler's updates; 0 without one
    this.fills = `${FILLER}mlm.decoder.bias` in places;
    const room = {
      ...{ ids: T, zeros: T * D, X: T * D, Q: T * D, K: T * D, V: T * D, Y: T * D, H: T * F },
      ...{ scratch: Math.max(T * (widest + Math.ceil(widest / CHUNK)), (D * widest) / 4) },
      turned: (D / N) * T,
      ...(rank && { low: T * rank }),
      ...{ head: D, logits: this.fills ? vocab.length : 0 },
      ...{ states: (num_blks + 1) * T * D, weights: num_blks * N * T * T },
    };
    this.room = Object.fromEntries(
      Object.entries(room).map(([name, numbers]) => [name, take(4 * numbers)]),
    ) as Record<keyof typeof room, Address>;
    const { buffer, kernels } = open(end, wasm);
    this.kernels = kernels;
    this.bytes = new Uint8Array(buffer);
    this.floats = new Float32Array(buffer);
    this.ints = new Int32Array(buffer);
  }

  /** Once the weights are here: halves become floats, matrices panels; tables stay rows. */
  arrange() {
    const { config, kernels, room } = this,
      halves = new Uint16Array(this.bytes.buffer);
    for (const [name, { dtype, at, size }] of Object.entries(this.places)) {
      if (dtype === "F16") {
        const from = (this.stored + at) / 2,
          to = this.at[name] / 4;
        for (let i = 0; i < size; i++) this.floats[to + i] = half(halves[from + i]);
      } else if (dtype === "I8" && !TABLES.includes(name.slice("encoder.".length))) {
        const D = name.endsWith("ffn.2.weight") ? config.ffn_num_hiddens : config.num_hiddens;
        kernels.panels(size / D, D, this.at[name], room.scratch);
      }
    }
  }

  // What takes a vector's place while gaps are filled.
  own(name: string) {
    return this.filling && this.rank ? `${FILLER}${name}` : name;
  }

  linear(name: string, X: Address, Y: Address, F: number, D: number) {
    const { at, room, kernels } = this,
      W = `${name}.weight`,
      own = this.own(name),
      rows = fourfold(this.length);
    kernels.linear(rows, F, D, X, at[W], at[`${W}.scale`], at[`${own}.bias`], Y, room.scratch);
    if (!this.filling || !this.rank) return;
    this.floats.fill(0, room.low / 4, room.low / 4 + rows * this.rank);
    kernels.product(rows, this.rank, D, X, at[`${own}.A`], room.low);
    kernels.product(rows, F, this.rank, room.low, at[`${own}.B`], Y);
  }

  norm(name: string, X: Address, R: Address, Y: Address) {
    const { num_hiddens, norm_eps } = this.config,
      [g, b] = ["weight", "bias"].map((part) => this.at[this.own(`${name}.${part}`)]);
    this.kernels.addnorm(fourfold(this.length), num_hiddens, norm_eps, X, R, g, b, Y);
  }

  // One pass; `states` and `weights` read what it left, until the next one.
  // cuts: entries of the attention weights that are closed
  // filling: with the gap filler's adapter
  run(ids: number[], segments: number[], cuts: Cut[] = [], filling: boolean = false) {
    if (!ids.length || ids.length > this.most)
      throw new Error(`expected 1 to ${this.most} tokens, got ${ids.length}`);
    const { room, config } = this,
      { num_hiddens: D, num_blks } = config;
    this.length = ids.length;
    this.filling = filling;
    const rows = fourfold(ids.length),
      positions = [...ids.keys()];
    this.floats.fill(0, room.X / 4, room.X / 4 + rows * D);
    for (const [i, which] of [ids, segments, positions].entries()) {
      const table = `encoder.${TABLES[i]}`,
        { at } = this;
      this.ints.set(which, room.ids / 4);
      this.kernels.gather(ids.length, D, room.ids, at[table], at[`${table}.scale`], room.X);
    }
    this.norm("encoder.embedding_norm.0", room.X, room.zeros, room.states);
    for (let i = 0; i < num_blks; i++) this.block(i, rows, cuts);
  }

  // Of a block's input, which is kept: queries, keys and values.
  project(i: number) {
    const { room, config } = this,
      D = config.num_hiddens,
      X = room.states + 4 * i * fourfold(this.length) * D,
      name = `encoder.blks.${i}.attention`;
    this.linear(`${name}.W_q`, X, room.Q, D, D);
    this.linear(`${name}.W_k`, X, room.K, D, D);
    this.linear(`${name}.W_v`, X, room.V, D, D);
    return X;
  }

  // From one state to the next.
  block(i: number, rows: number, cuts: Cut[]) {
    const { kernels, room, config } = this,
      { num_hiddens: D, ffn_num_hiddens: F, num_heads: N } = config;
    const name = `encoder.blks.${i}`,
      A = room.weights + 4 * i * N * this.length * rows,
      X = this.project(i);
    kernels.attend(this.length, D, N, room.Q, room.K, room.V, A, room.Y, room.turned);
    if (cuts.length) closeIn(this, i, A, cuts);
    this.linear(`${name}.attention.W_o`, room.Y, room.Q, D, D);
    this.norm(`${name}.addnorm1.norm`, room.Q, X, room.Y);
    this.linear(`${name}.ffn.0`, room.Y, room.H, F, D);
    kernels.gelu(rows * F, room.H);
    this.linear(`${name}.ffn.2`, room.H, room.Q, D, F);
    this.norm(`${name}.addnorm2.norm`, room.Q, room.Y, X + 4 * rows * D);
  }

  // What the head makes of a place of the last pass, after so many blocks: (V,), before the softmax.
  logits(t: number, layer: number = this.config.num_blks) {
    const { kernels, floats, room, at, config } = this,
      { num_hiddens: D, norm_eps } = config,
      table = "encoder.token_embedding.weight",
      [weight, bias, g, b, decoder] = HEAD.map((name) => at[`${FILLER}mlm.${name}`]),
      last = room.states + 4 * (layer * fourfold(this.length) + t) * D,
      V = this.vocab.length;
    floats.copyWithin(room.head / 4, bias / 4, bias / 4 + D);
    kernels.product(1, D, D, last, weight, room.head);
    kernels.gelu(D, room.head);
    kernels.addnorm(1, D, norm_eps, room.head, room.zeros, g, b, room.head);
    kernels.scores(V, D, room.head, at[table], at[`${table}.scale`], decoder, room.logits);
    return floats.slice(room.logits / 4, room.logits / 4 + V);
  }

  /** (num_blks + 1, T, D), the embeddings first. */
  states() {
    const { num_hiddens: D, num_blks } = this.config;
    return this.#copy(this.room.states, num_blks + 1, this.length * D, fourfold(this.length) * D);
  }

  /** (num_blks, N, T, T) */
  weights() {
    const { num_blks, num_heads } = this.config,
      rows = num_blks * num_heads * this.length;
    return this.#copy(this.room.weights, rows, this.length, fourfold(this.length));
  }

  #copy(from: Address, rows: number, width: number, ld: number) {
    const out = new Float32Array(rows * width);
    for (let i = 0; i < rows; i++) {
      const at = from / 4 + i * ld;
      out.set(this.floats.subarray(at, at + width), i * width);
    }
    return out;
  }
}
