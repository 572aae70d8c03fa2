// The weights as the reader has them.

import type { Weights } from "./pass.ts";

// changes: of a matrix by its name, the place, counted through its rows, and the number there.
export function changed(start: Weights, changes: [string, number, number][]): Weights {
  const weights = structuredClone(start);
  for (const [name, place, value] of changes) {
    const rows = weights[name],
      width = rows?.[0].length;
    if (rows && place < rows.length * width) rows[Math.floor(place / width)][place % width] = value;
  }
  return weights;
}
export const entry = (rows: number[][], place: number) =>
  rows[Math.floor(place / rows[0].length)][place % rows[0].length];
