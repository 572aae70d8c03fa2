// ContextProbe's numbers in English: pure functions, tested without a browser.

import { compare, cosine } from "./compare.js";

/**
 * @import { Pass } from "../../real/worker.js"
 * @import { Reading, Vector, Whole } from "./compare.js"
 */

/** @param {Vector[]} rows */
const meanOf = (rows) =>
  Float32Array.from(rows[0], (_, d) => rows.reduce((sum, row) => sum + row[d], 0) / rows.length);

/**
 * A text's words, with the means of their pieces' vectors: in the table, then at every layer.
 * @param {Pick<Pass, "tokens" | "words" | "states" | "table">} pass
 * @returns {{ words: string[], states: Float32Array[][] }}
 */
export function wordsOf({ tokens, words, states, table: asked }) {
  const table = /** @type {Float32Array} */ (asked),
    T = tokens.length,
    D = table.length / T,
    layers = states.length / table.length;
  const places = Array.from({ length: Math.max(-1, ...words) + 1 }, (_, w) =>
    [...words.keys()].filter((t) => words[t] === w),
  );
  /** @param {Float32Array} from @param {number} layer @param {number} t */
  const row = (from, layer, t) => from.subarray((layer * T + t) * D, (layer * T + t + 1) * D);
  return {
    words: places.map((at) => at.map((t) => tokens[t].replace(/^##/, "")).join("")),
    states: places.map((at) => [
      meanOf(at.map((t) => row(table, 0, t))),
      ...Array.from({ length: layers }, (_, layer) => meanOf(at.map((t) => row(states, layer, t)))),
    ]),
  };
}

// Words that both texts have, longer ones first: they mean something more often. No marks.
/** @param {string[]} one @param {string[]} other */
export const inBoth = (one, other) =>
  [...new Set(one)]
    .filter((word) => other.includes(word) && /[\p{L}\p{N}]/u.test(word))
    .sort((a, b) => b.length - a.length);

/**
 * Both texts as the picture shows them, around the word that is compared: the wanted one, or the
 * longest that both have.
 * @param {ReturnType<typeof wordsOf>[]} texts @param {string} wanted
 * @returns {{ word: string, both: string[], pair: Reading[] }}
 */
export function pairOf(texts, wanted) {
  const both = inBoth(texts[0].words, texts[1].words),
    word = both.includes(wanted) ? wanted : (both[0] ?? "");
  const pair = texts.map(({ words, states }) => {
    const at = word ? words.indexOf(word) : -1,
      reading = { words, at, length: words.length, unknown: [], both, states };
    if (at < 0) return reading;
    const [table, ...layers] = states[at];
    return { ...reading, table, layers };
  });
  return { word, both, pair };
}

// Mean cosine of any two different words, one of each text: in the table, then layer by layer.
/** @param {ReturnType<typeof wordsOf>[]} texts */
export function anyTwo([one, other]) {
  const pairs = one.words.flatMap((word, i) =>
    other.words.flatMap((that, j) => (word === that ? [] : [[one.states[i], other.states[j]]])),
  );
  return one.states[0].map(
    (_, c) => pairs.reduce((sum, [a, b]) => sum + cosine(a[c], b[c]), 0) / pairs.length,
  );
}

/** @param {Reading[]} pair */
export const cosinesOf = ([one, other]) =>
  one.layers && other.layers
    ? compare(/** @type {Whole} */ (one), /** @type {Whole} */ (other))
    : undefined;
