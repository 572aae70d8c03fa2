// ContextProbe's numbers in English: pure functions, tested without a browser.

import type { Pass } from "#web/minilm/pass.ts";
import { compare, cosine, type Reading, type Vector, type Whole } from "./compare.ts";

const meanOf = (rows: Vector[]) =>
  Float32Array.from(rows[0], (_, d) => rows.reduce((sum, row) => sum + row[d], 0) / rows.length);

// A text's words, with the means of their pieces' vectors: in the table, then at every layer.
export function wordsOf({
  tokens,
  words,
  states,
  table: requested,
}: Pick<Pass, "tokens" | "words" | "states" | "table">): {
  words: string[];
  states: Float32Array[][];
} {
  const table = requested as Float32Array,
    T = tokens.length,
    D = table.length / T,
    layers = states.length / table.length;
  const places = Array.from({ length: Math.max(-1, ...words) + 1 }, (_, w) =>
    [...words.keys()].filter((t) => words[t] === w),
  );
  const row = (from: Float32Array, layer: number, t: number) =>
    from.subarray((layer * T + t) * D, (layer * T + t + 1) * D);
  return {
    words: places.map((at) => at.map((t) => tokens[t].replace(/^##/, "")).join("")),
    states: places.map((at) => [
      meanOf(at.map((t) => row(table, 0, t))),
      ...Array.from({ length: layers }, (_, layer) => meanOf(at.map((t) => row(states, layer, t)))),
    ]),
  };
}

// Words that both texts have, longer ones first: they mean something more often. No marks.
export const inBoth = (one: string[], other: string[]) =>
  [...new Set(one)]
    .filter((word) => other.includes(word) && /[\p{L}\p{N}]/u.test(word))
    .sort((a, b) => b.length - a.length);

// Both texts as the picture shows them, around the word that is compared: the wanted one, or the
// longest that both have.
export function pairOf(
  texts: ReturnType<typeof wordsOf>[],
  wanted: string,
): { word: string; both: string[]; pair: Reading[] } {
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
export function anyTwo([one, other]: ReturnType<typeof wordsOf>[]) {
  const pairs = one.words.flatMap((word, i) =>
    other.words.flatMap((that, j) => (word === that ? [] : [[one.states[i], other.states[j]]])),
  );
  return one.states[0].map(
    (_, c) => pairs.reduce((sum, [a, b]) => sum + cosine(a[c], b[c]), 0) / pairs.length,
  );
}

export const cosinesOf = ([one, other]: Reading[]) =>
  one.layers && other.layers ? compare(one as Whole, other as Whole) : undefined;
