// Weights as packing.py writes them: safetensors in half precision, with configuration and
// vocabulary in the header. `unpack` in bert/packed.ts reads them, and so does everything that
// accepts a user's model.

import type { Tensors } from "./tensors.ts";

const single = new Float32Array(1),
  bits = new Uint32Array(single.buffer);

// The 16 bits of a number in half precision, rounded to the nearest, a tie to the even one.
export function half(x: number) {
  single[0] = x;
  const sign = (bits[0] >>> 16) & 0x8000,
    size = bits[0] & 0x7fffffff;
  if (size > 0x7f800000) return 0x7e00; // not a number
  if (size >= 0x47800000) return sign | 0x7c00; // 65536 and more is infinite
  if (size >= 0x38800000) return sign | ((size - 0x38000000 + 0xfff + ((size >>> 13) & 1)) >>> 13);
  const tiny = Math.abs(single[0]) * 0x1000000,
    down = Math.floor(tiny),
    rest = tiny - down; // in units of 2^-24
  return sign | (down + (rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? 1 : 0));
}

export function pack(t: Tensors, vocab: string[]) {
  const header: Record<string, object> = {
    __metadata__: { config: JSON.stringify(t.config), version: "1", vocab: JSON.stringify(vocab) },
  };
  const names = Object.keys(t.shapes).sort((a, b) => (a < b ? -1 : 1));
  let end = 0;
  for (const name of names) {
    const start = end;
    end += 2 * t.read(name).length;
    header[name] = { dtype: "F16", shape: t.shapes[name], data_offsets: [start, end] };
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + end),
    view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  let at = 8 + text.length;
  for (const name of names)
    for (const w of t.read(name)) {
      view.setUint16(at, half(w), true);
      at += 2;
    }
  return bytes;
}
