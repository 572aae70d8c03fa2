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
export const SIZES = Object.keys(MAXIMA);
export const LARGEST = 1e6;
export const isSize = isWhole(1, LARGEST);
export const SWITCHES = ["embedding_norm", "tied_decoder"];
const PRESET_FIELDS = ["D", "N", "F", "num_blks", "V", "max_len", ...SWITCHES];

// Pure functions, tested without a browser.

// K follows from D and N; without a whole number there is none.
export const withK = (sizes) => ({ ...sizes, K: sizes.D % sizes.N ? NaN : sizes.D / sizes.N });
export const numbers = (dims, sizes) => dims.map((d) => (typeof d === "number" ? d : sizes[d]));
export const product = (dims, sizes) => numbers(dims, sizes).reduce((a, b) => a * b, 1);
export const parameters = (spec, sizes) =>
  spec.parameters.reduce((sum, dims) => sum + product(dims, sizes), 0);
// Where each number is a dot product: so many of them, each as long as the axis summed over.
export const multiplyAdds = (spec, sizes) =>
  spec.inner ? product([...spec.dims, spec.inner], sizes) : 0;
export const times = (spec, sizes) => (spec.per_block ? sizes.num_blks : 1);
export const present = (tensors, switches) =>
  tensors.filter(({ when }) => !when || switches[when[0]] === when[1]);

export function totals(tensors, sizes) {
  const stages = new Map();
  for (const spec of tensors) {
    const stage = stages.get(spec.stage) ?? { parameters: 0, bytes: 0, work: 0 };
    stage.parameters += times(spec, sizes) * parameters(spec, sizes);
    stage.bytes += times(spec, sizes) * spec.itemsize * product(spec.dims, sizes);
    stage.work += times(spec, sizes) * multiplyAdds(spec, sizes);
    stages.set(spec.stage, stage);
  }
  const sum = (key) => [...stages.values()].reduce((a, stage) => a + stage[key], 0);
  return { stages, parameters: sum("parameters"), bytes: sum("bytes"), work: sum("work") };
}

export function brief(n) {
  const [unit, name] = [
    [1e12, " T"],
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ].find(([unit]) => n >= 0.9995 * unit) ?? [1, ""];
  return Number((n / unit).toPrecision(3)) + name;
}

// A shape as one writes it, with letters or with numbers.
export const tuple = (dims) => `(${dims.join(", ")}${dims.length === 1 ? "," : ""})`;

// Why these sizes make no model, in words; an empty list if they do.
export function problems({ T, P, D, N, max_len }) {
  const found = [];
  if (D % N) {
    const near = (step) => {
      let n = N;
      do n += step;
      while (D % n);
      return n;
    };
    const fits = [...new Set(N < D ? [near(-1), near(1)] : [D])];
    found.push(WORDS.undivided(N, D, fits));
  }
  if (T > max_len) found.push(WORDS.tooLong(T, max_len));
  if (P > T) found.push(WORDS.tooMany(P, T));
  return found;
}

// A slider moves over 1, 2, 3, 4, 6, 8, 12, 16, ...: powers of two and the steps half-way between.
export function stops(max) {
  const list = [1];
  for (let power = 2; power <= max; power *= 2) list.push(power, 1.5 * power);
  return list.filter((n) => n <= max);
}
export function nearestStop(list, n) {
  const apart = (stop) => Math.abs(Math.log(stop / n));
  return list.reduce((best, stop, i) => (apart(stop) < apart(list[best]) ? i : best), 0);
}
export const matching = (presets, state) =>
  Object.keys(presets).find((name) => PRESET_FIELDS.every((f) => presets[name][f] === state[f]));
