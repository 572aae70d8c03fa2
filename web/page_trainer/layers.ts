// The layers of bert_core, forward and backward, see engine/kernels. A matrix is the address of its
// rows; M is their number. Layers keep only what the backward pass needs. `dX`: the gradient of the
// loss in X; gradients of weights accumulate in `t`.

import { type Address, filled } from "../engine/memory.ts";
import { LINEAR, NORM } from "../engine/structs.ts";
import type { Tensors } from "./tensors.ts";

export class Linear {
  t;
  at;
  // weight, bias: their names
  // ld: numbers in a row of outputs
  constructor(t: Tensors, weight: string, bias: string, D: number, F: number, ld = F) {
    const [W, b] = [weight, bias].map((name) => t.weight(name)),
      [dW, db] = [weight, bias].map((name) => t.gradient(name));
    this.t = t;
    this.at = t.struct(LINEAR, { F, D, ld, W, b, dW, db });
  }

  forward(M: number, X: Address, Y: Address) {
    this.t.kernels.linear(this.at, M, X, Y, this.t.T);
  }

  backward(M: number, dY: Address, X: Address, dX: Address) {
    this.t.kernels.linear_grad(this.at, M, dY, X, dX, 0);
  }
}

export const named = (t: Tensors, name: string, D: number, F: number) =>
  new Linear(t, `${name}.weight`, `${name}.bias`, D, F);

// A linear layer (D, D) with an activation behind it.
export class Activated {
  t;
  activation;
  linear;
  slopes;
  D;
  constructor(t: Tensors, name: string, activation: "gelu" | "tanh", rows: number) {
    this.t = t;
    this.activation = activation;
    this.D = t.config.num_hiddens;
    this.linear = named(t, name, this.D, this.D);
    this.slopes = t.take(rows * this.D);
  }

  forward(M: number, X: Address, Y: Address) {
    this.linear.forward(M, X, Y);
    this.t.kernels[this.activation](M * this.D, Y, this.slopes);
  }

  backward(M: number, dY: Address, X: Address, dX: Address) {
    this.t.kernels.mul(M * this.D, this.slopes, dY);
    this.linear.backward(M, dY, X, dX);
  }
}

export class LayerNorm {
  t;
  at;
  constructor(t: Tensors, name: string, rows: number) {
    const { num_hiddens: D, norm_eps: eps } = t.config,
      [g, b] = ["weight", "bias"].map((kind) => t.weight(`${name}.${kind}`)),
      [dg, db] = ["weight", "bias"].map((kind) => t.gradient(`${name}.${kind}`));
    this.t = t;
    this.at = t.struct(NORM, {
      ...{ D, n: D, eps, g, b, dg, db },
      normed: t.take(rows * D),
      r: t.take(rows),
    });
  }

  forward(M: number, X: Address, Y: Address) {
    this.t.kernels.norm(this.at, M, X, Y);
  }

  // dY: becomes dX
  backward(M: number, dY: Address) {
    this.t.kernels.norm_grad(this.at, M, dY);
  }
}

// Logits over `classes`, each an inner product with a row of the matrix `weight`; softmax and loss
// with them.
export class Classifier {
  t;
  linear;
  classes;
  ld;
  logits;
  labels;
  hits;
  constructor(t: Tensors, weight: string, bias: string, classes: number, rows: number) {
    this.t = t;
    this.classes = classes;
    this.ld = filled(classes);
    this.linear = new Linear(t, weight, bias, t.config.num_hiddens, classes, this.ld);
    this.logits = t.take(rows * this.ld);
    this.labels = t.take(rows);
    this.hits = t.take(1);
  }

  forward(M: number, X: Address) {
    this.linear.forward(M, X, this.logits);
  }

  // The mean loss, and the share of right answers; the logits become `weight` times the mean's
  // slope in them.
  score(M: number) {
    const { t, classes, ld, labels, logits, hits } = this;
    const loss = t.kernels.cross_entropy(M, classes, ld, 1 / M, labels, logits, hits);
    return { loss: loss / M, accuracy: t.ints[hits / 4] / M };
  }

  backward(M: number, X: Address, dX: Address) {
    this.linear.backward(M, this.logits, X, dX);
  }
}
