// Unpacks a model from the format of bert_lab/checkpoint/packing.py.

import { remember } from "../shared/lifecycle.ts";

export interface Config {
  vocab_size: number; // V
  num_hiddens: number; // D
  ffn_num_hiddens: number; // F
  num_heads: number; // N
  num_blks: number;
  max_len: number;
  activation: string;
  norm_eps: number;
  embedding_norm: boolean;
  tied_decoder: boolean;
  causal: boolean;
}
export type Tensor = { data: Float32Array; shape: number[] };
export type Tensors = Record<string, Tensor>;
export type Stored = { config: Config; vocab: string[]; tensors: Tensors };

// What packing.py writes: a safetensors file with configuration and vocabulary in its header.
export const unpack: (bytes: ArrayBufferView) => Stored = remember((bytes) => {
  // all widgets of a page are handed the same
  const { about, tensors } = read_tensors(bytes);
  return { config: JSON.parse(about.config), vocab: JSON.parse(about.vocab), tensors };
});

type About = { config: string; vocab: string; step?: string };
// Of each tensor its kind, its shape, and where in the file its bytes begin and end.
type Header = { __metadata__: About } & Record<
  string,
  { dtype: string; shape: number[]; data_offsets: [number, number] }
>;

// A safetensors file of numbers in half precision (F16) or of whole ones (I8).
export function read_tensors(bytes: ArrayBufferView): { tensors: Tensors; about: About } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const text = new TextDecoder().decode(
    new Uint8Array(bytes.buffer, bytes.byteOffset + 8, start - 8),
  );
  const { __metadata__: about, ...header } = JSON.parse(text) as Header;
  const tensors: Tensors = {};
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
  return { about, tensors };
}

// A state is a safetensors file, its matrices a byte for each number with
// `NAME.scale` for each row. Words and sizes are the model's.
export function unpackState(
  bytes: ArrayBufferView,
  model: Stored,
): { step: number; model: Stored } {
  const { about, tensors } = read_tensors(bytes);
  for (const [name, scale] of Object.entries(tensors).filter(([name]) => name.endsWith(".scale"))) {
    const { data } = tensors[name.slice(0, -6)],
      columns = data.length / scale.data.length;
    data.forEach((value, i) => {
      data[i] = value * scale.data[Math.floor(i / columns)];
    });
    delete tensors[name];
  }
  return { step: Number(about.step), model: { ...model, tensors } };
}

// The number that these 16 bits stand for: sign, five bits of exponent, ten of fraction.
const SCALES = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** ((exponent || 1) - 25));
export function half(bits: number) {
  const exponent = (bits >> 10) & 31;
  const size = ((exponent && 1024) + (bits & 1023)) * SCALES[exponent];
  return bits >> 15 ? -size : size;
}
