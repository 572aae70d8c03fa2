// The page's mini-BERT, under bert_core's names. One sequence at a time, in evaluation mode: there is
// no batch axis and no dropout, `valid_len` is a number, and a matrix (T, D) is a Float32Array of
// its rows.

import type { Cut } from "./close.ts";
import { Network } from "./network.ts";
import type { Config, Stored, Tensors } from "./packed.ts";

// One for all models of a configuration: a browser has room for few memories.
const networks = new Map<string, Network>();
function networkOf(config: Config) {
  const key = JSON.stringify(config),
    network = networks.get(key) ?? new Network(config);
  networks.set(key, network);
  return network;
}

type Table = "token_embedding.weight" | "segment_embedding.weight" | "pos_embedding";

export class BERTModel {
  config;
  vocab;
  known;
  tensors: Tensors;
  constructor({ config, vocab, tensors }: Stored) {
    const tied = config.tied_decoder && {
      "mlm.decoder.weight": tensors["encoder.token_embedding.weight"],
    };
    this.tensors = { ...tensors, ...tied };
    this.config = config;
    this.vocab = vocab;
    this.known = new Map(vocab.map((token, id) => [token, id]));
  }

  get network() {
    const network = networkOf(this.config);
    network.hold(this.tensors);
    return network;
  }

  ids(tokens: string[]) {
    return tokens.map((token) => this.known.get(token) ?? (this.known.get("<unk>") as number));
  }

  // Rows of a table, (T, D)
  rows(table: Table, which: number[]) {
    const { data } = this.tensors[`encoder.${table}`],
      D = this.config.num_hiddens,
      X = new Float32Array(which.length * D);
    for (const [t, i] of which.entries()) X.set(data.subarray(i * D, (i + 1) * D), t * D);
    return X;
  }

  // The embeddings' three terms and what becomes of their sum, (T, D) each.
  embed(tokens: number[], segments: number[]) {
    check_sequences(tokens, segments, this.config);
    const word = this.rows("token_embedding.weight", tokens),
      segment = this.rows("segment_embedding.weight", segments),
      position = this.rows("pos_embedding", [...tokens.keys()]),
      sum = word.map((x, i) => x + segment[i] + position[i]);
    return { word, segment, position, sum, normed: this.network.normed(sum) };
  }

  // What each block leaves: hidden states (T, D), the embeddings first, attention weights (N, T, T),
  // and what is between, (T, F).
  trace(tokens: number[], segments: number[], valid_len = tokens.length, cuts: Cut[] = []) {
    const padding = [...tokens.keys()].slice(valid_len).map((key): Cut => [-1, -1, -1, key]),
      { network } = this;
    const hidden_states = [this.embed(tokens, segments).normed],
      attention_weights: Float32Array[] = [],
      wide: Float32Array[] = [];
    for (let i = 0; i < this.config.num_blks; i++) {
      const left = network.block(i, hidden_states[i], [...cuts, ...padding]);
      hidden_states.push(left.state);
      attention_weights.push(left.weights);
      wide.push(left.wide);
    }
    return { hidden_states, attention_weights, wide };
  }

  // Queries, keys and values of a block, each (N, T, K), of X (T, D).
  project(block: number, X: Float32Array) {
    return this.network.project(block, X);
  }

  // (P, V) of X (T, D)
  decode(X: Float32Array, pred_positions: number[]) {
    const D = this.config.num_hiddens,
      picked = new Float32Array(pred_positions.length * D);
    pred_positions.forEach((t, p) => picked.set(X.subarray(t * D, (t + 1) * D), p * D));
    return this.network.decode(picked);
  }

  // (2,) of X (T, D)
  follows(X: Float32Array) {
    return this.network.follows(X.subarray(0, this.config.num_hiddens));
  }

  forward(tokens: number[], segments: number[], valid_len: number, pred_positions?: number[]) {
    const { hidden_states } = this.trace(tokens, segments, valid_len),
      encoded_X = hidden_states[this.config.num_blks]; // (T, D)
    const mlm_Y_hat = pred_positions && this.decode(encoded_X, pred_positions); // (P, V)
    return { encoded_X, mlm_Y_hat, nsp_Y_hat: this.follows(encoded_X) };
  }
}

// As bert_core/validation.py.
function check_sequences(tokens: number[], segments: number[], { vocab_size, max_len }: Config) {
  const within = (ids: number[], end: number) =>
    ids.every((id) => Number.isInteger(id) && id >= 0 && id < end);
  const refuse = (expected: string, got: unknown) => {
    throw new RangeError(`expected ${expected}, got ${got}`);
  };
  if (!tokens.length || tokens.length > max_len) refuse(`1 to ${max_len} tokens`, tokens.length);
  if (!within(tokens, vocab_size)) refuse(`token ids from 0 to ${vocab_size - 1}`, tokens);
  if (segments.length !== tokens.length || !within(segments, 2))
    refuse("a segment, 0 or 1, per token", segments);
}
