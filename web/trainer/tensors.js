// Where weights, gradients and all that a step keeps stand in the memory of the kernels.

const FIRST = 65536; // byte: the page before it is the kernels' own
const GAP = 64; // bytes between two buffers that nobody writes to; a test looks at them

export const filled = (n) => (n + 7) & ~7; // up to a multiple of 8

// The parameters of a model as [name, ...shape], under bert_core's names, in three groups: matrices
// decay, and what next sentence prediction alone trains stands in the middle.
export function parameters({
  vocab_size: V,
  num_hiddens: D,
  ffn_num_hiddens: F,
  num_blks,
  max_len,
}) {
  const matrices = [
      ["encoder.token_embedding.weight", V, D],
      ["encoder.segment_embedding.weight", 2, D],
      ["encoder.pos_embedding", 1, max_len, D],
    ],
    vectors = [];
  const linear = (name, outputs, inputs) => {
    matrices.push([`${name}.weight`, outputs, inputs]);
    vectors.push([`${name}.bias`, outputs]);
  };
  const norm = (name) => vectors.push([`${name}.weight`, D], [`${name}.bias`, D]);
  norm("encoder.embedding_norm.0");
  for (let i = 0; i < num_blks; i++) {
    const block = `encoder.blks.${i}`;
    for (const W of ["W_q", "W_k", "W_v", "W_o"]) linear(`${block}.attention.${W}`, D, D);
    norm(`${block}.addnorm1.norm`);
    linear(`${block}.ffn.0`, F, D);
    linear(`${block}.ffn.2`, D, F);
    norm(`${block}.addnorm2.norm`);
  }
  linear("mlm.transform.0", D, D);
  norm("mlm.transform.2");
  vectors.push(["mlm.decoder.bias", V]);
  const heads = {
    matrices: [
      ["hidden.0.weight", D, D],
      ["nsp.output.weight", 2, D],
    ],
    vectors: [
      ["hidden.0.bias", D],
      ["nsp.output.bias", 2],
    ],
  };
  return { matrices, heads, vectors };
}

// `most`: {pairs, tokens, asked} of a batch and `length`, tokens of a pair; more is refused.
export class Tensors {
  constructor(config, most) {
    Object.assign(this, { config, most, end: FIRST, gaps: [], places: {}, shapes: {} });
    const { matrices, heads, vectors } = parameters(config),
      start = this.end;
    // weights lie end to end, so that one call of a kernel updates many; gradients and moments
    // likewise
    const lay = (list) => {
      for (const [name, ...shape] of list) {
        [this.places[name], this.shapes[name]] = [this.end, shape];
        this.end += 4 * filled(shape.reduce((a, b) => a * b));
      }
      return (this.end - start) / 4;
    };
    const [common, decaying, notNext, size] = [
      matrices,
      heads.matrices,
      heads.vectors,
      vectors,
    ].map(lay);
    Object.assign(this, { size, common, decaying, notNext, weightsAt: start });
    this.#leave();
    [this.gradientsAt, this.firstMoments, this.secondMoments] = [0, 0, 0].map(() =>
      this.take(size),
    );
  }

  #leave() {
    this.gaps.push(this.end);
    this.end += GAP;
  }

  // The address of a new buffer of so many numbers.
  take(numbers) {
    const at = this.end;
    this.end += 4 * filled(numbers);
    this.#leave();
    return at;
  }

  weight(name) {
    return this.places[name];
  } // its address

  gradient(name) {
    return this.places[name] - this.weightsAt + this.gradientsAt;
  }

  // After the last `take`: the memory, and the kernels on it.
  open(make) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(this.end / 65536) });
    this.floats = new Float32Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
    this.kernels = make(this.memory);
  }

  view(at, numbers) {
    return this.floats.subarray(at / 4, at / 4 + numbers);
  }

  read(name, at = this.weight(name)) {
    return this.view(
      at,
      this.shapes[name].reduce((a, b) => a * b),
    );
  }

  zero(at, numbers) {
    this.view(at, numbers).fill(0);
  }

  put(at, whole) {
    this.ints.set(whole, at / 4);
  }
}

// From the bytes of kernels.wasm to what makes kernels on a memory.
export function compiled(bytes) {
  const module = new WebAssembly.Module(bytes);
  return (memory) => new WebAssembly.Instance(module, { env: { memory } }).exports;
}
