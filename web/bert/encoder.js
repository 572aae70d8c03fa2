import { attention_mask, MultiHeadAttention } from "./attention.js";
import { Embedding, elementwise, erf, LayerNorm, Linear, Sequential } from "./torch.js";

/** @import { Config, Tensors } from "./packed.js" */

/** @type {Record<string, (x: number) => number>} */
const ACTIVATIONS = {
  relu: (x) => Math.max(x, 0),
  gelu: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
};
/** @param {string} name */
export const make_activation = (name) => elementwise(ACTIVATIONS[name]);

class AddNorm {
  /** @param {Tensors} tensors @param {string} name @param {Config} config */
  constructor(tensors, name, { norm_eps }) {
    this.norm = new LayerNorm(tensors, `${name}.norm`, norm_eps);
  }
  /** @param {Float32Array} X @param {Float32Array} Y */
  forward(X, Y) {
    return this.norm.forward(X.map((x, i) => x + Y[i]));
  }
}

class TransformerEncoderBlock {
  /** @param {Tensors} tensors @param {string} name @param {Config} config */
  constructor(tensors, name, config) {
    this.attention = new MultiHeadAttention(tensors, `${name}.attention`, config);
    this.addnorm1 = new AddNorm(tensors, `${name}.addnorm1`, config);
    const [widen, narrow] = ["ffn.0", "ffn.2"].map(
      (layer) => new Linear(tensors, `${name}.${layer}`),
    );
    // (T, F) in between
    this.ffn = new Sequential(widen, make_activation(config.activation), narrow);
    this.addnorm2 = new AddNorm(tensors, `${name}.addnorm2`, config);
  }

  /** @param {Float32Array} X @param {Uint8Array} mask @returns {Float32Array} (T, D) */
  forward(X, mask) {
    X = this.addnorm1.forward(X, this.attention.forward(X, mask)); // (T, D)
    return this.addnorm2.forward(X, this.ffn.forward(X));
  }
}

export class BERTEncoder {
  /** @param {Tensors} tensors @param {string} name @param {Config} config */
  constructor(tensors, name, config) {
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

  /** @param {Parameters<BERTEncoder["trace"]>} inputs @returns {Float32Array} (T, D) */
  forward(...inputs) {
    return this.trace(...inputs).hidden_states[this.blks.length];
  }

  /** @param {number[]} tokens @param {number[]} segments @returns {Float32Array} (T, D) */
  embed(tokens, segments) {
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

  /** @param {number[]} tokens @param {number[]} segments */
  trace(tokens, segments, valid_len = tokens.length) {
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
/** @param {number[]} tokens @param {number[]} segments @param {Config} config */
function check_sequences(tokens, segments, { vocab_size, max_len }) {
  /** @param {number[]} ids @param {number} end */
  const within = (ids, end) => ids.every((id) => Number.isInteger(id) && id >= 0 && id < end);
  /** @param {string} expected @param {unknown} got */
  const refuse = (expected, got) => {
    throw new RangeError(`expected ${expected}, got ${got}`);
  };
  if (!tokens.length || tokens.length > max_len) refuse(`1 to ${max_len} tokens`, tokens.length);
  if (!within(tokens, vocab_size)) refuse(`token ids from 0 to ${vocab_size - 1}`, tokens);
  if (segments.length !== tokens.length || !within(segments, 2))
    refuse("a segment, 0 or 1, per token", segments);
}
