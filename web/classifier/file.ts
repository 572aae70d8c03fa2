// What the fine-tuned network has learned as a file: safetensors, the weights of the blocks that
// learned and of the layer on top, and the classes' names in its header. `load_classes` reads it.

import type { Weights } from "./tuner.ts";

export function fileOf(weights: Weights, shapes: Record<string, number[]>, classes: string[]) {
  const header: Record<string, object> = {
    __metadata__: { base: "all-MiniLM-L6-v2", classes: JSON.stringify(classes), version: "1" },
  };
  const names = Object.keys(weights).sort((a, b) => (a < b ? -1 : 1));
  let end = 0;
  for (const name of names) {
    const start = end;
    end += weights[name].byteLength;
    header[name] = { dtype: "F32", shape: shapes[name], data_offsets: [start, end] };
  }
  const json = JSON.stringify(header),
    text = new TextEncoder().encode(json),
    room = (8 - (text.length % 8)) % 8, // numbers begin at a multiple of 8
    start = 8 + text.length + room,
    bytes = new Uint8Array(start + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length + room), true);
  bytes.set(text, 8);
  bytes.fill(32, 8 + text.length, start);
  const numbers = new Float32Array(bytes.buffer, start); // processors with a page keep the low byte first
  let at = 0;
  for (const name of names) {
    numbers.set(weights[name], at);
    at += weights[name].length;
  }
  return bytes;
}
