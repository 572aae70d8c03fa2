// Successors' counts of parameters. What is counted comes from __init__.py.

import { count, percentOf } from "#web/shared/numbers.ts";
import type { Successors } from "#web/shared/traits.ts";

export type Name = Successors["successor"];
export type Change = Successors["presets"][Name][number];
export type Part = Successors["parts"][number];
// of a pass
export type Stage = Part["stage"];
export type Sizes = Successors["sizes"];
export type Size = keyof Sizes;
export type Letters = Sizes[Size];

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

// By how much one number differs from another, in words; nothing if it doesn't.
export function changeOf(before: number, now: number) {
  const share = 100 * Math.abs(now / before - 1),
    sign = now > before ? "+" : "−";
  return now === before
    ? ""
    : sign + (share < 0.1 ? count(Math.abs(now - before)) : percentOf(share, share < 1 ? 1 : 0));
}
