// Successors' counts: parameters, and work by length. What is counted comes from successors.py.

import { count, percentOf } from "#web/shared/numbers.ts";
import type { Successors } from "#web/shared/traits.ts";

export type Change = Successors["changes"][number];
export type Part = Successors["parts"][number];
// of a pass
export type Stage = Part["stage"];
export type Sizes = Successors["sizes"];
export type Size = keyof Sizes;
export type Letters = Sizes[Size];
export type Preset = keyof Successors["presets"];

export const LENGTHS = [128, 256, 512, 1024, 2048, 4096, 8192];

// Pure functions, tested without a browser.

const blocksOf = ({ L }: Pick<Letters, "L">, on: Change[]) =>
  on.includes("half the blocks") ? Math.ceil(L / 2) : L;

// Parameters by stage, in the order of the pass.
export function parameters(parts: Part[], sizes: Letters, on: Change[]) {
  const letters = { ...sizes, L: on.includes("shared blocks") ? 1 : blocksOf(sizes, on) };
  const product = (dims: Part["parameters"][number]) =>
    dims.reduce((n: number, dim) => n * (typeof dim === "number" ? dim : letters[dim]), 1);
  const stages = {} as Record<Stage, number>;
  for (const { stage, parameters: terms, when } of parts) {
    const there = Object.entries(when).every(
      ([name, wanted]) => on.includes(name as Change) === wanted,
    );
    stages[stage] =
      (stages[stage] ?? 0) + (there ? terms.reduce((n, dims) => n + product(dims), 0) : 0);
  }
  return stages;
}
export const sum = (stages: Record<Stage, number>) =>
  Object.values(stages).reduce((a, b) => a + b, 0);

// Floating-point operations of all blocks for one token of T: each weight of a matrix takes two,
// and so does each number of a query, a key, a value in attention. ModernBERT lets every third
// block look anywhere, the first among them.
export function work({ D, F, G, reach, ...sizes }: Letters, on: Change[], T: number) {
  const blocks = blocksOf(sizes, on),
    near = on.includes("local attention") ? blocks - Math.ceil(blocks / 3) : 0;
  const matrices = 2 * (4 * D * D + (on.includes("GeGLU") ? 3 * D * G : 2 * D * F));
  return blocks * matrices + 4 * D * ((blocks - near) * T + near * Math.min(T, 2 * reach + 1));
}

// The changes after a press on one of them: some exclude one another.
export function pressed(on: Change[], name: Change, apart: Successors["apart"]) {
  if (on.includes(name)) return on.filter((one) => one !== name);
  const against = apart.filter((pair) => pair.includes(name)).flat();
  return [...on.filter((one) => !against.includes(one)), name];
}

export const same = (a: Change[], b: Change[]) =>
  a.length === b.length && a.every((name) => b.includes(name));
export const presetOf = (presets: Successors["presets"], on: Change[]) =>
  (Object.keys(presets) as Preset[]).find((name) => same(presets[name], on));

// By how much one number differs from another, in words; nothing if it doesn't.
export function changeOf(before: number, now: number) {
  const share = 100 * Math.abs(now / before - 1),
    sign = now > before ? "+" : "−";
  return now === before
    ? ""
    : sign + (share < 0.1 ? count(Math.abs(now - before)) : percentOf(share, share < 1 ? 1 : 0));
}
