// Instantiates the arithmetic: WebAssembly with SIMD, or the same in plain JavaScript.

import { plainKernels } from "./plain.ts";
import type { Kernels } from "./signatures.ts";

const PAGE = 65536; // bytes

// Rows that the kernels write for so many tokens.
export const fourfold = (n: number) => (n + 3) & ~3;

/** This browser has no room for the model. */
export class NoRoom extends Error {}

// Whether these kernels can run here.
export const hasSimd = (wasm: BufferSource) =>
  typeof WebAssembly === "object" && WebAssembly.validate(wasm);

// So many bytes of memory, and the kernels that work on it.
// wasm: null for plain JavaScript
export function open(
  size: number,
  wasm: BufferSource | null,
): { buffer: ArrayBuffer; kernels: Kernels } {
  try {
    return opened(Math.ceil(size / PAGE), wasm);
  } catch (error) {
    if (error instanceof RangeError) throw new NoRoom(error.message);
    throw error;
  }
}

function opened(pages: number, wasm: BufferSource | null): ReturnType<typeof open> {
  if (!wasm) {
    const buffer = new ArrayBuffer(pages * PAGE);
    return { buffer, kernels: plainKernels(buffer) };
  }
  const memory = new WebAssembly.Memory({ initial: pages }),
    instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: { memory } });
  return { buffer: memory.buffer, kernels: instance.exports as unknown as Kernels };
}
