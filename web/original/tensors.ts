// The header of a safetensors file, read by a slice, and its tensors, some rows at a time.

import { half } from "../bert/packed.ts";
import type { Named } from "./files.ts";
import { refuse } from "./refusal.ts";
import { canonical, unwrapped } from "./spellings.ts";
import { WORDS } from "./words.toml";

const { no: NO } = WORDS;
const LONGEST = 32 * 2 ** 20; // bytes of a header
const AT_ONCE = 4 * 2 ** 20; // bytes of a slice
const BYTES: Record<string, number> = { F32: 4, F16: 2, BF16: 2 };

export type Tensor = { file: Named; name: string; dtype: string; shape: number[]; at: number };

// A file's tensors, by their names as they are spelled today.
export async function tensorsOf(file: Named): Promise<[string, Tensor][]> {
  const { name: from, size } = file,
    damaged = () => refuse(NO.safetensors({ name: from }));
  if (size < 8) damaged();
  const length = Number(new DataView(await file.slice(0, 8).arrayBuffer()).getBigUint64(0, true));
  if (length > LONGEST || length < 2) damaged();
  const start = 8 + length;
  if (start > size) refuse(NO.cut({ name: from, got: size, size: start }));
  let header: Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>;
  try {
    header = JSON.parse(new TextDecoder().decode(await file.slice(8, start).arrayBuffer()));
  } catch {
    return damaged();
  }
  let end = 0;
  const found: Tensor[] = [];
  for (const [name, one] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    const { dtype, shape, data_offsets } = one ?? {};
    const isGood =
      typeof dtype === "string" &&
      Array.isArray(shape) &&
      shape.every((n) => Number.isSafeInteger(n) && n >= 0) &&
      Array.isArray(data_offsets) &&
      data_offsets.every((n) => Number.isSafeInteger(n) && n >= 0);
    if (!isGood) return damaged();
    const [at, to] = data_offsets,
      numbers = shape.reduce((a, b) => a * b, 1);
    if (dtype in BYTES && to - at !== numbers * BYTES[dtype]) return damaged();
    end = Math.max(end, to);
    found.push({ file, name, dtype, shape, at: start + at });
  }
  if (start + end > size) refuse(NO.cut({ name: from, got: size, size: start + end }));
  const names = unwrapped(found.map(({ name }) => name));
  return found.map((tensor, i) => [canonical(names[i]), tensor]);
}

const wide = new Uint32Array(1),
  float = new Float32Array(wide.buffer);
let halves: Float32Array | undefined; // all that there are

// As float32.
function numbersOf(buffer: ArrayBuffer, dtype: string) {
  if (dtype === "F32") return new Float32Array(buffer);
  const short = new Uint16Array(buffer);
  if (dtype === "BF16") {
    return Float32Array.from(short, (bits) => {
      wide[0] = bits << 16;
      return float[0];
    });
  }
  halves ??= Float32Array.from({ length: 65536 }, (_, bits) => half(bits));
  const all = halves;
  return Float32Array.from(short, (bits) => all[bits]);
}

// A tensor's numbers and its bytes, some whole rows at a time.
// width: of a row
export async function* rowsOf({ file, name, dtype, shape, at }: Tensor, width: number) {
  if (!(dtype in BYTES)) refuse(NO.kindOf({ name, dtype }));
  const size = width * BYTES[dtype],
    rows = shape.reduce((a, b) => a * b, 1) / width,
    some = Math.max(1, Math.floor(AT_ONCE / size));
  for (let row = 0; row < rows; row += some) {
    const last = Math.min(rows, row + some),
      buffer = await file.slice(at + row * size, at + last * size).arrayBuffer();
    yield { row, numbers: numbersOf(buffer, dtype), bytes: new Uint8Array(buffer) };
  }
}
