import { Activated, LayerNorm, Linear } from "./layers.ts";
import type { Address, Tensors } from "./tensors.ts";

type Rows = { start: Address; key: Address };
// A batch in memory, and the rows of it that the last block keeps.
export type Loaded = Record<"num_pairs" | "num_tokens" | "num_kept" | "num_preds", number> & {
  all: Rows;
  kept: Rows;
};

// LN(X + Y); both summands have one slope. Y becomes the sum.
class AddNorm {
  t;
  norm;
  constructor(t: Tensors, name: string, rows: number) {
    this.t = t;
    this.norm = new LayerNorm(t, `${name}.norm`, rows);
  }

  forward(M: number, X: Address, Y: Address, out: Address) {
    this.t.kernels.add(M * this.norm.D, X, Y);
    this.norm.forward(M, Y, out);
  }

  backward(M: number, dY: Address) {
    this.norm.backward(M, dY);
  }
}

export class TransformerEncoderBlock {
  t;
  last;
  D;
  W_q;
  W_k;
  W_v;
  W_o;
  addnorm1;
  widen;
  narrow;
  addnorm2;
  weights;
  wide;
  picked;
  q;
  heads;
  between;
  out;
  k;
  v;
  M;
  X;
  queries;
  // last: only the rows of `batch.kept` are worked out, those that a head asks for; keys and values need all
  constructor(t: Tensors, name: string, last: boolean) {
    const {
      config: { num_hiddens: D, ffn_num_hiddens: F, num_heads },
      most: { tokens, pairs, pred_positions },
    } = t;
    const rows = last ? pairs + pred_positions : tokens,
      take = (n: number) => t.take(rows * n),
      linear = (W: string) => new Linear(t, `${name}.attention.${W}`, D, D);
    this.t = t;
    this.last = last;
    this.D = D;
    this.W_q = linear("W_q");
    this.W_k = linear("W_k");
    this.W_v = linear("W_v");
    this.W_o = linear("W_o");
    this.addnorm1 = new AddNorm(t, `${name}.addnorm1`, rows);
    this.widen = new Activated(t, `${name}.ffn.0`, D, F, "gelu", rows);
    this.narrow = new Linear(t, `${name}.ffn.2`, F, D);
    this.addnorm2 = new AddNorm(t, `${name}.addnorm2`, rows);
    this.weights = take(num_heads * t.W);
    this.wide = take(F);
    this.picked = last ? take(D) : 0;
    this.q = take(D);
    this.heads = take(D);
    this.between = take(D);
    this.out = take(D);
    this.k = t.take(tokens * D);
    this.v = t.take(tokens * D);
    this.M = this.X = this.queries = 0; // what `forward` leaves to `backward`
  }

  forward(X: Address, batch: Loaded) {
    const {
      t: { kernels, config, scratch, W },
      last,
      D,
      q,
      k,
      v,
      heads,
    } = this;
    const { num_tokens: R, num_pairs: n } = batch,
      N = config.num_heads,
      starts = batch.all.start;
    const { start, key } = last ? batch.kept : batch.all;
    const M = last ? batch.num_kept : R,
      queries = last ? this.picked : X;
    this.M = M;
    this.X = X;
    this.queries = queries;
    if (last) kernels.gather(M, D, key, X, queries);
    this.W_q.forward(M, queries, q);
    this.W_k.forward(R, X, k);
    this.W_v.forward(R, X, v);
    kernels.attend(
      n,
      N,
      D / N,
      W,
      config.causal,
      start,
      starts,
      key,
      q,
      k,
      v,
      this.weights,
      heads,
      scratch.T,
    );
    this.W_o.forward(M, heads, scratch.Y);
    this.addnorm1.forward(M, queries, scratch.Y, this.between);
    this.widen.forward(M, this.between, this.wide);
    this.narrow.forward(M, this.wide, scratch.Y);
    this.addnorm2.forward(M, this.between, scratch.Y, this.out);
    return this.out;
  }

  // `dY` becomes the slope in X; the last block needs `spare` for it, having more rows there.
  backward(dY: Address, spare: Address, batch: Loaded): [slope: Address, spare: Address] {
    const {
      t,
      t: { kernels, config, W },
      last,
      D,
      M,
      X,
      queries,
      q,
      k,
      v,
      weights,
    } = this;
    const { Y: dheads, dwide, dq, dk, dv, T, S } = t.scratch,
      { start, key } = last ? batch.kept : batch.all;
    const { num_tokens: R, num_pairs: n } = batch,
      N = config.num_heads,
      starts = batch.all.start;
    this.addnorm2.backward(M, dY);
    this.narrow.backward(M, dY, this.wide, dwide);
    this.widen.backward(M, dwide, this.between, dY, 1);
    this.addnorm1.backward(M, dY);
    this.W_o.backward(M, dY, this.heads, dheads);
    kernels.attend_grad(n, N, D / N, W, start, starts, q, k, v, weights, dheads, dq, dk, dv, T, S);
    this.W_q.backward(M, dq, queries, dY, 1);
    if (last) {
      t.zero(spare, R * D);
      kernels.scatter_add(M, D, key, dY, spare);
      [dY, spare] = [spare, dY];
    }
    this.W_k.backward(R, dk, X, dY, 1);
    this.W_v.backward(R, dv, X, dY, 1);
    return [dY, spare];
  }
}
