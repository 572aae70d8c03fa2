// InputBuilder's numbers: from the reader's one or two texts to the rows that enter the first
// block. No DOM here.

import type { BERTModel } from "#web/bert/model.ts";
import { get_tokens_and_segments } from "#web/bert/tokens.ts";
import { plainWords } from "#web/bert/vocabulary.ts";
import type { InputBuilder } from "#web/shared/traits.ts";

export const LETTERS = ["A", "B"]; // of the two texts

// of a row of numbers
export const KINDS = ["token", "segment", "position", "sum"] as const;
export type Kind = (typeof KINDS)[number];
// of a place
export type Terms = Record<Kind, Float32Array>;
// where a word stands in the reader's texts
export type Home = [text: number, word: number];
export interface Sequence {
  tokens: string[]; // with the words that the model doesn't know
  segments: number[];
  ids: number[];
  unknown: string[];
  home: (Home | null)[]; // of each place
  texts: string[][]; // word by word
}

export const CHOICE = ["text", "second", "position"] as const;

export function build(
  bert: Pick<BERTModel, "ids" | "known">,
  { text, second }: Pick<InputBuilder, "text" | "second">,
): Sequence {
  const texts = [plainWords(text), plainWords(second)],
    [a, b] = texts;
  const { tokens, segments } = get_tokens_and_segments(a, b.length ? b : undefined),
    unknown = [...new Set(tokens.filter((token) => !bert.known.has(token)))];
  const home: Sequence["home"] = tokens.map((_, t) => {
    const of = segments[t],
      at = t - (of ? a.length + 2 : 1);
    return at >= 0 && at < texts[of].length ? [of, at] : null;
  });
  return { tokens, segments, ids: bert.ids(tokens), unknown, home, texts };
}

// The texts with the words at two places swapped.
export function swapped({ texts, home }: Pick<Sequence, "texts" | "home">, t: number, u: number) {
  const next = texts.map((list) => [...list]),
    one = home[t],
    other = home[u];
  if (one && other) {
    const [i, at] = one,
      [j, to] = other;
    [next[i][at], next[j][to]] = [next[j][to], next[i][at]];
  }
  return { text: next[0].join(" "), second: next[1].join(" ") };
}

// The next place before or behind this one at which a word of the reader's stands.
export function neighbour({ home }: Pick<Sequence, "home">, t: number, by: number) {
  if (!home[t]) return undefined;
  for (let u = t + by; u >= 0 && u < home.length; u += by) if (home[u]) return u;
  return undefined;
}

// For each position the three rows that are added, and their sum.
export function terms(
  bert: BERTModel,
  { ids, segments }: Pick<Sequence, "ids" | "segments">,
): Terms[] {
  const D = bert.config.num_hiddens,
    { word, segment, position, sum } = bert.embed(ids, segments);
  return ids.map((_, t) => {
    const of = (X: Float32Array) => X.slice(t * D, (t + 1) * D); // (D,)
    return { token: of(word), segment: of(segment), position: of(position), sum: of(sum) };
  });
}

// Whether two places have one vector of this kind in common.
export const shares: (
  sequence: Pick<Sequence, "ids" | "segments">,
  kind: Kind,
  t: number,
  u: number,
) => boolean = ({ ids, segments }, kind, t, u) =>
  t === u ||
  (kind === "token" ? ids[t] === ids[u] : kind === "segment" && segments[t] === segments[u]);

// From which size on a cell has its full colour: twice what is usual for a sum. What is added and the
// sum have one scale, so that colours add up as well; it stays the same when words swap places.
export function fullColour(vectors: Terms[]) {
  const squares = vectors.flatMap(({ token, segment, position }) =>
    [token, segment, position].map((row) => row.reduce((sum, x) => sum + x * x, 0)),
  );
  return (
    2 * Math.sqrt(squares.reduce((a, b) => a + b) / (vectors.length * vectors[0].sum.length)) || 1
  );
}
