// What those need who train the released BERT further: its last blocks' weights as numbers, and the
// same network untrained.

import { FILLER } from "./file.ts";
import { type MiniLM, MiniLM as Network } from "./model.ts";

const STD = 0.02; // of a new BERT's weights
const STEP = 0.001; // a byte holds what is closer to 0 than six of it

// By name, the weights of the last so many blocks, rows as bert_core has them.
export function lastBlocks(model: MiniLM, number: number) {
  const { config, places, at, floats } = model,
    bytes = new Int8Array(model.bytes.buffer),
    names = Array.from({ length: number }, (_, i) => `encoder.blks.${config.num_blks - 1 - i}.`);
  const found: Record<string, Float32Array> = {};
  for (const [name, { dtype, size }] of Object.entries(places)) {
    if (!names.some((block) => name.startsWith(block)) || name.endsWith(".scale")) continue;
    const from = at[name];
    if (dtype !== "I8") {
      found[name] = floats.slice(from / 4, from / 4 + size);
      continue;
    }
    const D = name.endsWith("ffn.2.weight") ? config.ffn_num_hiddens : config.num_hiddens,
      scale = at[`${name}.scale`] / 4;
    found[name] = Float32Array.from({ length: size }, (_, place) => {
      const d = place % D,
        row = (place - d) / D,
        side = row % 8,
        stored = (row - side) * D + 8 * (d - (d % 2)) + 2 * side + (d % 2); // in a panel
      return bytes[from + stored] * floats[scale + row];
    });
  }
  return found;
}

// Normally distributed whole numbers, the same each time: the sum of four bytes is nearly normal.
function* drawn(seed: number, std: number): Generator<number, never> {
  for (let x = seed; ; ) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    const sum = (x & 255) + ((x >>> 8) & 255) + ((x >>> 16) & 255) + (x >>> 24);
    yield Math.round(((sum - 510) * std) / 147.8);
  }
}

// A network as the model was before anybody trained it: weights drawn, norms that change nothing.
export function untrained(model: MiniLM, wasm: BufferSource, seed = 1) {
  const { config, vocab, most } = model,
    places = Object.fromEntries(
      Object.entries(model.places).filter(([name]) => !name.startsWith(FILLER)),
    ),
    size = Math.max(
      ...Object.values(places).map(({ at, size, dtype }) => at + size * (dtype === "I8" ? 1 : 2)),
    ),
    twin = new Network({ config, vocab, places, size }, wasm, most),
    bytes = new Int8Array(twin.bytes.buffer),
    numbers = drawn(seed, STD / STEP);
  for (const [name, { dtype, size }] of Object.entries(places)) {
    const at = twin.at[name];
    if (dtype === "I8") for (let i = at; i < at + size; i++) bytes[i] = numbers.next().value;
    else {
      const isNorm = /norm(\.0)?\.weight$/.test(name);
      twin.floats.fill(name.endsWith(".scale") ? STEP : Number(isNorm), at / 4, at / 4 + size);
    }
  }
  return twin;
}
