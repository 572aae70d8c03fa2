// Classifies what a head mostly attends to, beside the position baseline. No DOM here.

import type { Pass } from "../minilm/pass.ts";

export type Kind = "itself" | "previous" | "next" | "cls" | "sep" | "point" | "same" | "rest";
// How much of its weight a head gives to the places of a kind, and how much to the same places in
// other texts, from 0 to 1.
export type Share = { kind: Kind; share: number; position: number };

const PUNCTUATION = new Set(".,;:?!");
const KINDS: [Kind, (tokens: string[], query: number, key: number) => boolean][] = [
  ["itself", (_, query, key) => key === query],
  ["previous", (_, query, key) => key === query - 1],
  ["next", (_, query, key) => key === query + 1],
  ["cls", (_, __, key) => key === 0],
  ["sep", (tokens, _, key) => tokens[key] === "[SEP]"],
  ["point", (tokens, query, key) => PUNCTUATION.has(tokens[key]) && key !== query],
  ["same", (tokens, query, key) => tokens[key] === tokens[query] && key !== query],
];

// Where pieces look, in attention weights (T, T), if their head does nothing but this, and how many
// have such a place: `pattern_places` of bert_lab, and what is in none of them.
export function placesOf({ tokens, words }: Pick<Pass, "tokens" | "words">) {
  const T = tokens.length;
  const places = new Map<Kind, { at: number[]; rows: Set<number> }>();
  for (let query = 0; query < T; query++)
    for (let key = 0; key < T && words[query] >= 0; key++) {
      const found = KINDS.filter(([, is]) => is(tokens, query, key)).map(([kind]) => kind);
      for (const kind of found.length ? found : ["rest" as Kind]) {
        const one = places.get(kind) ?? { at: [], rows: new Set() };
        one.at.push(query * T + key);
        one.rows.add(query);
        places.set(kind, one);
      }
    }
  return [...places].map(([kind, { at, rows }]) => ({ kind, at, rows: rows.size }));
}

// Every head's shares, the largest first; none where there is no word.
// position: mean weights of other texts that are as long
export function sharesOf(
  pass: Pick<Pass, "tokens" | "words" | "weights">,
  position: Float32Array,
): Share[][] {
  const size = pass.tokens.length ** 2,
    places = placesOf(pass);
  return Array.from({ length: pass.weights.length / size }, (_, head) => {
    const mean = (all: Float32Array, { at, rows }: (typeof places)[0]) =>
      at.reduce((sum, one) => sum + all[head * size + one], 0) / rows;
    const shares = places.map((one) => ({
      kind: one.kind,
      share: mean(pass.weights, one),
      position: mean(position, one),
    }));
    return shares.sort((a, b) => b.share - a.share);
  });
}

// What is furthest above position, whatever the head does most.
export const beyond = (heads: Share[][], most: number) =>
  heads
    .flatMap((shares, head) => shares.map((one) => ({ ...one, head })))
    .sort((a, b) => b.share - b.position - (a.share - a.position))
    .slice(0, most);
