// ContextProbe's maps for the user's own model, computed on the recorded sentences: as
// sense_maps.py of the experiments makes those of the book's, but for the means of positions, which
// know these words alone. Pure functions, tested without a browser.

import type { BERTModel } from "#web/bert/model.ts";
import { cosine, dot, into, look, type SenseMap, type Whole } from "./compare.ts";

// of D numbers
export type Row = number[];
// of each word, by layer and sentence
export type Vectors = Record<string, Row[][]>;

const meanOf = (rows: Row[]): Row =>
  rows[0].map((_, d) => rows.reduce((sum, row) => sum + row[d], 0) / rows.length);
const minus = (row: Row, ...others: Row[]) =>
  row.map((x, d) => others.reduce((rest, other) => rest - other[d], x));

const unit = (row: Row) => {
  const size = Math.sqrt(dot(row, row)) || 1;
  return row.map((x) => x / size);
};

// The direction in which rows vary most, its largest entry positive. Power iteration gives each
// row's part in it; rows are fewer than their numbers.
function mainDirection(rows: Row[]) {
  const products = rows.map((row) => rows.map((other) => dot(row, other)));
  let parts = unit(products.reduce((a, b) => (dot(b, b) > dot(a, a) ? b : a)));
  for (let turn = 0, moved = 1; turn < 300 && moved > 1e-9; turn++) {
    const next = unit(products.map((row) => dot(row, parts)));
    moved = Math.max(...next.map((x, i) => Math.abs(x - parts[i])));
    parts = next;
  }
  const axis = unit(
    rows[0].map((_, d) => rows.reduce((sum, row, i) => sum + parts[i] * row[d], 0)),
  );
  const sign = Math.sign(axis.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a))) || 1;
  return axis.map((x) => sign * x);
}

// The two directions in which rows vary most, (D, 2).
function planeOf(rows: Row[]): [number, number][] {
  const first = mainDirection(rows),
    rest = rows.map((row) =>
      minus(
        row,
        first.map((x) => x * dot(row, first)),
      ),
    );
  const second = mainDirection(rest);
  return first.map((x, d) => [x, second[d]]);
}

// The mean cosine of two sentences of one sense, and of different ones.
function alikeIn(rows: Row[], labels: string[]) {
  const means = { same: [0, 0], different: [0, 0] };
  rows.forEach((row, i) =>
    rows.slice(0, i).forEach((other, j) => {
      const mean = means[labels[i] === labels[j] ? "same" : "different"];
      mean[0] += cosine(row, other);
      mean[1]++;
    }),
  );
  const [same, different] = [means.same, means.different].map(([sum, n]) => sum / n);
  return { same, different };
}

// Of one layer, the mean of each word and, with these taken away, of each place.
// places: of all their sentences
function meansIn(vectors: Vectors, words: string[], places: number[], layer: number) {
  const means = Object.fromEntries(words.map((word) => [word, meanOf(vectors[word][layer])])),
    centred = words.flatMap((word) => vectors[word][layer].map((row) => minus(row, means[word]))),
    none = centred[0].map(() => 0);
  const ofPlace = Array.from({ length: Math.max(...places) + 2 }, (_, place) => {
    const there = centred.filter((_, i) => places[i] === place);
    return there.length ? meanOf(there) : none;
  });
  return { means, ofPlace };
}

// The map of one word: `rows` are its vectors by layer and sentence, `layers` as `meansIn` has them.
function mapOf(
  word: string,
  rows: Row[][],
  sentences: SenseMap["sentences"],
  layers: ReturnType<typeof meansIn>[],
): SenseMap {
  const labels = sentences.map(({ sense }) => sense);
  const all = layers.map(({ means, ofPlace }, layer) => {
    const clean = rows[layer].map((row, i) => minus(row, means[word], ofPlace[sentences[i].at])),
      plane = planeOf(clean);
    return {
      plane,
      points: clean.map((row) => into(plane, row)),
      offsets: ofPlace.map((row) =>
        into(
          plane,
          row.map((x, d) => x + means[word][d]),
        ),
      ),
      ...alikeIn(rows[layer], labels),
    };
  });
  return {
    sentences,
    plane: all.map(({ plane }) => plane),
    points: all.map(({ points }) => points),
    offsets: all.map(({ offsets }) => offsets),
    alike: {
      same: all.map(({ same }) => same),
      different: all.map(({ different }) => different),
    },
  };
}

// `vectors`: for each word, layer and sentence the word's vector, an array of numbers.
export function mapsOf(
  vectors: Vectors,
  maps: Record<string, Pick<SenseMap, "sentences">>,
): Record<string, SenseMap> {
  const words = Object.keys(maps),
    places = words.flatMap((word) => maps[word].sentences.map(({ at }) => at)),
    layers = vectors[words[0]].map((_, layer) => meansIn(vectors, words, places, layer));
  return Object.fromEntries(
    words.map((word) => [word, mapOf(word, vectors[word], maps[word].sentences, layers)]),
  );
}

// Reads all sentences, a few at a time, so that the page stays awake.
export async function ownMaps(
  bert: BERTModel,
  maps: Record<string, Pick<SenseMap, "sentences">>,
  signal: AbortSignal,
) {
  const vectors: Vectors = {};
  for (const [word, { sentences }] of Object.entries(maps)) {
    const read: Row[][] = [];
    for (const { text } of sentences) {
      if (read.length % 8 === 0) await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      const { layers } = look(bert, text, word) as Whole; // each has its word
      read.push(layers.map((vector) => Array.from(vector)));
    }
    vectors[word] = read[0].map((_, layer) => read.map((layers) => layers[layer]));
  }
  return mapsOf(vectors, maps);
}
