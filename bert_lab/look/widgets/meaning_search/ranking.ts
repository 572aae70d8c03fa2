// Ranks the book's passages against a question, by words and by meaning: pure functions, tested
// without a browser.

import type { Pass } from "#web/minilm/pass.ts";

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

// BM25, as bert_lab/search/words.py has it: a function from a question to scores.
export function matcher(texts: string[], k = 1.5, b = 0.75) {
  const places = new Map<string, Map<number, number>>(); // word -> text -> how often
  const lengths = texts.map((text, i) => {
    const words = wordsOf(text);
    for (const word of words) {
      const counts = places.get(word) ?? new Map();
      places.set(word, counts.set(i, (counts.get(i) ?? 0) + 1));
    }
    return words.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return (question: string) => {
    const scores = new Float32Array(texts.length);
    for (const word of wordsOf(question)) {
      const counts = places.get(word) ?? new Map(),
        rarity = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [i, often] of counts)
        scores[i] += (rarity * often * (k + 1)) / (often + k * (1 - b + (b * lengths[i]) / mean));
    }
    return scores;
  };
}

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
