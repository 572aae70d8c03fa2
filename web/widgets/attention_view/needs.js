// AttentionView's numbers in English: what is left of a word's last vector when nobody reads another
// word. Pure functions, tested without a browser.

/**
 * @import { Pass } from "../../real/worker.js"
 * @typedef {{ text: string, places: number[] }} Word with the places of its pieces
 * @typedef {{ word: Word, left: number, read: number }} Needed the cosine that is left without it, and
 *   the share that it is read
 */

/** @param {Pick<Pass, "tokens" | "words">} pass @returns {Word[]} no marks */
export function wordsOf({ tokens, words }) {
  /** @type {Word[]} */
  const found = [];
  words.forEach((word, t) => {
    if (word < 0) return;
    found[word] ??= { text: "", places: [] };
    found[word].text += tokens[t].replace(/^##/, "");
    found[word].places.push(t);
  });
  return found.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/**
 * The mean of its pieces' vectors in the last state.
 * @param {Pick<Pass, "tokens" | "states">} pass @param {Word} word @param {number} D
 */
export function vectorOf({ tokens, states }, { places }, D) {
  const last = states.subarray(-tokens.length * D);
  return Float32Array.from({ length: D }, (_, d) =>
    places.reduce((sum, t) => sum + last[t * D + d] / places.length, 0),
  );
}

/** The cosine of the two. @param {Float32Array} whole @param {Float32Array} without */
export function needsOf(whole, without) {
  /** @param {Float32Array} a @param {Float32Array} b */
  const dot = (a, b) => a.reduce((sum, x, d) => sum + x * b[d], 0);
  return dot(whole, without) / Math.sqrt(dot(whole, whole) * dot(without, without));
}

// The share of a word's reading that goes to another one: the mean of all heads of all blocks.
/** @param {Pick<Pass, "tokens" | "weights">} pass @param {Word} own @param {Word} other */
export function readOf({ tokens, weights }, own, other) {
  const T = tokens.length,
    maps = weights.length / (T * T);
  let sum = 0;
  for (let map = 0; map < maps; map++)
    for (const query of own.places)
      for (const key of other.places) sum += weights[(map * T + query) * T + key];
  return sum / maps / own.places.length;
}
