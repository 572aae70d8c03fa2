import { make_activation } from "./encoder.js";
import { LayerNorm, Linear, Sequential } from "./torch.js";

export class MaskLM {
  constructor(tensors, name, { num_hiddens, activation, norm_eps }) {
    this.D = num_hiddens;
    const layers = [new Linear(tensors, `${name}.transform.0`), make_activation(activation)];
    this.transform = new Sequential(
      ...layers,
      new LayerNorm(tensors, `${name}.transform.2`, norm_eps),
    );
    this.decoder = new Linear(tensors, `${name}.decoder`);
  }

  forward(X, pred_positions) {
    const D = this.D,
      picked = new Float32Array(pred_positions.length * D);
    pred_positions.forEach((t, p) => picked.set(X.subarray(t * D, (t + 1) * D), p * D));
    return this.decode(picked); // (P, V)
  }

  decode(X) {
    return this.decoder.forward(this.transform.forward(X));
  } // (P, D) to (P, V)
}

export class NextSentencePred {
  constructor(tensors, name) {
    this.output = new Linear(tensors, `${name}.output`);
  }
  forward(X) {
    return this.output.forward(X);
  } // (2,)
}
