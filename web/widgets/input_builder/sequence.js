// InputBuilder's numbers: from the reader's text, or two, to the rows that enter the first block.
// Nothing here knows of a page.

import { get_tokens_and_segments } from "../../bert/tokens.js";
import { plainWords } from "../../bert/vocabulary.js";
import { short } from "../../shared/numbers.js";
import { WORDS } from "./words.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { InputBuilder } from "../../shared/traits.js"
 * @typedef {"token" | "segment" | "position" | "sum" | "norm"} Kind of a row of numbers
 * @typedef {Record<Kind, Float32Array>} Terms of a place
 * @typedef {[text: number, word: number]} Home where a word stands in the reader's texts
 * @typedef {object} Sequence one padded row of a batch
 * @property {string[]} tokens with the words that the model doesn't know
 * @property {number[]} segments
 * @property {number[]} ids
 * @property {number} valid_len
 * @property {string[]} unknown
 * @property {string[][]} lost what did not fit, text by text
 * @property {(Home | null)[]} home of each place
 * @property {string[][]} whole both texts
 */

export const CHOICE = /** @type {const} */ (["text", "second", "max_len", "position"]);
export const LEAST = 5; // room for two texts of one token each

// truncate_pair of inputs.py, off the back: of two texts the longer one gives way, of equal ones
// the second.
/**
 * @param {string[]} tokens_a @param {string[] | undefined} tokens_b @param {number} max_len
 * @returns {[string[], string[] | undefined]}
 */
export function truncate_pair(tokens_a, tokens_b, max_len) {
  const room = max_len - (tokens_b ? 3 : 2);
  const second = Math.max(Math.floor(room / 2), room - tokens_a.length);
  const b = tokens_b?.slice(0, second);
  return [tokens_a.slice(0, room - (b?.length ?? 0)), b];
}

/**
 * @param {BERTModel} bert @param {Pick<InputBuilder, "text" | "second" | "max_len">} choice
 * @returns {Sequence}
 */
export function build(bert, { text, second, max_len }) {
  const whole = [plainWords(text), plainWords(second)];
  const [a, b] = truncate_pair(whole[0], whole[1].length ? whole[1] : undefined, max_len);
  const { tokens, segments } = get_tokens_and_segments(a, b),
    valid_len = tokens.length;
  const unknown = [...new Set(tokens.filter((token) => !bert.known.has(token)))];
  /** @type {Sequence["home"]} */
  const home = tokens.map((_, t) => {
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
/** @param {Pick<Sequence, "whole" | "home">} sequence @param {number} t @param {number} u */
export function swapped({ whole, home }, t, u) {
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
/** @param {Pick<Sequence, "home">} sequence @param {number} t @param {number} by */
export function neighbour({ home }, t, by) {
  if (!home[t]) return undefined;
  for (let u = t + by; u >= 0 && u < home.length; u += by) if (home[u]) return u;
  return undefined;
}

// For each position the three rows that are added, their sum and, in a model that has one, its
// norm.
/** @param {BERTModel} bert @param {Pick<Sequence, "ids" | "segments">} sequence @returns {Terms[]} */
export function terms(bert, { ids, segments }) {
  const { token_embedding, segment_embedding, pos_embedding, embedding_norm } = bert.encoder;
  return ids.map((id, t) => {
    const token = token_embedding.forward(id),
      segment = segment_embedding.forward(segments[t]);
    const position = pos_embedding.forward(t); // (D,) each
    const sum = token.map((x, d) => x + segment[d] + position[d]);
    return { token, segment, position, sum, norm: embedding_norm.forward(sum) };
  });
}

// Whether two places have one vector of this kind in common.
/** @type {(sequence: Pick<Sequence, "ids" | "segments">, kind: Kind, t: number, u: number) => boolean} */
export const shares = ({ ids, segments }, kind, t, u) =>
  t === u ||
  (kind === "token" ? ids[t] === ids[u] : kind === "segment" && segments[t] === segments[u]);

// From which size on a cell has its full colour: twice what is usual for a sum of these kinds. What
// is added and the sum have one scale, so that colours add up as well; it stays the same when words
// swap places.
/** @param {Terms[]} vectors @param {Kind[]} kinds */
export function fullColour(vectors, kinds) {
  const squares = vectors.flatMap((row) =>
    kinds.map((kind) => row[kind].reduce((sum, x) => sum + x * x, 0)),
  );
  return (
    2 *
      Math.sqrt(squares.reduce((a, b) => a + b) / (vectors.length * vectors[0][kinds[0]].length)) ||
    1
  );
}

/** @param {Pick<Sequence, "tokens" | "valid_len">} sequence */
export const describe = ({ tokens, valid_len }) => WORDS.fills(valid_len, tokens.length);

/** @param {Pick<Sequence, "lost">} sequence */
export function leftOut({ lost }) {
  /** @type {[list: string, text: number][]} */
  const lists = lost.flatMap((gone, i) => {
    const list = gone
      .slice(0, 4)
      .map((word) => `“${short(word)}”`)
      .join(", ");
    return gone.length ? [[`${list}${gone.length > 4 ? ", …" : ""}`, i]] : [];
  });
  return lists.length ? WORDS.noRoom(lists) : "";
}
