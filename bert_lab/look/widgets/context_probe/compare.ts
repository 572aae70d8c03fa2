// ContextProbe's numbers: pure functions, tested without a browser.

import type { BERTModel } from "#web/bert/model.ts";
import { get_tokens_and_segments } from "#web/bert/tokens.ts";
import { plainWords } from "#web/bert/vocabulary.ts";

type Vector = Float32Array;
// A text as the model reads it. `states`: for each word its row of the table and its vector at every
// layer; none where the text is too long.
export type Reading = {
  words: string[];
  length: number;
  unknown: string[];
  states?: Vector[][];
};
// and the place in it of the word that is compared, or -1
export type Placed = Reading & { at: number };

const dot = (u: Vector, v: Vector) => u.reduce((sum, x, d) => sum + x * v[d], 0);
export const cosine = (a: Vector, b: Vector) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

export function look(bert: BERTModel, text: string): Reading {
  const read = plainWords(text),
    { tokens, segments } = get_tokens_and_segments(read),
    ids = bert.ids(tokens);
  const unknown = [...new Set(read.filter((token) => !bert.known.has(token)))],
    reading = { words: read, length: tokens.length, unknown };
  if (tokens.length > bert.config.max_len) return reading;
  const D = bert.config.num_hiddens,
    { hidden_states } = bert.trace(ids, segments);
  const states = read.map((_, i) => [
    bert.rows("token_embedding.weight", [ids[i + 1]]),
    ...hidden_states.map((X) => X.subarray((i + 1) * D, (i + 2) * D)),
  ]); // after <cls>
  return { ...reading, states };
}

// The longest word that both sentences have, of several the last in the first of them.
export const shared = (first: string[], second: string[]): string | undefined =>
  first
    .filter((word) => second.includes(word) && !word.startsWith("<"))
    .reduceRight(
      (best: string | undefined, word) =>
        best === undefined || word.length > best.length ? word : best,
      undefined,
    );

// Cosine of the two vectors: of the table's rows, then layer by layer.
export const compare = (one: Vector[], other: Vector[]) =>
  one.map((vector, layer) => cosine(vector, other[layer]));

// The words that a sentence has room for, with the one at `at` among them: [first, end].
export function visible(length: number, at: number, room: number) {
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), length - room));
  return [first, Math.min(length, first + room)];
}
