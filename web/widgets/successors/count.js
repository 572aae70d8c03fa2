// Successors, the counts: parameters, and work by length. What is counted comes from successors.py.

import { count, percentOf } from "../../shared/numbers.js";

/**
 * @import { Successors } from "../../shared/traits.js"
 * @typedef {Successors["changes"][number]} Change
 * @typedef {Successors["parts"][number]} Part
 * @typedef {Part["stage"]} Stage of a pass
 * @typedef {Successors["sizes"]} Sizes
 * @typedef {keyof Sizes} Size
 * @typedef {Sizes[Size]} Letters
 * @typedef {keyof Successors["presets"]} Preset
 */

export const LENGTHS = [128, 256, 512, 1024, 2048, 4096, 8192];

// Pure functions, tested without a browser.

/** @param {Pick<Letters, "L">} sizes @param {Change[]} on */
const blocksOf = ({ L }, on) => (on.includes("half the blocks") ? Math.ceil(L / 2) : L);

// Parameters by stage, in the order of the pass.
/** @param {Part[]} parts @param {Letters} sizes @param {Change[]} on */
export function parameters(parts, sizes, on) {
  const letters = { ...sizes, L: on.includes("shared blocks") ? 1 : blocksOf(sizes, on) };
  const product = (/** @type {Part["parameters"][number]} */ dims) =>
    dims.reduce(
      (/** @type {number} */ n, dim) => n * (typeof dim === "number" ? dim : letters[dim]),
      1,
    );
  const stages = /** @type {Record<Stage, number>} */ ({});
  for (const { stage, parameters: terms, when } of parts) {
    const there = Object.entries(when).every(
      ([name, wanted]) => on.includes(/** @type {Change} */ (name)) === wanted,
    );
    stages[stage] =
      (stages[stage] ?? 0) + (there ? terms.reduce((n, dims) => n + product(dims), 0) : 0);
  }
  return stages;
}
/** @param {Record<Stage, number>} stages */
export const sum = (stages) => Object.values(stages).reduce((a, b) => a + b, 0);

// Floating-point operations of all blocks for one token of T: each weight of a matrix takes two,
// and so does each number of a query, a key, a value in attention. ModernBERT lets every third
// block look anywhere, the first among them.
/** @param {Letters} letters @param {Change[]} on @param {number} T */
export function work({ D, F, G, reach, ...sizes }, on, T) {
  const blocks = blocksOf(sizes, on),
    near = on.includes("local attention") ? blocks - Math.ceil(blocks / 3) : 0;
  const matrices = 2 * (4 * D * D + (on.includes("GeGLU") ? 3 * D * G : 2 * D * F));
  return blocks * matrices + 4 * D * ((blocks - near) * T + near * Math.min(T, 2 * reach + 1));
}

// The changes after a press on one of them: some exclude one another.
/** @param {Change[]} on @param {Change} name @param {Successors["apart"]} apart */
export function pressed(on, name, apart) {
  if (on.includes(name)) return on.filter((one) => one !== name);
  const against = apart.filter((pair) => pair.includes(name)).flat();
  return [...on.filter((one) => !against.includes(one)), name];
}

/** @param {Change[]} a @param {Change[]} b */
export const same = (a, b) => a.length === b.length && a.every((name) => b.includes(name));
/** @param {Successors["presets"]} presets @param {Change[]} on */
export const presetOf = (presets, on) =>
  /** @type {Preset[]} */ (Object.keys(presets)).find((name) => same(presets[name], on));

// By how much one number differs from another, in words; nothing if it doesn't.
/** @param {number} before @param {number} now */
export function changeOf(before, now) {
  const share = 100 * Math.abs(now / before - 1),
    sign = now > before ? "+" : "−";
  return now === before
    ? ""
    : sign + (share < 0.1 ? count(Math.abs(now - before)) : percentOf(share, share < 1 ? 1 : 0));
}
