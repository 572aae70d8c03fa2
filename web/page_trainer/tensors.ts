// The layout of weights, gradients and activations in the kernels' memory.

import type { Config as Packed } from "../bert/packed.ts";
import { type Address, filled, Memory } from "../engine/memory.ts";

// Widths are multiples of 8.
export type Config = Packed & { init_std: number };
// What a batch may have at most, and `length`, the tokens of a pair.
export type Most = Record<"pairs" | "tokens" | "pred_positions" | "length", number>;
export type Parameter = [name: string, ...shape: number[]];

const count = (shape: number[]) => shape.reduce((a, b) => a * b);

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

// The parameters of a model, under bert_core's names: matrices decay, and what one head alone trains
// stands in the middle.
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

export class Tensors extends Memory {
  config;
  most;
  W;
  size;
  common;
  decaying;
  notNext;
  weightsAt;
  gradientsAt;
  firstMoments;
  secondMoments;
  T; // the kernels' own
  places: Record<string, Address> = {};
  shapes: Record<string, number[]> = {};

  // laid: the groups that it has
  constructor(
    config: Config,
    most: Most,
    laid: ReturnType<typeof parameters> = parameters(config),
  ) {
    super();
    this.config = config;
    this.most = most;
    this.W = filled(most.length);
    const { matrices, heads, vectors } = laid,
      start = this.end;
    // weights lie end to end, so that one call of a kernel updates many; gradients and moments
    // likewise
    const lay = (list: Parameter[]) => {
      for (const [name, ...shape] of list)
        [this.places[name], this.shapes[name]] = [this.take(count(shape)), shape];
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
    this.gradientsAt = this.take(size);
    this.firstMoments = this.take(size);
    this.secondMoments = this.take(size);
    const largest = Object.values(this.shapes).map((shape) => filled(shape[0]) * (shape[1] ?? 1));
    this.T = this.take(Math.max(config.num_hiddens * this.W, ...largest));
  }

  weight(name: string) {
    return this.places[name];
  }

  gradient(name: string) {
    return this.places[name] - this.weightsAt + this.gradientsAt;
  }

  read(name: string, at = this.weight(name)) {
    return this.view(at, count(this.shapes[name]));
  }
}
