import { make_activation } from "./encoder.ts";
import type { Config, Tensors } from "./packed.ts";
import { LayerNorm, Linear, Sequential } from "./torch.ts";

export class MaskLM {
  D;
  transform;
  decoder;
  constructor(tensors: Tensors, name: string, { num_hiddens, activation, norm_eps }: Config) {
    this.D = num_hiddens;
    const layers = [new Linear(tensors, `${name}.transform.0`), make_activation(activation)];
    this.transform = new Sequential(
      ...layers,
      new LayerNorm(tensors, `${name}.transform.2`, norm_eps),
    );
    this.decoder = new Linear(tensors, `${name}.decoder`);
  }

  // Returns (P, V)
  forward(X: Float32Array, pred_positions: number[]): Float32Array {
    const D = this.D,
      picked = new Float32Array(pred_positions.length * D);
    pred_positions.forEach((t, p) => picked.set(X.subarray(t * D, (t + 1) * D), p * D));
    return this.decode(picked);
  }

  // (P, D) to (P, V)
  decode(X: Float32Array) {
    return this.decoder.forward(this.transform.forward(X));
  }
}

export class NextSentencePred {
  output;
  constructor(tensors: Tensors, name: string) {
    this.output = new Linear(tensors, `${name}.output`);
  }
  // Returns (2,)
  forward(X: Float32Array): Float32Array {
    return this.output.forward(X);
  }
}
