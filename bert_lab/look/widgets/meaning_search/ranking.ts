// Ranks the book's passages by meaning: pure functions, tested without a browser.

import type { Pass } from "#web/minilm/pass.ts";

// The mean of the last state's vectors, of length 1.
export function meaning({ tokens, states }: Pick<Pass, "tokens" | "states">, num_blks = 6) {
  const size = states.length / (num_blks + 1),
    D = size / tokens.length,
    sum = new Float32Array(D);
  states.subarray(-size).forEach((x, at) => {
    sum[at % D] += x;
  });
  const length = Math.sqrt(sum.reduce((total, x) => total + x * x, 0)) || 1;
  return sum.map((x) => x / length);
}

// Cosines with a vector of length 1.
export const cosines = (numbers: Int8Array, step: number, vector: Float32Array) =>
  Float32Array.from({ length: numbers.length / vector.length }, (_, i) => {
    let sum = 0;
    for (let d = 0, at = i * vector.length; d < vector.length; d++)
      sum += vector[d] * numbers[at + d];
    return step * sum;
  });

// Places of the best that have found anything.
export const best = (scores: Float32Array, most: number) =>
  [...scores.keys()]
    .filter((i) => scores[i] > 0)
    .sort((i, j) => scores[j] - scores[i])
    .slice(0, most);
