// What bert_core has from torch.nn.

/** @import { Tensor, Tensors } from "./packed.js" */

// Sums in double precision, results in single.

/**
 * @template A
 * @typedef {{
 *   reduce(f: (a: number, b: number) => number, first: number): number,
 *   map(f: (x: number) => number): A,
 * }} Numbers
 */
/** @template {Numbers<A>} A @param {A} scores @returns {A} */
export function softmax(scores) {
  const largest = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

// By a series whose terms all have one sign: nothing cancels, every digit is right.
/** @param {number} x */
export function erf(x) {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = (2 / Math.sqrt(Math.PI)) * x * Math.exp(-x * x),
    sum = 0;
  for (let n = 1; Math.abs(term) > 1e-17; n++) {
    sum += term;
    term *= (2 * x * x) / (2 * n + 1);
  }
  return sum;
}

/** @typedef {{ forward(X: Float32Array): Float32Array }} Layer */
/** @type {(f: (x: number) => number) => Layer} */
export const elementwise = (f) => ({ forward: (X) => X.map((x) => f(x)) });

export class Sequential {
  /** @param {Layer[]} layers */
  constructor(...layers) {
    this.layers = layers;
  }
  /** @param {Float32Array} X */
  forward(X) {
    return this.layers.reduce((Y, layer) => layer.forward(Y), X);
  }
}

export class Embedding {
  /** @param {Tensor} tensor */
  constructor({ data, shape }) {
    this.weight = data;
    this.D = shape[shape.length - 1];
  }
  /** @param {number} id @returns {Float32Array} (D,) */
  forward(id) {
    return this.weight.subarray(id * this.D, (id + 1) * this.D);
  }
}

class Affine {
  /** @param {Tensors} tensors @param {string} name */
  constructor(tensors, name) {
    this.weight = tensors[`${name}.weight`].data;
    this.bias = tensors[`${name}.bias`].data;
  }
}

export class Linear extends Affine {
  /** @param {Float32Array} X @returns {Float32Array} (rows, outputs) */
  forward(X) {
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
  /** @param {Tensors} tensors @param {string} name @param {number} eps */
  constructor(tensors, name, eps) {
    super(tensors, name);
    this.eps = eps;
  }

  /** @param {Float32Array} X @returns {Float32Array} the shape of X */
  forward(X) {
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
