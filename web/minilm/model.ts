// A released BERT in one block of memory, and a forward pass that keeps every intermediate result.

import { half } from "../bert/packed.ts";
import { type Address, filled, Memory } from "../engine/memory.ts";
import { BATCH, BLOCK, LINEAR, NORM } from "../engine/structs.ts";
import { FILLER, type Header, readModel } from "./file.ts";

const HEAD = ["transform.0.weight", "transform.0.bias", "decoder.bias"];
const TABLES = ["token_embedding.weight", "segment_embedding.weight", "pos_embedding"];
const FIRST_UPDATE = `${FILLER}encoder.blks.0.attention.W_q.A`;
const CHUNK = 512; // the kernels'

// The model of a file, inflated, while it comes.
// most: tokens of an input
export async function load(stream: ReadableStream<Uint8Array>, wasm: BufferSource, most: number) {
  const model = await readModel(
    stream,
    (header) => new MiniLM(header, wasm, most),
    (made, bytes, at) => made.bytes.set(bytes, made.stored + at),
  );
  model.arrange();
  return model;
}

export class MiniLM extends Memory {
  config;
  vocab;
  places;
  most;
  stored;
  rank;
  fills;
  room;
  rows; // of a state, for the longest input
  batch;
  at: Record<string, Address> = {};
  networks; // without the gap filler's adapter, and with it
  length = 0; // tokens of the last input
  filling = false; // whether the gap filler's adapter was on

  constructor({ config, vocab, places, size }: Header, wasm: BufferSource, most: number) {
    super();
    this.config = config;
    this.vocab = vocab;
    this.places = places;
    this.most = Math.min(most, config.max_len);
    this.stored = this.take(size / 4);
    for (const [name, { dtype, at, size }] of Object.entries(places))
      this.at[name] = dtype === "I8" ? this.stored + at : this.take(size);
    const { num_hiddens: D, ffn_num_hiddens: F, num_heads: N, num_blks } = config,
      T = filled(this.most),
      widest = Math.max(D, F);
    const rank = (places[FIRST_UPDATE]?.size ?? 0) / D;
    this.rank = rank; // of the gap filler's updates; 0 without one
    this.fills = `${FILLER}mlm.decoder.bias` in places;
    this.rows = T;
    const room = {
      ...{ ids: T, X: T * D, q: T * D, k: T * D, v: T * D, heads: T * D, between: T * D },
      ...{ wide: T * F, Y: T * D, start: 2 },
      scratch: Math.max(T * (widest + Math.ceil(widest / CHUNK)), (D * widest) / 4, T * rank),
      ...{ head: D, logits: this.fills ? vocab.length : 0 },
      ...{ states: (num_blks + 1) * T * D, weights: num_blks * N * T * T },
    };
    this.room = Object.fromEntries(
      Object.entries(room).map(([name, numbers]) => [name, this.take(numbers)]),
    ) as Record<keyof typeof room, Address>;
    const { start, Y, scratch } = this.room;
    this.batch = this.struct(BATCH, { n: 1, start, Y, T: scratch });
    this.networks = [false, true].map((filling) => this.#network(filling));
    this.open(wasm);
  }

  // Structs of the norm behind the embeddings, of the blocks, and of the norm in the head.
  // filling: with the gap filler's adapter, and its biases and norms
  #network(filling: boolean) {
    const { config, at, room, rank, rows } = this,
      { num_hiddens: D, ffn_num_hiddens: F, num_heads: N, norm_eps: eps } = config,
      adapted = filling && rank > 0;
    const own = (name: string) => at[adapted ? `${FILLER}${name}` : name];
    const norm = (g: Address, b: Address) => this.struct(NORM, { D, n: D, eps, g, b });
    const linear = (name: string, F: number, D: number) =>
      this.struct(LINEAR, {
        ...{ F, D, ld: F, b: own(`${name}.bias`) },
        ...{ bytes: at[`${name}.weight`], scale: at[`${name}.weight.scale`] },
        ...(adapted && { rank, A: own(`${name}.A`), B: own(`${name}.B`) }),
      });
    const ownNorm = (name: string) => norm(own(`${name}.weight`), own(`${name}.bias`));
    const blocks = Array.from({ length: config.num_blks }, (_, i) => {
      const name = `encoder.blks.${i}`;
      return this.struct(BLOCK, {
        ...{ D, F, N, K: D / N, ...room },
        W_q: linear(`${name}.attention.W_q`, D, D),
        W_k: linear(`${name}.attention.W_k`, D, D),
        W_v: linear(`${name}.attention.W_v`, D, D),
        W_o: linear(`${name}.attention.W_o`, D, D),
        widen: linear(`${name}.ffn.0`, F, D),
        narrow: linear(`${name}.ffn.2`, D, F),
        norm1: ownNorm(`${name}.addnorm1.norm`),
        norm2: ownNorm(`${name}.addnorm2.norm`),
        weights: room.weights + 4 * i * N * rows * rows,
        out: this.stateAt(i + 1),
      });
    });
    const [g, b] = ["weight", "bias"].map((kind) => at[`${FILLER}mlm.transform.2.${kind}`]);
    return { embedding: ownNorm("encoder.embedding_norm.0"), blocks, head: norm(g, b) };
  }

  // After so many blocks.
  stateAt(layer: number): Address {
    return this.room.states + 4 * layer * this.rows * this.config.num_hiddens;
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

  get network() {
    return this.networks[Number(this.filling)];
  }

  // One pass; `states` and `weights` read what it left, until the next one.
  // filling: with the gap filler's adapter
  run(ids: number[], segments: number[], filling = false) {
    if (!ids.length || ids.length > this.most)
      throw new Error(`expected 1 to ${this.most} tokens, got ${ids.length}`);
    const { room, kernels, batch } = this,
      { num_hiddens: D } = this.config,
      rows = ids.length;
    this.length = rows;
    this.filling = filling;
    this.zero(room.X, rows * D);
    for (const [i, which] of [ids, segments, [...ids.keys()]].entries())
      this.addRows(TABLES[i], which);
    kernels.norm(this.network.embedding, rows, room.X, room.states);
    this.put(room.start, [0, rows]);
    this.set(batch, BATCH, { rows, W: filled(rows) });
    for (const [i, block] of this.network.blocks.entries())
      kernels.block(block, batch, this.stateAt(i));
  }

  // Adds these rows of a table to room.X.
  addRows(table: string, which: number[]) {
    const name = `encoder.${table}`,
      { at, room, kernels } = this;
    this.put(room.ids, which);
    const { num_hiddens: D } = this.config;
    kernels.packed_gather(which.length, D, room.ids, at[name], at[`${name}.scale`], room.X);
  }

  // What the head makes of a place of the last pass: (V,), before the softmax.
  logits(t: number) {
    const { kernels, floats, room, at } = this,
      { num_hiddens: D } = this.config,
      table = "encoder.token_embedding.weight",
      [weight, bias, decoder] = HEAD.map((name) => at[`${FILLER}mlm.${name}`]),
      V = this.vocab.length;
    floats.copyWithin(room.head / 4, bias / 4, bias / 4 + D);
    kernels.product(1, D, D, this.stateAt(this.config.num_blks) + 4 * t * D, weight, room.head);
    kernels.gelu(D, room.head, 0);
    kernels.norm(this.network.head, 1, room.head, room.head);
    kernels.packed_scores(V, D, room.head, at[table], at[`${table}.scale`], decoder, room.logits);
    return this.view(room.logits, V).slice();
  }

  /** (num_blks + 1, T, D), the embeddings first. */
  states() {
    const { num_hiddens: D, num_blks } = this.config,
      size = this.length * D,
      out = new Float32Array((num_blks + 1) * size);
    for (let i = 0; i <= num_blks; i++) out.set(this.view(this.stateAt(i), size), i * size);
    return out;
  }

  /** (num_blks, N, T, T) */
  weights() {
    const { num_blks, num_heads: N } = this.config,
      { length: T, rows, room } = this,
      out = new Float32Array(num_blks * N * T * T);
    for (let row = 0; row < num_blks * N * T; row++) {
      const query = row % T,
        head = ((row - query) / T) % N,
        block = Math.floor(row / (N * T));
      const at = room.weights + 4 * (block * N * rows * rows + (query * N + head) * filled(T));
      out.set(this.view(at, T), row * T);
    }
    return out;
  }
}
