// The memory that kernels work in: buffers and structs, one behind another, and what of them a
// network asks for by address.

// In bytes, where a buffer begins.
export type Address = number;
// What the C of `kernels/` exports; it says there what each takes.
type Name =
  | `block${"" | "_grad" | "_project"}`
  | `linear${"" | "_grad"}`
  | `norm${"" | "_grad"}`
  | `packed_${"gather" | "scores"}`
  | ("panels" | "product" | "gather" | "scatter_add" | "add" | "mul" | "gelu" | "tanh")
  | ("exponential" | "softmax" | "cross_entropy" | "square" | "adamw");
export type Kernels = Record<Name, (...given: number[]) => number>;

const PAGE = 65536; // bytes; the first one is the kernels' own

/** This browser has no room for the network. */
export class NoRoom extends Error {}

// Whether this browser has WebAssembly with SIMD, and the page may use it.
export function canRun(wasm: BufferSource) {
  try {
    return Boolean(new WebAssembly.Module(wasm));
  } catch {
    return false;
  }
}

// Up to a multiple of 8.
export const filled = (n: number) => (n + 7) & ~7;

// A browser promises more than a device has, and ends the page that takes it: of what there is, where
// it is said (in GiB), one network takes a quarter at most.
function memoryOf(bytes: number) {
  const { deviceMemory: all } = navigator as { deviceMemory?: number };
  if (all && bytes > (all * 2 ** 30) / 4) throw new NoRoom(`${bytes} of ${all} GiB`);
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  } catch (error) {
    throw new NoRoom((error as Error).message);
  }
}

type Values<Name extends string> = Partial<Record<Name, number>>;

// `take` and `struct` say where everything will be; after `open` it is there.
export class Memory {
  end: Address = PAGE;
  kernels!: Kernels;
  bytes!: Uint8Array;
  floats!: Float32Array;
  ints!: Int32Array;
  #structs: (() => void)[] = [];

  // The address of a new buffer of so many numbers.
  take(numbers: number): Address {
    const at = this.end;
    this.end += 4 * filled(Math.ceil(numbers));
    return at;
  }

  // The address of a struct with these fields, see structs.ts; those without a value are 0.
  struct<Name extends string>(fields: readonly Name[], values: Values<Name>): Address {
    const at = this.take(fields.length);
    this.#structs.push(() => this.set(at, fields, values));
    return at;
  }

  set<Name extends string>(at: Address, fields: readonly Name[], values: Values<Name>) {
    for (const [i, name] of fields.entries())
      if (values[name] !== undefined)
        (name === "eps" ? this.floats : this.ints)[at / 4 + i] = values[name];
  }

  open(wasm: BufferSource) {
    const memory = memoryOf(this.end),
      { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: { memory } }),
      { buffer } = memory;
    this.kernels = exports as unknown as Kernels;
    this.bytes = new Uint8Array(buffer);
    this.floats = new Float32Array(buffer);
    this.ints = new Int32Array(buffer);
    for (const write of this.#structs) write();
  }

  view(at: Address, numbers: number) {
    return this.floats.subarray(at / 4, at / 4 + numbers);
  }

  zero(at: Address, numbers: number) {
    this.view(at, numbers).fill(0);
  }

  put(at: Address, whole: number[]) {
    this.ints.set(whole, at / 4);
  }
}
