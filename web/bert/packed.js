// A model as it travels, see bert_lab/checkpoint/packing.py.

import { remember } from "../shared/lifecycle.js";

/**
 * @typedef {object} Config
 * @property {number} vocab_size V
 * @property {number} num_hiddens D
 * @property {number} ffn_num_hiddens F
 * @property {number} num_heads N
 * @property {number} num_blks
 * @property {number} max_len
 * @property {string} activation
 * @property {number} norm_eps
 * @property {boolean} embedding_norm
 * @property {boolean} tied_decoder
 * @property {boolean} causal
 * @typedef {{ data: Float32Array, shape: number[] }} Tensor
 * @typedef {Record<string, Tensor>} Tensors
 * @typedef {{ config: Config, vocab: string[], tensors: Tensors }} Stored
 */

// What packing.py writes: a safetensors file with configuration and vocabulary in its header.
/** @type {(bytes: ArrayBufferView) => Stored} */
export const unpack = remember((bytes) => {
  // all widgets of a page are handed the same
  const {
    __metadata__: { config, vocab },
    ...tensors
  } = read_tensors(bytes);
  return { config: JSON.parse(config), vocab: JSON.parse(vocab), tensors };
});

// A safetensors file of numbers in half precision (F16) or of whole ones (I8).
/** @param {ArrayBufferView} bytes @returns {Tensors & { __metadata__: any }} */
export function read_tensors(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const text = new TextDecoder().decode(
    new Uint8Array(bytes.buffer, bytes.byteOffset + 8, start - 8),
  );
  const { __metadata__, ...header } = JSON.parse(text);
  /** @type {Tensors & { __metadata__: any }} */
  const tensors = { __metadata__ };
  for (const [
    name,
    {
      dtype,
      shape,
      data_offsets: [first, end],
    },
  ] of Object.entries(header)) {
    const size = dtype === "I8" ? 1 : 2,
      data = new Float32Array((end - first) / size);
    for (let i = 0, at = start + first; i < data.length; i++, at += size)
      data[i] = size === 1 ? view.getInt8(at) : half(view.getUint16(at, true));
    tensors[name] = { data, shape };
  }
  return tensors;
}

// The number that these 16 bits stand for: sign, five bits of exponent, ten of fraction.
const SCALES = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** ((exponent || 1) - 25));
/** @param {number} bits */
export function half(bits) {
  const exponent = (bits >> 10) & 31;
  const size = ((exponent && 1024) + (bits & 1023)) * SCALES[exponent];
  return bits >> 15 ? -size : size;
}
