// InputBuilder's numbers: from the reader's one or two texts to the rows that enter the first
// block. No DOM here.

import type { BERTModel } from "#web/bert/model.ts";
import { get_tokens_and_segments } from "#web/bert/tokens.ts";
import { plainWords } from "#web/bert/vocabulary.ts";
import { short } from "#web/shared/numbers.ts";
import type { InputBuilder } from "#web/shared/traits.ts";
import { listed } from "#web/text/text.ts";
import { WORDS } from "./words.toml";

export const LETTERS = ["A", "B"]; // of the two texts

// of a row of numbers
export type Kind = "token" | "segment" | "position" | "sum" | "norm";
// of a place
export type Terms = Record<Kind, Float32Array>;
// where a word stands in the reader's texts
export type Home = [text: number, word: number];
// one padded row of a batch
export interface Sequence {
  tokens: string[]; // with the words that the model doesn't know
  segments: number[];
  ids: number[];
  valid_len: number;
  unknown: string[];
  lost: string[][]; // what did not fit, text by text
  home: (Home | null)[]; // of each place
  whole: string[][]; // both texts
}

export const CHOICE = ["text", "second", "max_len", "position"] as const;
export const LEAST = 5; // room for two texts of one token each

// truncate_pair of inputs.py, off the back: of two texts the longer one gives way, of equal ones
// the second.
export function truncate_pair(
  tokens_a: string[],
  tokens_b: string[] | undefined,
  max_len: number,
): [string[], string[] | undefined] {
  const room = max_len - (tokens_b ? 3 : 2);
  const second = Math.max(Math.floor(room / 2), room - tokens_a.length);
  const b = tokens_b?.slice(0, second);
  return [tokens_a.slice(0, room - (b?.length ?? 0)), b];
}

export function build(
  bert: BERTModel,
  { text, second, max_len }: Pick<InputBuilder, "text" | "second" | "max_len">,
): Sequence {
  const whole = [plainWords(text), plainWords(second)];
  const [a, b] = truncate_pair(whole[0], whole[1].length ? whole[1] : undefined, max_len);
  const { tokens, segments } = get_tokens_and_segments(a, b),
    valid_len = tokens.length;
  const unknown = [...new Set(tokens.filter((token) => !bert.known.has(token)))];
  const home: Sequence["home"] = tokens.map((_, t) => {
    const of = t > a.length ? 1 : 0,
      at = t - (of ? a.length + 2 : 1);
    return at >= 0 && at < (of ? (b?.length ?? 0) : a.length) ? [of, at] : null;
  });
  for (let t = valid_len; t < max_len; t++) {
    tokens.push("<pad>");
    segments.push(0);
    home.push(null);
  }
  const lost = [whole[0].slice(a.length), whole[1].slice(b?.length)];
  return { tokens, segments, ids: bert.ids(tokens), valid_len, unknown, lost, home, whole };
}

// The texts with the words at two places swapped.
export function swapped({ whole, home }: Pick<Sequence, "whole" | "home">, t: number, u: number) {
  const texts = whole.map((list) => [...list]),
    one = home[t],
    other = home[u];
  if (one && other) {
    const [i, at] = one,
      [j, to] = other;
    [texts[i][at], texts[j][to]] = [texts[j][to], texts[i][at]];
  }
  return { text: texts[0].join(" "), second: texts[1].join(" ") };
}

// The next place before or behind this one at which a word of the reader's stands.
export function neighbour({ home }: Pick<Sequence, "home">, t: number, by: number) {
  if (!home[t]) return undefined;
  for (let u = t + by; u >= 0 && u < home.length; u += by) if (home[u]) return u;
  return undefined;
}

// For each position the three rows that are added, their sum and, in a model that has one, its
// norm.
export function terms(
  bert: BERTModel,
  { ids, segments }: Pick<Sequence, "ids" | "segments">,
): Terms[] {
  const D = bert.config.num_hiddens,
    { word, segment, position, sum, normed } = bert.embed(ids, segments);
  return ids.map((_, t) => {
    const of = (X: Float32Array) => X.slice(t * D, (t + 1) * D); // (D,)
    return {
      ...{ token: of(word), segment: of(segment), position: of(position) },
      ...{ sum: of(sum), norm: of(normed) },
    };
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

// From which size on a cell has its full colour: twice what is usual for a sum of these kinds. What
// is added and the sum have one scale, so that colours add up as well; it stays the same when words
// swap places.
export function fullColour(vectors: Terms[], kinds: Kind[]) {
  const squares = vectors.flatMap((row) =>
    kinds.map((kind) => row[kind].reduce((sum, x) => sum + x * x, 0)),
  );
  return (
    2 *
      Math.sqrt(squares.reduce((a, b) => a + b) / (vectors.length * vectors[0][kinds[0]].length)) ||
    1
  );
}

export const describe = ({ tokens, valid_len }: Pick<Sequence, "tokens" | "valid_len">) =>
  WORDS.fills({ valid: valid_len, padding: tokens.length - valid_len, all: tokens.length });

export function leftOut({ lost }: Pick<Sequence, "lost">) {
  const lists = lost.flatMap((gone, i) => {
    const list = gone
      .slice(0, 4)
      .map((word) => `“${short(word)}”`)
      .join(", ");
    const whole = `${list}${gone.length > 4 ? ", …" : ""}`;
    return gone.length ? [WORDS.listOf({ list: whole, letter: LETTERS[i] })] : [];
  });
  return lists.length ? WORDS.noRoom({ lists: listed(lists, WORDS.listAnd) }) : "";
}
