import { make_activation } from "./encoder.js";
import { LayerNorm, Linear, Sequential } from "./torch.js";

/** @import { Config, Tensors } from "./packed.js" */

export class MaskLM {
  /** @param {Tensors} tensors @param {string} name @param {Config} config */
  constructor(tensors, name, { num_hiddens, activation, norm_eps }) {
    this.D = num_hiddens;
    const layers = [new Linear(tensors, `${name}.transform.0`), make_activation(activation)];
    this.transform = new Sequential(
      ...layers,
      new LayerNorm(tensors, `${name}.transform.2`, norm_eps),
    );
    this.decoder = new Linear(tensors, `${name}.decoder`);
  }

  /** @param {Float32Array} X @param {number[]} pred_positions @returns {Float32Array} (P, V) */
  forward(X, pred_positions) {
    const D = this.D,
      picked = new Float32Array(pred_positions.length * D);
    pred_positions.forEach((t, p) => picked.set(X.subarray(t * D, (t + 1) * D), p * D));
    return this.decode(picked);
  }

  // (P, D) to (P, V)
  /** @param {Float32Array} X */
  decode(X) {
    return this.decoder.forward(this.transform.forward(X));
  }
}

export class NextSentencePred {
  /** @param {Tensors} tensors @param {string} name */
  constructor(tensors, name) {
    this.output = new Linear(tensors, `${name}.output`);
  }
  /** @param {Float32Array} X @returns {Float32Array} (2,) */
  forward(X) {
    return this.output.forward(X);
  }
}
