// What computes: WebAssembly with SIMD, or the same in plain JavaScript.

import { plainKernels } from "./plain.js";

/** In bytes, where a buffer begins. @typedef {number} Address */
/**
 * What the C of `kernels/` exports; it says there what each does.
 * @typedef {object} Kernels
 * @property {(F: number, D: number, W: Address, copy: Address) => void} panels
 * @property {(T: number, F: number, D: number, X: Address, W: Address, scale: Address,
 *   bias: Address, Y: Address, wide: Address) => void} linear
 * @property {(T: number, D: number, ids: Address, table: Address, scale: Address,
 *   Y: Address) => void} gather
 * @property {(T: number, D: number, eps: number, X: Address, R: Address, g: Address, b: Address,
 *   Y: Address) => void} addnorm
 * @property {(n: number, X: Address) => void} gelu
 * @property {(T: number, D: number, N: number, Q: Address, K: Address, V: Address, A: Address,
 *   Y: Address, turned: Address) => void} attend
 * @property {(T: number, F: number, D: number, X: Address, W: Address, Y: Address) => void} product
 * @property {(V: number, D: number, x: Address, table: Address, scale: Address, bias: Address,
 *   y: Address) => void} scores
 */

const PAGE = 65536; // bytes

/** Rows that the kernels write for so many tokens. @param {number} n */
export const fourfold = (n) => (n + 3) & ~3;

/** This browser has no room for the model. */
export class NoRoom extends Error {}

/** Whether these kernels can run here. @param {BufferSource} wasm */
export const hasSimd = (wasm) => typeof WebAssembly === "object" && WebAssembly.validate(wasm);

/**
 * So many bytes of memory, and the kernels that work on it.
 * @param {number} size @param {BufferSource | null} wasm null for plain JavaScript
 * @returns {{ buffer: ArrayBuffer, kernels: Kernels }}
 */
export function open(size, wasm) {
  try {
    return opened(Math.ceil(size / PAGE), wasm);
  } catch (error) {
    if (error instanceof RangeError) throw new NoRoom(error.message);
    throw error;
  }
}

/** @type {(pages: number, wasm: BufferSource | null) => ReturnType<typeof open>} */
function opened(pages, wasm) {
  if (!wasm) {
    const buffer = new ArrayBuffer(pages * PAGE);
    return { buffer, kernels: plainKernels(buffer) };
  }
  const memory = new WebAssembly.Memory({ initial: pages }),
    instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: { memory } });
  return { buffer: memory.buffer, kernels: /** @type {any} */ (instance.exports) };
}
