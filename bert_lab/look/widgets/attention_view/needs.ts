// AttentionView's numbers in English: what is left of a word's last vector when no token attends to
// another word. Pure functions, tested without a browser.

import type { Pass } from "#web/minilm/pass.ts";

// with the places of its pieces
export type Word = { text: string; places: number[] };
// the cosine that is left without it, and
// the share that it is read
export type Needed = { word: Word; left: number; read: number };

// Returns no marks
export function wordsOf({ tokens, words }: Pick<Pass, "tokens" | "words">): Word[] {
  const found: Word[] = [];
  words.forEach((word, t) => {
    if (word < 0) return;
    found[word] ??= { text: "", places: [] };
    found[word].text += tokens[t].replace(/^##/, "");
    found[word].places.push(t);
  });
  return found.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

// The mean of its pieces' vectors in the last state.
export function vectorOf(
  { tokens, states }: Pick<Pass, "tokens" | "states">,
  { places }: Word,
  D: number,
) {
  const last = states.subarray(-tokens.length * D);
  return Float32Array.from({ length: D }, (_, d) =>
    places.reduce((sum, t) => sum + last[t * D + d] / places.length, 0),
  );
}

// The cosine of the two.
export function needsOf(whole: Float32Array, without: Float32Array) {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, d) => sum + x * b[d], 0);
  return dot(whole, without) / Math.sqrt(dot(whole, whole) * dot(without, without));
}

// The share of a word's reading that goes to another one: the mean of all heads of all blocks.
export function readOf(
  { tokens, weights }: Pick<Pass, "tokens" | "weights">,
  own: Word,
  other: Word,
) {
  const T = tokens.length,
    maps = weights.length / (T * T);
  let sum = 0;
  for (let map = 0; map < maps; map++)
    for (const query of own.places)
      for (const key of other.places) sum += weights[(map * T + query) * T + key];
  return sum / maps / own.places.length;
}
