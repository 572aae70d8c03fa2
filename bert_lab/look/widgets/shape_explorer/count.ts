// ShapeExplorer's counts: shapes, parameters, memory and work at any sizes.

import { isWhole } from "#web/shared/allowed.ts";
import type { ShapeExplorer } from "#web/shared/traits.ts";
import { listed } from "#web/text/text.ts";
import { WORDS } from "./words.toml";

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
export type Size = keyof typeof MAXIMA;
export const SIZES = Object.keys(MAXIMA) as Size[];
export const LARGEST = 1e6;
export const isSize = isWhole(1, LARGEST);
export type Switch = "embedding_norm" | "tied_decoder";
export const SWITCHES: Switch[] = ["embedding_norm", "tied_decoder"];
export type Preset = Record<"D" | "N" | "F" | "num_blks" | "V" | "max_len", number> &
  Record<Switch, boolean>;
const PRESET_FIELDS: (keyof Preset)[] = ["D", "N", "F", "num_blks", "V", "max_len", ...SWITCHES];

// Pure functions, tested without a browser.

// of a tensor
export type Spec = ShapeExplorer["tensors"][number];
// letters, and numbers
export type Dims = Spec["dims"];
export type Sizes = Record<Size | "K", number>;
export type Measure = ShapeExplorer["measure"];
export type Totals = Record<Measure, number> & { stages: Map<string, Record<Measure, number>> };

// K follows from D and N; without a whole number there is none.
export const withK = <S extends Record<"D" | "N", number>>(sizes: S) => ({
  ...sizes,
  K: sizes.D % sizes.N ? NaN : sizes.D / sizes.N,
});
export const numbers = (dims: Dims, sizes: Sizes) =>
  dims.map((d) => (typeof d === "number" ? d : sizes[d as keyof Sizes]));
export const product = (dims: Dims, sizes: Sizes) =>
  numbers(dims, sizes).reduce((a, b) => a * b, 1);
export const parameters = (spec: Pick<Spec, "parameters">, sizes: Sizes) =>
  spec.parameters.reduce((sum, dims) => sum + product(dims, sizes), 0);
// Where each number is a dot product: so many of them, each as long as the axis summed over.
export const multiplyAdds = (spec: Spec, sizes: Sizes) =>
  spec.inner ? product([...spec.dims, spec.inner], sizes) : 0;
export const bytesOf = (spec: Spec, sizes: Sizes) => spec.itemsize * product(spec.dims, sizes);
export const times = (spec: Spec, sizes: Sizes) => (spec.per_block ? sizes.num_blks : 1);
export const present = (tensors: Spec[], switches: Record<Switch, boolean>) =>
  tensors.filter(({ when }) => !when || switches[when[0]] === when[1]);

export function totals(tensors: Spec[], sizes: Sizes): Totals {
  const stages: Totals["stages"] = new Map();
  for (const spec of tensors) {
    const stage = stages.get(spec.stage) ?? { parameters: 0, bytes: 0, work: 0 };
    stage.parameters += times(spec, sizes) * parameters(spec, sizes);
    stage.bytes += times(spec, sizes) * bytesOf(spec, sizes);
    stage.work += times(spec, sizes) * multiplyAdds(spec, sizes);
    stages.set(spec.stage, stage);
  }
  const sum = (key: Measure) => [...stages.values()].reduce((a, stage) => a + stage[key], 0);
  return { stages, parameters: sum("parameters"), bytes: sum("bytes"), work: sum("work") };
}

// The tensor that weighs most, of those of a stage.
export function heaviest(tensors: Spec[], sizes: Sizes, measure: Measure) {
  const weigh = { parameters, work: multiplyAdds, bytes: bytesOf }[measure];
  return tensors.reduce((a, b) => (weigh(b, sizes) > weigh(a, sizes) ? b : a));
}

export function brief(n: number) {
  const names: [number, string][] = [
    [1e12, " T"],
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ];
  const [unit, name] = names.find(([unit]) => n >= 0.9995 * unit) ?? [1, ""];
  return Number((n / unit).toPrecision(3)) + name;
}

// A shape as one writes it, with letters or with numbers.
export const tuple = (dims: Dims) => `(${dims.join(", ")}${dims.length === 1 ? "," : ""})`;

// Why these sizes make no model, in words; an empty list if they do.
export function problems(sizes: Record<"T" | "P" | "D" | "N" | "max_len", number>) {
  const { T, P, D, N, max_len } = sizes;
  const reasons: string[] = [];
  if (D % N) {
    const near = (step: number) => {
      let n = N;
      do n += step;
      while (D % n);
      return n;
    };
    const fits = [...new Set(N < D ? [near(-1), near(1)] : [D])].map(String);
    reasons.push(WORDS.undivided({ N, D, fits: listed(fits, WORDS.or) }));
  }
  if (T > max_len) reasons.push(WORDS.tooLong({ T, most: max_len }));
  if (P > T) reasons.push(WORDS.tooMany({ P, T }));
  return reasons;
}

// A slider moves over 1, 2, 3, 4, 6, 8, 12, 16, ...: powers of two and the steps half-way between.
export function stops(max: number) {
  const list = [1];
  for (let power = 2; power <= max; power *= 2) list.push(power, 1.5 * power);
  return list.filter((n) => n <= max);
}
export function nearestStop(list: number[], n: number) {
  const apart = (stop: number) => Math.abs(Math.log(stop / n));
  return list.reduce((best, stop, i) => (apart(stop) < apart(list[best]) ? i : best), 0);
}
export const matching = (presets: Record<string, Preset>, state: Preset) =>
  Object.keys(presets).find((name) => PRESET_FIELDS.every((f) => presets[name][f] === state[f]));
