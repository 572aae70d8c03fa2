// Instantiates the arithmetic: WebAssembly with SIMD, or the same in plain JavaScript.

import { plainKernels } from "./plain.ts";

// In bytes, where a buffer begins.
export type Address = number;
// What the C of `kernels/` exports; it says there what each does.
export interface Kernels {
  panels: (F: number, D: number, W: Address, copy: Address) => void;
  linear: (
    T: number,
    F: number,
    D: number,
    X: Address,
    W: Address,
    scale: Address,
    bias: Address,
    Y: Address,
    wide: Address,
  ) => void;
  gather: (T: number, D: number, ids: Address, table: Address, scale: Address, Y: Address) => void;
  addnorm: (
    T: number,
    D: number,
    eps: number,
    X: Address,
    R: Address,
    g: Address,
    b: Address,
    Y: Address,
  ) => void;
  gelu: (n: number, X: Address) => void;
  attend: (
    T: number,
    D: number,
    N: number,
    Q: Address,
    K: Address,
    V: Address,
    A: Address,
    Y: Address,
    turned: Address,
  ) => void;
  product: (T: number, F: number, D: number, X: Address, W: Address, Y: Address) => void;
  scores: (
    V: number,
    D: number,
    x: Address,
    table: Address,
    scale: Address,
    bias: Address,
    y: Address,
  ) => void;
}

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
