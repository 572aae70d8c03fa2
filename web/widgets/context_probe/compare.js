// ContextProbe's numbers: pure functions, tested without a browser.

import { get_tokens_and_segments } from "../../bert/tokens.js";
import { plainWords } from "../../bert/vocabulary.js";
import { WORDS } from "./words.js";

const NEIGHBOURS = 5;

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { ContextProbe } from "../../shared/traits.js"
 * @typedef {Float32Array | number[]} Vector
 * @typedef {[x: number, y: number]} Point
 * @typedef {ContextProbe["maps"][string]} SenseMap
 * @typedef {{ words: string[], at: number, length: number, unknown: string[], both?: string[] }} Words
 *   `both`: those of them that can be compared, if not all
 * @typedef {Words & { states?: Float32Array[][], table?: undefined, layers?: undefined }} Lacking the
 *   word, or too long
 * @typedef {Words & { states: Float32Array[][], table: Float32Array, layers: Float32Array[] }} Whole
 * @typedef {Whole | Lacking} Reading
 */

/** @param {Vector} u @param {Vector} v */
export function dot(u, v) {
  let sum = 0;
  for (let d = 0; d < u.length; d++) sum += u[d] * v[d];
  return sum;
}
/** @param {Vector} a @param {Vector} b */
export const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

// A text as the model reads it. `states`: for each word its row of the table and its vector at
// every layer. `at` is the place of the word that is compared; `table` knows that word alone,
// `layers` its context.
/** @param {BERTModel} bert @param {string} text @param {string} word @returns {Reading} */
export function look(bert, text, word) {
  const read = plainWords(text),
    { tokens, segments } = get_tokens_and_segments(read),
    at = read.indexOf(word);
  const unknown = [...new Set(read.filter((token) => !bert.known.has(token)))],
    ids = bert.ids(tokens);
  const reading = { words: read, at, length: tokens.length, unknown };
  if (tokens.length > bert.config.max_len) return reading;
  const D = bert.config.num_hiddens,
    { hidden_states } = bert.encoder.trace(ids, segments);
  const states = read.map((_, i) => [
    bert.encoder.token_embedding.forward(ids[i + 1]),
    ...hidden_states.map((X) => X.subarray((i + 1) * D, (i + 2) * D)),
  ]); // after <cls>
  if (at < 0) return { ...reading, states };
  const [table, ...layers] = states[at];
  return { ...reading, states, table, layers };
}

// Cosine of the two vectors: of the table's rows, then layer by layer.
/** @param {Pick<Whole, "table" | "layers">} one @param {Pick<Whole, "table" | "layers">} other */
export const compare = (one, other) => [
  cosine(one.table, other.table),
  ...one.layers.map((vector, layer) => cosine(vector, other.layers[layer])),
];

// A vector's place on the map of a layer. The last offset is for positions that no recorded
// sentence has.
/**
 * @param {Pick<SenseMap, "plane" | "offsets">} map @param {number} layer
 * @param {Pick<Whole, "at" | "layers">} reading
 * @returns {Point}
 */
export function project({ plane, offsets }, layer, { at, layers }) {
  const offset = offsets[layer][Math.min(at, offsets[layer].length - 1)],
    [x, y] = into(plane[layer], layers[layer]);
  return [x - offset[0], y - offset[1]];
}
// Its part in each of two directions, (D, 2).
/** @param {[number, number][]} plane @param {Vector} vector @returns {Point} */
export const into = (plane, vector) => {
  /** @param {0 | 1} axis */
  const part = (axis) =>
    dot(
      vector,
      plane.map((row) => row[axis]),
    );
  return [part(0), part(1)];
};

// The senses of the recorded sentences next to a place: [[sense, how many], ...], most first.
/**
 * @param {Pick<SenseMap, "points" | "sentences">} map @param {number} layer @param {Point} place
 * @returns {[sense: string, number: number][]}
 */
export function around({ points, sentences }, layer, [x, y]) {
  /** @param {number} i */
  const distance = (i) => Math.hypot(points[layer][i][0] - x, points[layer][i][1] - y);
  const near = [...sentences.keys()].sort((i, j) => distance(i) - distance(j)).slice(0, NEIGHBOURS);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const i of near) counts.set(sentences[i].sense, (counts.get(sentences[i].sense) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

// Each layer has directions of its own, so its map may be turned or mirrored, and no distance
// changes: how, for the points to lie as near as they can to those of the next layer (orthogonal
// Procrustes, in the plane). One function for each layer; the last stays as it is.
/** @param {Pick<SenseMap, "points">} map */
export function turns({ points }) {
  /** @type {((point: Point) => Point)[]} */
  const rotations = [(p) => p];
  for (let layer = points.length - 2; layer >= 0; layer--) {
    const onto = points[layer + 1].map(rotations[0]);
    /** @param {0 | 1} i @param {0 | 1} j */
    const m = (i, j) => points[layer].reduce((sum, p, n) => sum + p[i] * onto[n][j], 0);
    const [turn, mirror] = [
      [m(0, 0) + m(1, 1), m(0, 1) - m(1, 0)],
      [m(0, 0) - m(1, 1), m(0, 1) + m(1, 0)],
    ];
    const sign = Math.hypot(...turn) < Math.hypot(...mirror) ? -1 : 1,
      [c, s] = sign < 0 ? mirror : turn,
      r = Math.hypot(c, s) || 1;
    rotations.unshift(([x, y]) => [(c * x - sign * s * y) / r, (s * x + sign * c * y) / r]);
  }
  return rotations;
}

// The words that a sentence has room for, with the one at `at` among them: [first, end].
/** @param {number} length @param {number} at @param {number} room */
export function visible(length, at, room) {
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), length - room));
  return [first, Math.min(length, first + room)];
}

/** @param {Reading} one @param {string} which @param {string} word @param {number} max_len */
export function problem(one, which, word, max_len) {
  if (one.at < 0) return WORDS.lacks(which, word);
  return one.layers ? "" : WORDS.tooLong(which, one.length, max_len);
}

/** @param {Pick<SenseMap, "sentences">} map */
export const sensesOf = ({ sentences }) => [...new Set(sentences.map(({ sense }) => sense))];
