// bert_core's model in JavaScript, function by function under the same names. One sequence at a
// time, in evaluation mode: there is no batch axis and no dropout, `valid_len` is a number, and a
// matrix (T, D) is a Float32Array of its rows. Widgets that compute the model carry this text.

// What packing.py writes: a safetensors file with configuration and vocabulary in its header.
export const unpack = remember((bytes) => { // all widgets of a page are handed the same
  const { __metadata__: { config, vocab }, ...tensors } = read_tensors(bytes);
  return { config: JSON.parse(config), vocab: JSON.parse(vocab), tensors };
});

// A safetensors file of numbers in half precision (F16) or of whole ones (I8).
export function read_tensors(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const text = new TextDecoder().decode(new Uint8Array(bytes.buffer, bytes.byteOffset + 8, start - 8));
  const { __metadata__, ...header } = JSON.parse(text), tensors = { __metadata__ };
  for (const [name, { dtype, shape, data_offsets: [first, end] }] of Object.entries(header)) {
    const size = dtype === "I8" ? 1 : 2, data = new Float32Array((end - first) / size);
    for (let i = 0, at = start + first; i < data.length; i++, at += size)
      data[i] = size === 1 ? view.getInt8(at) : half(view.getUint16(at, true));
    tensors[name] = { data, shape };
  }
  return tensors;
}

// The number that these 16 bits stand for: sign, five bits of exponent, ten of fraction.
const SCALES = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** ((exponent || 1) - 25));
function half(bits) {
  const exponent = (bits >> 10) & 31;
  const size = ((exponent && 1024) + (bits & 1023)) * SCALES[exponent];
  return bits >> 15 ? -size : size;
}

// inputs.py and tokenization.py
export function get_tokens_and_segments(tokens_a, tokens_b) {
  const tokens = ["<cls>", ...tokens_a, "<sep>"], segments = tokens.map(() => 0);
  if (tokens_b) {
    tokens.push(...tokens_b, "<sep>");
    segments.push(...tokens_b.map(() => 1), 1);
  }
  return { tokens, segments };
}

// Text as the word-level tokenizer cuts it. What is no word of the model's comes out as it stands,
// so that a widget can say so; `ids` then makes it <unk>.
export function words(text) {
  const lower = (part) => [...part].map((character) => character.toLowerCase()).join("");
  return text.split(/(<(?:pad|unk|cls|sep|mask)>)/).flatMap((part, i) =>
    i % 2 ? [part] : lower(part).split(/\p{White_Space}+/u).filter(Boolean));
}

// torch: sums in double precision, results in single.

export function softmax(scores) {
  const largest = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

// By a series whose terms all have one sign: nothing cancels, every digit is right.
export function erf(x) {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = 2 / Math.sqrt(Math.PI) * x * Math.exp(-x * x), sum = 0;
  for (let n = 1; Math.abs(term) > 1e-17; n++) {
    sum += term;
    term *= 2 * x * x / (2 * n + 1);
  }
  return sum;
}

const elementwise = (f) => ({ forward: (X) => X.map((x) => f(x)) });

class Sequential {
  constructor(...layers) { this.layers = layers; }
  forward(X) { return this.layers.reduce((Y, layer) => layer.forward(Y), X); }
}

class Embedding {
  constructor({ data, shape }) { [this.weight, this.D] = [data, shape.at(-1)]; }
  forward(id) { return this.weight.subarray(id * this.D, (id + 1) * this.D); } // (D,)
}

class Affine {
  constructor(tensors, name) {
    [this.weight, this.bias] = ["weight", "bias"].map((kind) => tensors[`${name}.${kind}`].data);
  }
}

class Linear extends Affine {
  forward(X) {
    const { weight, bias } = this, outputs = bias.length, inputs = weight.length / outputs;
    const rows = X.length / inputs, Y = new Float32Array(rows * outputs);
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

class LayerNorm extends Affine {
  constructor(tensors, name, eps) {
    super(tensors, name);
    this.eps = eps;
  }

  forward(X) {
    const { weight, bias, eps } = this, D = weight.length, Y = new Float32Array(X.length);
    for (let row = 0; row < X.length; row += D) {
      let mean = 0, variance = 0;
      for (let d = 0; d < D; d++) mean += X[row + d] / D;
      for (let d = 0; d < D; d++) variance += (X[row + d] - mean) ** 2 / D;
      const scale = 1 / Math.sqrt(variance + eps);
      for (let d = 0; d < D; d++) Y[row + d] = (X[row + d] - mean) * scale * weight[d] + bias[d];
    }
    return Y; // the shape of X
  }
}

// attention.py

// Which keys each query may look at: (T, T), 1 = may look.
export function attention_mask(valid_len, length, causal = false) {
  return new Uint8Array(length * length).map((_, at) => {
    const key = at % length, query = (at - key) / length;
    return key < valid_len && !(causal && key > query);
  });
}

// Softmax of the scaled scores: (N, T, T) from q and k (N, T, K).
export function attention_weights(q, k, mask, N) {
  const T = Math.sqrt(mask.length), K = q.length / (N * T);
  const weights = new Float32Array(N * T * T), scores = new Float64Array(T);
  for (let query = 0; query < N * T; query++) {
    const first = query - query % T, row = query % T; // the first key of the same head
    for (let key = 0; key < T; key++) {
      let score = 0;
      for (let d = 0; d < K; d++) score += q[query * K + d] * k[(first + key) * K + d];
      scores[key] = mask[row * T + key] ? score / Math.sqrt(K) : -Infinity;
    }
    weights.set(softmax(scores), query * T);
  }
  return weights;
}

// The sum of the values, (N, T, K), in the shares that the weights say.
export function dot_product_attention(q, k, v, mask, N) {
  const T = Math.sqrt(mask.length), K = v.length / (N * T);
  const weights = attention_weights(q, k, mask, N);
  return v.map((_, at) => {
    const d = at % K, query = (at - d) / K, first = query - query % T;
    let sum = 0;
    for (let key = 0; key < T; key++) sum += weights[query * T + key] * v[(first + key) * K + d];
    return sum;
  });
}

class MultiHeadAttention {
  constructor(tensors, name, { num_hiddens, num_heads }) {
    for (const W of ["W_q", "W_k", "W_v", "W_o"]) this[W] = new Linear(tensors, `${name}.${W}`);
    this.N = num_heads;
    this.K = num_hiddens / num_heads;
  }

  forward(X, mask) {
    const [q, k, v] = [this.W_q, this.W_k, this.W_v].map((W) => this._split(W.forward(X))); // (N, T, K)
    const heads = dot_product_attention(q, k, v, mask, this.N); // (N, T, K)
    return this.W_o.forward(this._swap(heads, this.N, X.length / (this.N * this.K))); // (T, D)
  }

  weights(X, mask) {
    const [q, k] = [this.W_q, this.W_k].map((W) => this._split(W.forward(X)));
    return attention_weights(q, k, mask, this.N); // (N, T, T)
  }

  _split(X) { return this._swap(X, X.length / (this.N * this.K), this.N); } // (T, D) to (N, T, K)

  _swap(X, rows, columns) { // (rows, columns, K) to (columns, rows, K)
    return X.map((_, at) => {
      const k = at % this.K, place = (at - k) / this.K, row = place % rows;
      return X[(row * columns + (place - row) / rows) * this.K + k];
    });
  }
}

// encoder.py
const ACTIVATIONS = { relu: (x) => Math.max(x, 0), gelu: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)) };
const make_activation = (name) => elementwise(ACTIVATIONS[name]);

class AddNorm {
  constructor(tensors, name, { norm_eps }) { this.norm = new LayerNorm(tensors, `${name}.norm`, norm_eps); }
  forward(X, Y) { return this.norm.forward(X.map((x, i) => x + Y[i])); }
}

class TransformerEncoderBlock {
  constructor(tensors, name, config) {
    this.attention = new MultiHeadAttention(tensors, `${name}.attention`, config);
    this.addnorm1 = new AddNorm(tensors, `${name}.addnorm1`, config);
    const [widen, narrow] = ["ffn.0", "ffn.2"].map((layer) => new Linear(tensors, `${name}.${layer}`));
    this.ffn = new Sequential(widen, make_activation(config.activation), narrow); // (T, F) in between
    this.addnorm2 = new AddNorm(tensors, `${name}.addnorm2`, config);
  }

  forward(X, mask) {
    X = this.addnorm1.forward(X, this.attention.forward(X, mask)); // (T, D)
    return this.addnorm2.forward(X, this.ffn.forward(X)); // (T, D)
  }
}

class BERTEncoder {
  constructor(tensors, name, config) {
    this.config = config;
    this.token_embedding = new Embedding(tensors[`${name}.token_embedding.weight`]);
    this.segment_embedding = new Embedding(tensors[`${name}.segment_embedding.weight`]);
    this.pos_embedding = new Embedding(tensors[`${name}.pos_embedding`]);
    const norms = config.embedding_norm ? [`${name}.embedding_norm.0`] : [];
    this.embedding_norm = new Sequential(...norms.map((norm) => new LayerNorm(tensors, norm, config.norm_eps)));
    this.blks = Array.from({ length: config.num_blks }, (_, i) =>
      new TransformerEncoderBlock(tensors, `${name}.blks.${i}`, config));
  }

  forward(...inputs) { return this.trace(...inputs).hidden_states.at(-1); } // (T, D)

  embed(tokens, segments) {
    check_sequences(tokens, segments, this.config);
    const D = this.config.num_hiddens, X = new Float32Array(tokens.length * D);
    tokens.forEach((token, t) => X.set(this.token_embedding.forward(token).map((x, d) =>
      x + this.segment_embedding.forward(segments[t])[d] + this.pos_embedding.forward(t)[d]), t * D));
    return this.embedding_norm.forward(X); // (T, D)
  }

  trace(tokens, segments, valid_len = tokens.length) {
    let X = this.embed(tokens, segments);
    const mask = attention_mask(valid_len, tokens.length, this.config.causal); // (T, T)
    const hidden_states = [X], attention_weights = [];
    for (const blk of this.blks) {
      attention_weights.push(blk.attention.weights(X, mask)); // (N, T, T)
      hidden_states.push(X = blk.forward(X, mask)); // (T, D)
    }
    return { hidden_states, attention_weights };
  }
}

// validation.py
function check_sequences(tokens, segments, { vocab_size, max_len }) {
  const within = (ids, end) => ids.every((id) => Number.isInteger(id) && id >= 0 && id < end);
  const refuse = (expected, got) => { throw new RangeError(`expected ${expected}, got ${got}`); };
  if (!tokens.length || tokens.length > max_len) refuse(`1 to ${max_len} tokens`, tokens.length);
  if (!within(tokens, vocab_size)) refuse(`token ids from 0 to ${vocab_size - 1}`, tokens);
  if (segments.length !== tokens.length || !within(segments, 2)) refuse("a segment, 0 or 1, per token", segments);
}

// heads.py
class MaskLM {
  constructor(tensors, name, { num_hiddens, activation, norm_eps }) {
    this.D = num_hiddens;
    const layers = [new Linear(tensors, `${name}.transform.0`), make_activation(activation)];
    this.transform = new Sequential(...layers, new LayerNorm(tensors, `${name}.transform.2`, norm_eps));
    this.decoder = new Linear(tensors, `${name}.decoder`);
  }

  forward(X, pred_positions) {
    const D = this.D, picked = new Float32Array(pred_positions.length * D);
    pred_positions.forEach((t, p) => picked.set(X.subarray(t * D, (t + 1) * D), p * D));
    return this.decode(picked); // (P, V)
  }

  decode(X) { return this.decoder.forward(this.transform.forward(X)); } // (P, D) to (P, V)
}

class NextSentencePred {
  constructor(tensors, name) { this.output = new Linear(tensors, `${name}.output`); }
  forward(X) { return this.output.forward(X); } // (2,)
}

// model.py
export class BERTModel {
  constructor({ config, vocab, tensors }) {
    const tied = config.tied_decoder && { "mlm.decoder.weight": tensors["encoder.token_embedding.weight"] };
    tensors = { ...tensors, ...tied };
    Object.assign(this, { config, vocab, known: new Map(vocab.map((token, id) => [token, id])) });
    this.encoder = new BERTEncoder(tensors, "encoder", config);
    this.hidden = new Sequential(new Linear(tensors, "hidden.0"), elementwise(Math.tanh));
    this.mlm = new MaskLM(tensors, "mlm", config);
    this.nsp = new NextSentencePred(tensors, "nsp");
  }

  ids(tokens) { return tokens.map((token) => this.known.get(token) ?? this.known.get("<unk>")); }

  forward(tokens, segments, valid_len, pred_positions) {
    const encoded_X = this.encoder.forward(tokens, segments, valid_len); // (T, D)
    const mlm_Y_hat = pred_positions && this.mlm.forward(encoded_X, pred_positions); // (P, V)
    const cls = encoded_X.subarray(0, this.config.num_hiddens); // (D,)
    return { encoded_X, mlm_Y_hat, nsp_Y_hat: this.nsp.forward(this.hidden.forward(cls)) };
  }
}
