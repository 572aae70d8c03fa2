import type { Address } from "../engine/memory.ts";
import { BATCH, BLOCK } from "../engine/structs.ts";
import { LayerNorm, named } from "./layers.ts";
import type { Tensors } from "./tensors.ts";

// A batch in memory: its struct, and the lists that it has.
// kept: most rows that the last block keeps, 0 where it keeps all
export function layBatch(t: Tensors, kept: number) {
  const { num_hiddens: D, ffn_num_hiddens: F } = t.config,
    { tokens, pairs } = t.most,
    rows = Math.max(tokens, kept),
    lists = {
      start: t.take(pairs + 1),
      key: t.take(tokens),
      kept_start: t.take(pairs + 1),
      kept_key: t.take(kept),
    };
  return {
    ...lists,
    // where a slope goes on its way back
    slopes: [t.take(rows * D), t.take(rows * D)],
    at: t.struct(BATCH, {
      ...lists,
      W: t.W,
      Y: t.take(rows * D),
      dwide: t.take(rows * F),
      dq: t.take(rows * D),
      dk: t.take(tokens * D),
      dv: t.take(tokens * D),
      T: t.T,
      S: t.take(t.W * t.W),
    }),
  };
}
export type Laid = ReturnType<typeof layBatch>;

export class TransformerEncoderBlock {
  t;
  last;
  at;
  out;
  batch;
  X = 0; // what `forward` leaves to `backward`
  // last: only the rows that the batch keeps are worked out, those that a head asks for
  constructor(t: Tensors, name: string, batch: Laid, last: boolean) {
    const { num_hiddens: D, ffn_num_hiddens: F, num_heads: N, causal } = t.config,
      { tokens, pairs, pred_positions } = t.most;
    const rows = last ? pairs + pred_positions : tokens,
      linear = (part: string, D: number, F: number) => named(t, `${name}.${part}`, D, F).at,
      norm = (part: string) => new LayerNorm(t, `${name}.${part}.norm`, rows).at;
    this.t = t;
    this.last = last;
    this.batch = batch.at;
    this.out = t.take(rows * D);
    this.at = t.struct(BLOCK, {
      ...{ D, F, N, K: D / N, causal: Number(causal) },
      W_q: linear("attention.W_q", D, D),
      W_k: linear("attention.W_k", D, D),
      W_v: linear("attention.W_v", D, D),
      W_o: linear("attention.W_o", D, D),
      widen: linear("ffn.0", D, F),
      narrow: linear("ffn.2", F, D),
      norm1: norm("addnorm1"),
      norm2: norm("addnorm2"),
      picked: last ? t.take(rows * D) : 0,
      q: t.take(rows * D),
      k: t.take(tokens * D),
      v: t.take(tokens * D),
      weights: t.take(rows * N * t.W),
      heads: t.take(rows * D),
      between: t.take(rows * D),
      wide: t.take(rows * F),
      slopes: t.take(rows * F),
      out: this.out,
    });
  }

  forward(X: Address) {
    this.X = X;
    this.t.kernels.block(this.at, this.batch, X);
    return this.out;
  }

  // `dY` becomes the slope in X; the last block needs `spare` for it, having more rows there.
  backward(dY: Address, spare: Address): [slope: Address, spare: Address] {
    this.t.kernels.block_grad(this.at, this.batch, this.X, dY, spare);
    return this.last ? [spare, dY] : [dY, spare];
  }
}
