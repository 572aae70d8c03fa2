// A released BERT so small that it is made here, in the form that web/minilm reads.
import { readFile } from "node:fs/promises";
import { shapesOf } from "../bert/shapes.ts";

export const wasm = await readFile(
  new URL("../../bert_lab/look/widgets/dist/engine.wasm", import.meta.url),
);
export const CONFIG = {
  vocab_size: 7,
  num_hiddens: 16,
  ffn_num_hiddens: 24,
  num_heads: 2,
  num_blks: 3,
  max_len: 9,
  activation: "gelu",
  norm_eps: 1e-12,
  embedding_norm: true,
  tied_decoder: true,
  causal: false,
};
const HALF = 0x3800; // 0.5
const VOCAB = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "bank", "##s"];

// The bytes of a model whose weights are drawn anyhow; `change` may spoil its header.
export function packed(change = () => {}) {
  const header = { __metadata__: { config: JSON.stringify(CONFIG), vocab: JSON.stringify(VOCAB) } },
    parts = [];
  let end = 0;
  const put = (name, dtype, shape, data) => {
    header[name] = { dtype, shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
    parts.push(new Uint8Array(data.buffer));
  };
  for (const [name, shape] of Object.entries(shapesOf(CONFIG))) {
    if (!name.startsWith("encoder.")) continue;
    const size = shape.reduce((a, b) => a * b);
    if (shape.length === 1) put(name, "F16", shape, new Uint16Array(size).fill(HALF));
    else {
      put(
        name,
        "I8",
        shape,
        Int8Array.from({ length: size }, (_, i) => ((i * 37) % 11) - 5),
      );
      const rows = size / shape.at(-1);
      put(`${name}.scale`, "F16", shape.slice(0, -1), new Uint16Array(rows).fill(HALF - 0x800));
    }
  }
  change(header);
  const text = new TextEncoder().encode(JSON.stringify(header)),
    start = new Uint8Array(8);
  new DataView(start.buffer).setBigUint64(0, BigInt(text.length), true);
  return Buffer.concat([start, text, ...parts]);
}
export const streamOf = (bytes, chunk = 100) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunk)
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + chunk)));
      controller.close();
    },
  });
