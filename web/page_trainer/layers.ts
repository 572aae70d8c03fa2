// The layers of bert_core, forward and backward. A matrix is the address of its rows; M is their
// number. Layers keep only what the backward pass needs. `dX`: the gradient of the loss in X;
// gradients of weights accumulate in `t`.

import { type Address, filled, type Tensors } from "./tensors.ts";

export class Linear {
  t;
  name;
  inputs;
  outputs;
  constructor(t: Tensors, name: string, inputs: number, outputs: number) {
    this.t = t;
    this.name = name;
    this.inputs = inputs;
    this.outputs = outputs;
  }

  forward(M: number, X: Address, Y: Address) {
    const { t, name, inputs, outputs } = this,
      { kernels, scratch } = t;
    kernels.transpose(outputs, inputs, t.weight(`${name}.weight`), scratch.T, outputs);
    kernels.fill_rows(M, outputs, outputs, t.weight(`${name}.bias`), Y);
    kernels.gemm(M, outputs, inputs, X, inputs, 1, scratch.T, outputs, Y, outputs, 1);
  }

  backward(M: number, dY: Address, X: Address, dX: Address, add = 0) {
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
  t;
  activation;
  outputs;
  linear;
  slopes;
  constructor(
    t: Tensors,
    name: string,
    inputs: number,
    outputs: number,
    activation: "gelu" | "tanh",
    rows: number,
  ) {
    this.t = t;
    this.activation = activation;
    this.outputs = outputs;
    this.linear = new Linear(t, name, inputs, outputs);
    this.slopes = t.take(rows * outputs);
  }

  forward(M: number, X: Address, Y: Address) {
    this.linear.forward(M, X, Y);
    this.t.kernels[this.activation](M * this.outputs, Y, this.slopes);
  }

  backward(M: number, dY: Address, X: Address, dX: Address, add = 0) {
    this.t.kernels.mul(M * this.outputs, this.slopes, dY);
    this.linear.backward(M, dY, X, dX, add);
  }
}

export class LayerNorm {
  t;
  D;
  name;
  normed;
  scales;
  constructor(t: Tensors, name: string, rows: number) {
    const D = t.config.num_hiddens;
    this.t = t;
    this.D = D;
    this.name = name;
    this.normed = t.take(rows * D);
    this.scales = t.take(rows);
  }

  forward(M: number, X: Address, Y: Address) {
    const { t, D, normed, scales } = this,
      [g, b] = ["weight", "bias"].map((kind) => t.weight(`${this.name}.${kind}`));
    t.kernels.norm(M, D, t.config.norm_eps, g, b, X, normed, scales, Y);
  }

  // dY: becomes dX
  backward(M: number, dY: Address) {
    const { t, D, normed, scales } = this,
      [dg, db] = ["weight", "bias"].map((kind) => t.gradient(`${this.name}.${kind}`));
    t.kernels.norm_grad(M, D, t.weight(`${this.name}.weight`), normed, scales, dY, dg, db);
  }
}

// Logits over `classes`, each an inner product with a row of the matrix `weight`; softmax and loss
// with them.
export class Classifier {
  t;
  weight;
  bias;
  classes;
  ld;
  D;
  logits;
  labels;
  hits;
  // weight: its name
  // bias: its name
  constructor(t: Tensors, weight: string, bias: string, classes: number, rows: number) {
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

  forward(M: number, X: Address) {
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

  // The mean loss, and the share of right answers; the logits become `weight` times the mean's
  // slope in them.
  score(M: number, weight: number) {
    const { t, classes, ld, labels, logits, hits } = this;
    const loss = t.kernels.cross_entropy(M, classes, ld, weight / M, labels, logits, hits);
    return { loss: loss / M, accuracy: t.ints[hits / 4] / M };
  }

  backward(M: number, X: Address, dX: Address) {
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
