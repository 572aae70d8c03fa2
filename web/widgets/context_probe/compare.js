// ContextProbe's numbers: pure functions, tested without a browser.

import { get_tokens_and_segments } from "../../bert/tokens.js";
import { plainWords } from "../../bert/vocabulary.js";
import { WORDS } from "./words.js";

const NEIGHBOURS = 5;

export function cosine(a, b) {
  const dot = (u, v) => u.reduce((sum, x, d) => sum + x * v[d], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

// A text as the model reads it. `states`: for each word its row of the table and its vector at
// every layer. `at` is the place of the word that is compared; `table` knows that word alone,
// `layers` its context.
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
export const compare = (one, other) => [
  cosine(one.table, other.table),
  ...one.layers.map((vector, layer) => cosine(vector, other.layers[layer])),
];

// A vector's place on the map of a layer. The last offset is for positions that no recorded
// sentence has.
export function project({ plane, offsets }, layer, { at, layers }) {
  const offset = offsets[layer][Math.min(at, offsets[layer].length - 1)];
  return [0, 1].map(
    (axis) =>
      layers[layer].reduce((sum, x, d) => sum + x * plane[layer][d][axis], 0) - offset[axis],
  );
}

// The senses of the recorded sentences next to a place: [[sense, how many], ...], most first.
export function around({ points, sentences }, layer, [x, y]) {
  const distance = (i) => Math.hypot(points[layer][i][0] - x, points[layer][i][1] - y);
  const near = [...sentences.keys()].sort((i, j) => distance(i) - distance(j)).slice(0, NEIGHBOURS);
  const counts = new Map();
  for (const i of near) counts.set(sentences[i].sense, (counts.get(sentences[i].sense) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

// Each layer has directions of its own, so its map may be turned or mirrored, and no distance
// changes: how, for the points to lie as near as they can to those of the next layer (orthogonal
// Procrustes, in the plane). One function for each layer; the last stays as it is.
export function turns({ points }) {
  const rotations = [(p) => p];
  for (let layer = points.length - 2; layer >= 0; layer--) {
    const onto = points[layer + 1].map(rotations[0]);
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
export function visible(length, at, room) {
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), length - room));
  return [first, Math.min(length, first + room)];
}

export function problem(one, which, word, max_len) {
  if (one.at < 0) return WORDS.lacks(which, word);
  return one.layers ? "" : WORDS.tooLong(which, one.length, max_len);
}

export const sensesOf = ({ sentences }) => [...new Set(sentences.map(({ sense }) => sense))];
