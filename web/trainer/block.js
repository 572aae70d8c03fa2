import { Activated, LayerNorm, Linear } from "./layers.js";

// LN(X + Y); both summands have one slope. Y becomes the sum.
class AddNorm {
  constructor(t, name, rows) {
    Object.assign(this, { t, norm: new LayerNorm(t, `${name}.norm`, rows) });
  }

  forward(M, X, Y, out) {
    this.t.kernels.add(M * this.norm.D, X, Y);
    this.norm.forward(M, Y, out);
  }

  backward(M, dY) {
    this.norm.backward(M, dY);
  }
}

// `last`: only the rows of `batch.kept` are worked out, those that a head asks for; keys and values
// need all.
export class TransformerEncoderBlock {
  constructor(t, name, last) {
    const {
      config: { num_hiddens: D, ffn_num_hiddens: F, num_heads },
      most: { tokens, pairs, asked },
    } = t;
    const rows = last ? pairs + asked : tokens,
      take = (n) => t.take(rows * n);
    for (const W of ["W_q", "W_k", "W_v", "W_o"])
      this[W] = new Linear(t, `${name}.attention.${W}`, D, D);
    this.addnorm1 = new AddNorm(t, `${name}.addnorm1`, rows);
    this.widen = new Activated(t, `${name}.ffn.0`, D, F, "gelu", rows);
    this.narrow = new Linear(t, `${name}.ffn.2`, F, D);
    this.addnorm2 = new AddNorm(t, `${name}.addnorm2`, rows);
    Object.assign(this, {
      t,
      last,
      D,
      F,
      weights: take(num_heads * t.W),
      wide: take(F),
      picked: last ? take(D) : 0,
    });
    [this.q, this.heads, this.between, this.out] = Array.from({ length: 4 }, () => take(D));
    [this.k, this.v] = [t.take(tokens * D), t.take(tokens * D)];
  }

  forward(X, batch) {
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
    Object.assign(this, { M, queries });
    this.X = X;
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
  // Returns [slope, spare].
  backward(dY, spare, batch) {
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
