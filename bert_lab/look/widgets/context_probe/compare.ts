// ContextProbe's numbers: pure functions, tested without a browser.

import type { BERTModel } from "#web/bert/model.ts";
import { get_tokens_and_segments } from "#web/bert/tokens.ts";
import { plainWords } from "#web/bert/vocabulary.ts";
import type { ContextProbe } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

const NEIGHBOURS = 5;

export type Vector = Float32Array | number[];
export type Point = [x: number, y: number];
export type SenseMap = ContextProbe["maps"][string];
export type Words = {
  words: string[];
  at: number;
  length: number;
  unknown: string[];
};
// the
// word, or too long
export type Lacking = Words & { states?: Float32Array[][]; table?: undefined; layers?: undefined };
export type Whole = Words & {
  states: Float32Array[][];
  table: Float32Array;
  layers: Float32Array[];
};
export type Reading = Whole | Lacking;

export function dot(u: Vector, v: Vector) {
  let sum = 0;
  for (let d = 0; d < u.length; d++) sum += u[d] * v[d];
  return sum;
}
export const cosine = (a: Vector, b: Vector) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

// A text as the model reads it. `states`: for each word its row of the table and its vector at
// every layer. `at` is the place of the word that is compared; `table` knows that word alone,
// `layers` its context.
export function look(bert: BERTModel, text: string, word: string): Reading {
  const read = plainWords(text),
    { tokens, segments } = get_tokens_and_segments(read),
    at = read.indexOf(word);
  const unknown = [...new Set(read.filter((token) => !bert.known.has(token)))],
    ids = bert.ids(tokens);
  const reading = { words: read, at, length: tokens.length, unknown };
  if (tokens.length > bert.config.max_len) return reading;
  const D = bert.config.num_hiddens,
    { hidden_states } = bert.trace(ids, segments);
  const states = read.map((_, i) => [
    bert.rows("token_embedding.weight", [ids[i + 1]]),
    ...hidden_states.map((X) => X.subarray((i + 1) * D, (i + 2) * D)),
  ]); // after <cls>
  if (at < 0) return { ...reading, states };
  const [table, ...layers] = states[at];
  return { ...reading, states, table, layers };
}

// Cosine of the two vectors: of the table's rows, then layer by layer.
export const compare = (
  one: Pick<Whole, "table" | "layers">,
  other: Pick<Whole, "table" | "layers">,
) => [
  cosine(one.table, other.table),
  ...one.layers.map((vector, layer) => cosine(vector, other.layers[layer])),
];

// A vector's place on the map of a layer. The last offset is for positions that no recorded
// sentence has.
export function project(
  { plane, offsets }: Pick<SenseMap, "plane" | "offsets">,
  layer: number,
  { at, layers }: Pick<Whole, "at" | "layers">,
): Point {
  const offset = offsets[layer][Math.min(at, offsets[layer].length - 1)],
    [x, y] = into(plane[layer], layers[layer]);
  return [x - offset[0], y - offset[1]];
}
// Its part in each of two directions, (D, 2).
export const into = (plane: [number, number][], vector: Vector): Point => {
  const part = (axis: 0 | 1) =>
    dot(
      vector,
      plane.map((row) => row[axis]),
    );
  return [part(0), part(1)];
};

// The senses of the recorded sentences next to a place: [[sense, how many], ...], most first.
export function around(
  { points, sentences }: Pick<SenseMap, "points" | "sentences">,
  layer: number,
  [x, y]: Point,
): [sense: string, number: number][] {
  const distance = (i: number) => Math.hypot(points[layer][i][0] - x, points[layer][i][1] - y);
  const near = [...sentences.keys()].sort((i, j) => distance(i) - distance(j)).slice(0, NEIGHBOURS);
  const counts = new Map<string, number>();
  for (const i of near) counts.set(sentences[i].sense, (counts.get(sentences[i].sense) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

// Each layer has directions of its own, so its map may be turned or mirrored, and no distance
// changes: how, for the points to lie as near as they can to those of the next layer (orthogonal
// Procrustes, in the plane). One function for each layer; the last stays as it is.
export function turns({ points }: Pick<SenseMap, "points">) {
  const rotations: ((point: Point) => Point)[] = [(p) => p];
  for (let layer = points.length - 2; layer >= 0; layer--) {
    const onto = points[layer + 1].map(rotations[0]);
    const m = (i: 0 | 1, j: 0 | 1) =>
      points[layer].reduce((sum, p, n) => sum + p[i] * onto[n][j], 0);
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
export function visible(length: number, at: number, room: number) {
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), length - room));
  return [first, Math.min(length, first + room)];
}

export function problem(one: Reading, which: string, word: string, max_len: number) {
  if (one.at < 0) return WORDS.lacks({ which, word });
  return one.layers ? "" : WORDS.tooLong({ which, length: one.length, most: max_len });
}

export const sensesOf = ({ sentences }: Pick<SenseMap, "sentences">) => [
  ...new Set(sentences.map(({ sense }) => sense)),
];
