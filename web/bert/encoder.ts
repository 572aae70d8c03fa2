import { attention_mask, MultiHeadAttention } from "./attention.ts";
import type { Config, Tensors } from "./packed.ts";
import { Embedding, elementwise, erf, LayerNorm, Linear, Sequential } from "./torch.ts";

const ACTIVATIONS: Record<string, (x: number) => number> = {
  relu: (x) => Math.max(x, 0),
  gelu: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
};
export const make_activation = (name: string) => elementwise(ACTIVATIONS[name]);

class AddNorm {
  norm;
  constructor(tensors: Tensors, name: string, { norm_eps }: Config) {
    this.norm = new LayerNorm(tensors, `${name}.norm`, norm_eps);
  }
  forward(X: Float32Array, Y: Float32Array) {
    return this.norm.forward(X.map((x, i) => x + Y[i]));
  }
}

class TransformerEncoderBlock {
  attention;
  addnorm1;
  ffn;
  addnorm2;
  constructor(tensors: Tensors, name: string, config: Config) {
    this.attention = new MultiHeadAttention(tensors, `${name}.attention`, config);
    this.addnorm1 = new AddNorm(tensors, `${name}.addnorm1`, config);
    const [widen, narrow] = ["ffn.0", "ffn.2"].map(
      (layer) => new Linear(tensors, `${name}.${layer}`),
    );
    // (T, F) in between
    this.ffn = new Sequential(widen, make_activation(config.activation), narrow);
    this.addnorm2 = new AddNorm(tensors, `${name}.addnorm2`, config);
  }

  // Returns (T, D)
  forward(X: Float32Array, mask: Uint8Array): Float32Array {
    X = this.addnorm1.forward(X, this.attention.forward(X, mask)); // (T, D)
    return this.addnorm2.forward(X, this.ffn.forward(X));
  }
}

export class BERTEncoder {
  config;
  token_embedding;
  segment_embedding;
  pos_embedding;
  embedding_norm;
  blks;
  constructor(tensors: Tensors, name: string, config: Config) {
    this.config = config;
    this.token_embedding = new Embedding(tensors[`${name}.token_embedding.weight`]);
    this.segment_embedding = new Embedding(tensors[`${name}.segment_embedding.weight`]);
    this.pos_embedding = new Embedding(tensors[`${name}.pos_embedding`]);
    const norms = config.embedding_norm ? [`${name}.embedding_norm.0`] : [];
    this.embedding_norm = new Sequential(
      ...norms.map((norm) => new LayerNorm(tensors, norm, config.norm_eps)),
    );
    this.blks = Array.from(
      { length: config.num_blks },
      (_, i) => new TransformerEncoderBlock(tensors, `${name}.blks.${i}`, config),
    );
  }

  // Returns (T, D)
  forward(...inputs: Parameters<BERTEncoder["trace"]>): Float32Array {
    return this.trace(...inputs).hidden_states[this.blks.length];
  }

  // Returns (T, D)
  embed(tokens: number[], segments: number[]): Float32Array {
    check_sequences(tokens, segments, this.config);
    const D = this.config.num_hiddens,
      X = new Float32Array(tokens.length * D);
    tokens.forEach((token, t) =>
      X.set(
        this.token_embedding
          .forward(token)
          .map(
            (x, d) =>
              x + this.segment_embedding.forward(segments[t])[d] + this.pos_embedding.forward(t)[d],
          ),
        t * D,
      ),
    );
    return this.embedding_norm.forward(X);
  }

  trace(tokens: number[], segments: number[], valid_len = tokens.length) {
    let X = this.embed(tokens, segments);
    const mask = attention_mask(valid_len, tokens.length, this.config.causal); // (T, T)
    const hidden_states = [X],
      attention_weights = [];
    for (const blk of this.blks) {
      attention_weights.push(blk.attention.weights(X, mask)); // (N, T, T)
      X = blk.forward(X, mask); // (T, D)
      hidden_states.push(X);
    }
    return { hidden_states, attention_weights };
  }
}

// As bert_core/validation.py.
function check_sequences(tokens: number[], segments: number[], { vocab_size, max_len }: Config) {
  const within = (ids: number[], end: number) =>
    ids.every((id) => Number.isInteger(id) && id >= 0 && id < end);
  const refuse = (expected: string, got: unknown) => {
    throw new RangeError(`expected ${expected}, got ${got}`);
  };
  if (!tokens.length || tokens.length > max_len) refuse(`1 to ${max_len} tokens`, tokens.length);
  if (!within(tokens, vocab_size)) refuse(`token ids from 0 to ${vocab_size - 1}`, tokens);
  if (segments.length !== tokens.length || !within(segments, 2))
    refuse("a segment, 0 or 1, per token", segments);
}
