// The parts of torch.nn that bert_core uses.

import type { Tensor, Tensors } from "./packed.ts";

// Sums in double precision, results in single.

export type Numbers<A> = {
  reduce(f: (a: number, b: number) => number, first: number): number;
  map(f: (x: number) => number): A;
};
export function softmax<A extends Numbers<A>>(scores: A): A {
  const largest = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

// By a series whose terms all have one sign: nothing cancels, every digit is right.
export function erf(x: number) {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = (2 / Math.sqrt(Math.PI)) * x * Math.exp(-x * x),
    sum = 0;
  for (let n = 1; Math.abs(term) > 1e-17; n++) {
    sum += term;
    term *= (2 * x * x) / (2 * n + 1);
  }
  return sum;
}

export type Layer = { forward(X: Float32Array): Float32Array };
export const elementwise: (f: (x: number) => number) => Layer = (f) => ({
  forward: (X) => X.map((x) => f(x)),
});

export class Sequential {
  layers;
  constructor(...layers: Layer[]) {
    this.layers = layers;
  }
  forward(X: Float32Array) {
    return this.layers.reduce((Y, layer) => layer.forward(Y), X);
  }
}

export class Embedding {
  weight;
  D;
  constructor({ data, shape }: Tensor) {
    this.weight = data;
    this.D = shape[shape.length - 1];
  }
  // Returns (D,)
  forward(id: number): Float32Array {
    return this.weight.subarray(id * this.D, (id + 1) * this.D);
  }
}

class Affine {
  weight;
  bias;
  constructor(tensors: Tensors, name: string) {
    this.weight = tensors[`${name}.weight`].data;
    this.bias = tensors[`${name}.bias`].data;
  }
}

export class Linear extends Affine {
  // Returns (rows, outputs)
  forward(X: Float32Array): Float32Array {
    const { weight, bias } = this,
      outputs = bias.length,
      inputs = weight.length / outputs;
    const rows = X.length / inputs,
      Y = new Float32Array(rows * outputs);
    for (let row = 0; row < rows; row++) {
      for (let output = 0; output < outputs; output++) {
        let sum = bias[output];
        for (let i = 0; i < inputs; i++) sum += weight[output * inputs + i] * X[row * inputs + i];
        Y[row * outputs + output] = sum;
      }
    }
    return Y;
  }
}

export class LayerNorm extends Affine {
  eps;
  constructor(tensors: Tensors, name: string, eps: number) {
    super(tensors, name);
    this.eps = eps;
  }

  // Returns the shape of X
  forward(X: Float32Array): Float32Array {
    const { weight, bias, eps } = this,
      D = weight.length,
      Y = new Float32Array(X.length);
    for (let row = 0; row < X.length; row += D) {
      let mean = 0,
        variance = 0;
      for (let d = 0; d < D; d++) mean += X[row + d] / D;
      for (let d = 0; d < D; d++) variance += (X[row + d] - mean) ** 2 / D;
      const scale = 1 / Math.sqrt(variance + eps);
      for (let d = 0; d < D; d++) Y[row + d] = (X[row + d] - mean) * scale * weight[d] + bias[d];
    }
    return Y;
  }
}
