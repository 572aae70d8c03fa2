// What bert_core has from torch.nn.

// Sums in double precision, results in single.

export function softmax(scores) {
  const largest = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

// By a series whose terms all have one sign: nothing cancels, every digit is right.
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

export const elementwise = (f) => ({ forward: (X) => X.map((x) => f(x)) });

export class Sequential {
  constructor(...layers) {
    this.layers = layers;
  }
  forward(X) {
    return this.layers.reduce((Y, layer) => layer.forward(Y), X);
  }
}

export class Embedding {
  constructor({ data, shape }) {
    [this.weight, this.D] = [data, shape.at(-1)];
  }
  forward(id) {
    return this.weight.subarray(id * this.D, (id + 1) * this.D);
  } // (D,)
}

class Affine {
  constructor(tensors, name) {
    [this.weight, this.bias] = ["weight", "bias"].map((kind) => tensors[`${name}.${kind}`].data);
  }
}

export class Linear extends Affine {
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
    return Y; // (rows, outputs)
  }
}

export class LayerNorm extends Affine {
  constructor(tensors, name, eps) {
    super(tensors, name);
    this.eps = eps;
  }

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
    return Y; // the shape of X
  }
}
