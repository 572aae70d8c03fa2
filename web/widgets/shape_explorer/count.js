// ShapeExplorer, the counts: shapes, parameters, memory and work at any sizes.

import { isWhole } from "../../shared/allowed.js";
import { WORDS } from "./words.js";

// How far the sliders go; the number fields and links take more.
export const MAXIMA = {
  B: 512,
  T: 1024,
  P: 256,
  D: 4096,
  N: 64,
  F: 16384,
  num_blks: 96,
  V: 262144,
  max_len: 2048,
};
/** @typedef {keyof typeof MAXIMA} Size */
export const SIZES = /** @type {Size[]} */ (Object.keys(MAXIMA));
export const LARGEST = 1e6;
export const isSize = isWhole(1, LARGEST);
/** @typedef {"embedding_norm" | "tied_decoder"} Switch */
/** @type {Switch[]} */
export const SWITCHES = ["embedding_norm", "tied_decoder"];
/** @typedef {Record<"D" | "N" | "F" | "num_blks" | "V" | "max_len", number> & Record<Switch, boolean>} Preset */
/** @type {(keyof Preset)[]} */
const PRESET_FIELDS = ["D", "N", "F", "num_blks", "V", "max_len", ...SWITCHES];

// Pure functions, tested without a browser.

/**
 * @import { ShapeExplorer } from "../../shared/traits.js"
 * @typedef {ShapeExplorer["tensors"][number]} Spec of a tensor
 * @typedef {Spec["dims"]} Dims letters, and numbers
 * @typedef {Record<Size | "K", number>} Sizes
 * @typedef {ShapeExplorer["measure"]} Measure
 * @typedef {Record<Measure, number> & { stages: Map<string, Record<Measure, number>> }} Totals
 */

// K follows from D and N; without a whole number there is none.
/** @template {Record<"D" | "N", number>} S @param {S} sizes */
export const withK = (sizes) => ({ ...sizes, K: sizes.D % sizes.N ? NaN : sizes.D / sizes.N });
/** @param {Dims} dims @param {Sizes} sizes */
export const numbers = (dims, sizes) =>
  dims.map((d) => (typeof d === "number" ? d : sizes[/** @type {keyof Sizes} */ (d)]));
/** @param {Dims} dims @param {Sizes} sizes */
export const product = (dims, sizes) => numbers(dims, sizes).reduce((a, b) => a * b, 1);
/** @param {Pick<Spec, "parameters">} spec @param {Sizes} sizes */
export const parameters = (spec, sizes) =>
  spec.parameters.reduce((sum, dims) => sum + product(dims, sizes), 0);
// Where each number is a dot product: so many of them, each as long as the axis summed over.
/** @param {Spec} spec @param {Sizes} sizes */
export const multiplyAdds = (spec, sizes) =>
  spec.inner ? product([...spec.dims, spec.inner], sizes) : 0;
/** @param {Spec} spec @param {Sizes} sizes */
export const bytesOf = (spec, sizes) => spec.itemsize * product(spec.dims, sizes);
/** @param {Spec} spec @param {Sizes} sizes */
export const times = (spec, sizes) => (spec.per_block ? sizes.num_blks : 1);
/** @param {Spec[]} tensors @param {Record<Switch, boolean>} switches */
export const present = (tensors, switches) =>
  tensors.filter(({ when }) => !when || switches[when[0]] === when[1]);

/** @param {Spec[]} tensors @param {Sizes} sizes @returns {Totals} */
export function totals(tensors, sizes) {
  /** @type {Totals["stages"]} */
  const stages = new Map();
  for (const spec of tensors) {
    const stage = stages.get(spec.stage) ?? { parameters: 0, bytes: 0, work: 0 };
    stage.parameters += times(spec, sizes) * parameters(spec, sizes);
    stage.bytes += times(spec, sizes) * bytesOf(spec, sizes);
    stage.work += times(spec, sizes) * multiplyAdds(spec, sizes);
    stages.set(spec.stage, stage);
  }
  /** @param {Measure} key */
  const sum = (key) => [...stages.values()].reduce((a, stage) => a + stage[key], 0);
  return { stages, parameters: sum("parameters"), bytes: sum("bytes"), work: sum("work") };
}

// The tensor that weighs most, of those of a stage.
/** @param {Spec[]} tensors @param {Sizes} sizes @param {Measure} measure */
export function heaviest(tensors, sizes, measure) {
  const weigh = { parameters, work: multiplyAdds, bytes: bytesOf }[measure];
  return tensors.reduce((a, b) => (weigh(b, sizes) > weigh(a, sizes) ? b : a));
}

/** @param {number} n */
export function brief(n) {
  /** @type {[number, string][]} */
  const names = [
    [1e12, " T"],
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ];
  const [unit, name] = names.find(([unit]) => n >= 0.9995 * unit) ?? [1, ""];
  return Number((n / unit).toPrecision(3)) + name;
}

// A shape as one writes it, with letters or with numbers.
/** @param {Dims} dims */
export const tuple = (dims) => `(${dims.join(", ")}${dims.length === 1 ? "," : ""})`;

// Why these sizes make no model, in words; an empty list if they do.
/** @param {Record<"T" | "P" | "D" | "N" | "max_len", number>} sizes */
export function problems(sizes) {
  const { T, P, D, N, max_len } = sizes;
  /** @type {string[]} */
  const reasons = [];
  if (D % N) {
    /** @param {number} step */
    const near = (step) => {
      let n = N;
      do n += step;
      while (D % n);
      return n;
    };
    reasons.push(WORDS.undivided(N, D, [...new Set(N < D ? [near(-1), near(1)] : [D])]));
  }
  if (T > max_len) reasons.push(WORDS.tooLong(T, max_len));
  if (P > T) reasons.push(WORDS.tooMany(P, T));
  return reasons;
}

// A slider moves over 1, 2, 3, 4, 6, 8, 12, 16, ...: powers of two and the steps half-way between.
/** @param {number} max */
export function stops(max) {
  const list = [1];
  for (let power = 2; power <= max; power *= 2) list.push(power, 1.5 * power);
  return list.filter((n) => n <= max);
}
/** @param {number[]} list @param {number} n */
export function nearestStop(list, n) {
  /** @param {number} stop */
  const apart = (stop) => Math.abs(Math.log(stop / n));
  return list.reduce((best, stop, i) => (apart(stop) < apart(list[best]) ? i : best), 0);
}
/** @param {Record<string, Preset>} presets @param {Preset} state */
export const matching = (presets, state) =>
  Object.keys(presets).find((name) => PRESET_FIELDS.every((f) => presets[name][f] === state[f]));
