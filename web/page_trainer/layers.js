// The layers of bert_core, forward and backward. A matrix is the address of its rows; M is their
// number. Layers remember only what the way back needs. `dX`: the loss's slope in X; slopes of
// weights are added up in `t`.

/** @import { Address, Tensors } from "./tensors.js" */
import { filled } from "./tensors.js";

export class Linear {
  /** @param {Tensors} t @param {string} name @param {number} inputs @param {number} outputs */
  constructor(t, name, inputs, outputs) {
    this.t = t;
    this.name = name;
    this.inputs = inputs;
    this.outputs = outputs;
  }

  /** @param {number} M @param {Address} X @param {Address} Y */
  forward(M, X, Y) {
    const { t, name, inputs, outputs } = this,
      { kernels, scratch } = t;
    kernels.transpose(outputs, inputs, t.weight(`${name}.weight`), scratch.T, outputs);
    kernels.fill_rows(M, outputs, outputs, t.weight(`${name}.bias`), Y);
    kernels.gemm(M, outputs, inputs, X, inputs, 1, scratch.T, outputs, Y, outputs, 1);
  }

  /** @param {number} M @param {Address} dY @param {Address} X @param {Address} dX */
  backward(M, dY, X, dX, add = 0) {
    const {
      t: { kernels },
      t,
      name,
      inputs,
      outputs,
    } = this;
    kernels.sum_rows(M, outputs, outputs, dY, t.gradient(`${name}.bias`));
    kernels.gemm(
      outputs,
      inputs,
      M,
      dY,
      1,
      outputs,
      X,
      inputs,
      t.gradient(`${name}.weight`),
      inputs,
      1,
    );
    kernels.gemm(
      M,
      inputs,
      outputs,
      dY,
      outputs,
      1,
      t.weight(`${name}.weight`),
      inputs,
      dX,
      inputs,
      add,
    );
  }
}

// A linear layer with an activation behind it.
export class Activated {
  /**
   * @param {Tensors} t
   * @param {string} name
   * @param {number} inputs
   * @param {number} outputs
   * @param {"gelu" | "tanh"} activation
   * @param {number} rows
   */
  constructor(t, name, inputs, outputs, activation, rows) {
    this.t = t;
    this.activation = activation;
    this.outputs = outputs;
    this.linear = new Linear(t, name, inputs, outputs);
    this.slopes = t.take(rows * outputs);
  }

  /** @param {number} M @param {Address} X @param {Address} Y */
  forward(M, X, Y) {
    this.linear.forward(M, X, Y);
    this.t.kernels[this.activation](M * this.outputs, Y, this.slopes);
  }

  /** @param {number} M @param {Address} dY @param {Address} X @param {Address} dX */
  backward(M, dY, X, dX, add = 0) {
    this.t.kernels.mul(M * this.outputs, this.slopes, dY);
    this.linear.backward(M, dY, X, dX, add);
  }
}

export class LayerNorm {
  /** @param {Tensors} t @param {string} name @param {number} rows */
  constructor(t, name, rows) {
    const D = t.config.num_hiddens;
    this.t = t;
    this.D = D;
    this.name = name;
    this.normed = t.take(rows * D);
    this.scales = t.take(rows);
  }

  /** @param {number} M @param {Address} X @param {Address} Y */
  forward(M, X, Y) {
    const { t, D, normed, scales } = this,
      [g, b] = ["weight", "bias"].map((kind) => t.weight(`${this.name}.${kind}`));
    t.kernels.norm(M, D, t.config.norm_eps, g, b, X, normed, scales, Y);
  }

  /** @param {number} M @param {Address} dY becomes dX */
  backward(M, dY) {
    const { t, D, normed, scales } = this,
      [dg, db] = ["weight", "bias"].map((kind) => t.gradient(`${this.name}.${kind}`));
    t.kernels.norm_grad(M, D, t.weight(`${this.name}.weight`), normed, scales, dY, dg, db);
  }
}

// Logits over `classes`, each an inner product with a row of the matrix `weight`; softmax and loss
// with them.
export class Classifier {
  /**
   * @param {Tensors} t
   * @param {string} weight its name
   * @param {string} bias its name
   * @param {number} classes
   * @param {number} rows
   */
  constructor(t, weight, bias, classes, rows) {
    this.t = t;
    this.weight = weight;
    this.bias = bias;
    this.classes = classes;
    this.ld = filled(classes);
    this.D = t.config.num_hiddens;
    this.logits = t.take(rows * this.ld);
    this.labels = t.take(rows);
    this.hits = t.take(1);
  }

  /** @param {number} M @param {Address} X */
  forward(M, X) {
    const {
      t,
      t: { kernels, scratch },
      classes,
      ld,
      D,
      logits,
    } = this;
    kernels.transpose(classes, D, t.weight(this.weight), scratch.T, ld);
    kernels.fill_rows(M, classes, ld, t.weight(this.bias), logits);
    kernels.gemm(M, ld, D, X, D, 1, scratch.T, ld, logits, ld, 1);
  }

  /**
   * The mean loss, and the share of right answers; the logits become `weight` times the mean's
   * slope in them.
   * @param {number} M
   * @param {number} weight
   */
  score(M, weight) {
    const { t, classes, ld, labels, logits, hits } = this;
    const loss = t.kernels.cross_entropy(M, classes, ld, weight / M, labels, logits, hits);
    return { loss: loss / M, accuracy: t.ints[hits / 4] / M };
  }

  /** @param {number} M @param {Address} X @param {Address} dX */
  backward(M, X, dX) {
    const {
      t,
      t: { kernels },
      classes,
      ld,
      D,
      logits,
    } = this;
    kernels.sum_rows(M, classes, ld, logits, t.gradient(this.bias));
    kernels.gemm(classes, D, M, logits, 1, ld, X, D, t.gradient(this.weight), D, 1);
    kernels.gemm(M, D, classes, logits, ld, 1, t.weight(this.weight), D, dX, D, 0);
  }
}
