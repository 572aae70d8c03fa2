// The layers of bert_core, forward and backward. A matrix is the address of its rows; M is their number. Layers
// remember only what the way back needs. `dX`: the loss's slope in X; slopes of weights are added up in `t`.

class Linear {
  constructor(t, name, inputs, outputs) { Object.assign(this, { t, name, inputs, outputs }); }

  forward(M, X, Y) {
    const { t, name, inputs, outputs } = this, { kernels, scratch } = t;
    kernels.transpose(outputs, inputs, t.weight(`${name}.weight`), scratch.T, outputs);
    kernels.fill_rows(M, outputs, outputs, t.weight(`${name}.bias`), Y);
    kernels.gemm(M, outputs, inputs, X, inputs, 1, scratch.T, outputs, Y, outputs, 1);
  }

  backward(M, dY, X, dX, add = 0) {
    const { t: { kernels }, t, name, inputs, outputs } = this;
    kernels.sum_rows(M, outputs, outputs, dY, t.gradient(`${name}.bias`));
    kernels.gemm(outputs, inputs, M, dY, 1, outputs, X, inputs, t.gradient(`${name}.weight`), inputs, 1);
    kernels.gemm(M, inputs, outputs, dY, outputs, 1, t.weight(`${name}.weight`), inputs, dX, inputs, add);
  }
}

// A linear layer and "gelu" or "tanh" behind it.
class Activated {
  constructor(t, name, inputs, outputs, activation, rows) {
    Object.assign(this, { t, activation, outputs, linear: new Linear(t, name, inputs, outputs) });
    this.slopes = t.take(rows * outputs);
  }

  forward(M, X, Y) {
    this.linear.forward(M, X, Y);
    this.t.kernels[this.activation](M * this.outputs, Y, this.slopes);
  }

  backward(M, dY, X, dX, add = 0) {
    this.t.kernels.mul(M * this.outputs, this.slopes, dY);
    this.linear.backward(M, dY, X, dX, add);
  }
}

class LayerNorm {
  constructor(t, name, rows) {
    const D = t.config.num_hiddens;
    Object.assign(this, { t, D, name, normed: t.take(rows * D), scales: t.take(rows) });
  }

  forward(M, X, Y) {
    const { t, D, normed, scales } = this, [g, b] = ["weight", "bias"].map((kind) => t.weight(`${this.name}.${kind}`));
    t.kernels.norm(M, D, t.config.norm_eps, g, b, X, normed, scales, Y);
  }

  backward(M, dY) { // becomes dX
    const { t, D, normed, scales } = this, [dg, db] = ["weight", "bias"].map((kind) => t.gradient(`${this.name}.${kind}`));
    t.kernels.norm_grad(M, D, t.weight(`${this.name}.weight`), normed, scales, dY, dg, db);
  }
}

// LN(X + Y); both summands have one slope. Y becomes the sum.
class AddNorm {
  constructor(t, name, rows) { Object.assign(this, { t, norm: new LayerNorm(t, `${name}.norm`, rows) }); }

  forward(M, X, Y, out) {
    this.t.kernels.add(M * this.norm.D, X, Y);
    this.norm.forward(M, Y, out);
  }

  backward(M, dY) { this.norm.backward(M, dY); }
}

// `last`: only the rows of `batch.kept` are worked out, those that a head asks for; keys and values need all.
class TransformerEncoderBlock {
  constructor(t, name, last) {
    const { config: { num_hiddens: D, ffn_num_hiddens: F, num_heads }, most: { tokens, pairs, asked } } = t;
    const rows = last ? pairs + asked : tokens, take = (n) => t.take(rows * n);
    for (const W of ["W_q", "W_k", "W_v", "W_o"]) this[W] = new Linear(t, `${name}.attention.${W}`, D, D);
    this.addnorm1 = new AddNorm(t, `${name}.addnorm1`, rows);
    this.widen = new Activated(t, `${name}.ffn.0`, D, F, "gelu", rows);
    this.narrow = new Linear(t, `${name}.ffn.2`, F, D);
    this.addnorm2 = new AddNorm(t, `${name}.addnorm2`, rows);
    Object.assign(this, { t, last, D, F, weights: take(num_heads * t.W), wide: take(F), picked: last ? take(D) : 0 });
    [this.q, this.heads, this.between, this.out] = Array.from({ length: 4 }, () => take(D));
    [this.k, this.v] = [t.take(tokens * D), t.take(tokens * D)];
  }

  forward(X, batch) {
    const { t: { kernels, config, scratch, W }, last, D, q, k, v, heads } = this;
    const { num_tokens: R, num_pairs: n } = batch, N = config.num_heads, starts = batch.all.start;
    const { start, key } = last ? batch.kept : batch.all;
    const M = this.M = last ? batch.num_kept : R, queries = this.queries = last ? this.picked : X;
    this.X = X;
    if (last) kernels.gather(M, D, key, X, queries);
    this.W_q.forward(M, queries, q);
    this.W_k.forward(R, X, k);
    this.W_v.forward(R, X, v);
    kernels.attend(n, N, D / N, W, config.causal, start, starts, key, q, k, v, this.weights, heads, scratch.T);
    this.W_o.forward(M, heads, scratch.Y);
    this.addnorm1.forward(M, queries, scratch.Y, this.between);
    this.widen.forward(M, this.between, this.wide);
    this.narrow.forward(M, this.wide, scratch.Y);
    this.addnorm2.forward(M, this.between, scratch.Y, this.out);
    return this.out;
  }

  // `dY` becomes the slope in X; the last block needs `spare` for it, having more rows there. Returns [slope, spare].
  backward(dY, spare, batch) {
    const { t, t: { kernels, config, W }, last, D, M, X, queries, q, k, v, weights } = this;
    const { Y: dheads, dwide, dq, dk, dv, T, S } = t.scratch, { start, key } = last ? batch.kept : batch.all;
    const { num_tokens: R, num_pairs: n } = batch, N = config.num_heads, starts = batch.all.start;
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

// Logits over `classes`, each an inner product with a row of the matrix `weight`; softmax and loss with them.
class Classifier {
  constructor(t, weight, bias, classes, rows) {
    Object.assign(this, { t, weight, bias, classes, ld: filled(classes), D: t.config.num_hiddens });
    [this.logits, this.labels, this.hits] = [t.take(rows * this.ld), t.take(rows), t.take(1)];
  }

  forward(M, X) {
    const { t, t: { kernels, scratch }, classes, ld, D, logits } = this;
    kernels.transpose(classes, D, t.weight(this.weight), scratch.T, ld);
    kernels.fill_rows(M, classes, ld, t.weight(this.bias), logits);
    kernels.gemm(M, ld, D, X, D, 1, scratch.T, ld, logits, ld, 1);
  }

  // The mean loss, and the share of right answers; the logits become `weight` times the mean's slope in them.
  score(M, weight) {
    const { t, classes, ld, labels, logits, hits } = this;
    const loss = t.kernels.cross_entropy(M, classes, ld, weight / M, labels, logits, hits);
    return { loss: loss / M, accuracy: t.ints[hits / 4] / M };
  }

  backward(M, X, dX) {
    const { t, t: { kernels }, classes, ld, D, logits } = this;
    kernels.sum_rows(M, classes, ld, logits, t.gradient(this.bias));
    kernels.gemm(classes, D, M, logits, 1, ld, X, D, t.gradient(this.weight), D, 1);
    kernels.gemm(M, D, classes, logits, ld, 1, t.weight(this.weight), D, dX, D, 0);
  }
}
