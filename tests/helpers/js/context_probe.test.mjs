import assert from "node:assert/strict";
import { test } from "node:test";
import { widget } from "./module.mjs";

const { around, compare, cosine, look, problem, project, sensesOf, default: { link } } = await widget("context_probe");

const VOCAB = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>", "a", "crane", "flies"];
const known = new Map(VOCAB.map((token, id) => [token, id]));
// D = 2; layer 0 is (id, position), layer 1 (number of tokens, id).
const BERT = {
  known, ids: (tokens) => tokens.map((token) => known.get(token) ?? 1), config: { num_hiddens: 2, max_len: 6 },
  encoder: {
    token_embedding: { forward: (id) => Float32Array.of(id, 1) },
    trace: (ids) => ({ hidden_states: [
      Float32Array.from(ids.flatMap((id, t) => [id, t])), Float32Array.from(ids.flatMap((id) => [ids.length, id])),
    ] }),
  },
};
const MAP = {
  sentences: [["a crane flies", "bird"], ["crane bird", "bird"], ["a crane", "machine"], ["the crane", "machine"]]
    .map(([text, sense]) => ({ text, sense })),
  points: [[[0, 0], [0, 1], [3, 0], [9, 9]], [[5, 5], [5, 6], [0, 0], [1, 0]]],
  plane: [[[1, 0], [0, 1]], [[0, 2], [10, 0]]],
  offsets: [[[6, 1], [6, 2], [6, 0]], [[60, 0], [60, 8], [0, 0]]],
};

test("the word in its text: its place, its row, its vectors", () => {
  const one = look(BERT, "A crane zebra", "crane");
  assert.deepEqual([one.at, one.length, one.unknown], [1, 5, ["zebra"]]);
  assert.deepEqual([...one.table], [6, 1]);
  assert.deepEqual(one.layers.map((vector) => [...vector]), [[6, 2], [5, 6]]);
  assert.equal(look(BERT, "crane crane", "crane").at, 0);
});

test("a text without the word, or too long, has no vectors, and the reason is said", () => {
  const without = look(BERT, "a cranes", "crane"), long = look(BERT, "a crane flies a crane", "crane");
  assert.deepEqual([without.layers, long.layers], [undefined, undefined]);
  assert.match(problem(without, "first", "crane", 6), /first sentence lacks the word “crane”/);
  assert.match(problem(long, "second", "crane", 6), /second sentence makes 7 tokens, and the model has 6/);
  assert.equal(problem(look(BERT, "a crane", "crane"), "first", "crane", 6), "");
});

test("cosines by hand: of the rows one, then layer by layer", () => {
  assert.equal(cosine([3, 4], [4, 3]), 24 / 25);
  const [rows, first, second] = compare(look(BERT, "a crane", "crane"), look(BERT, "crane flies a", "crane"));
  assert.ok(Math.abs(rows - 1) < 1e-12);
  assert.ok(Math.abs(first - (36 + 2) / Math.sqrt(40 * 37)) < 1e-12);
  assert.ok(Math.abs(second - (20 + 36) / Math.sqrt(52 * 61)) < 1e-12);
});

test("the place on the map: product with the plane, less the offset of the position", () => {
  const one = look(BERT, "a crane", "crane"); // layers (6, 2) and (4, 6), position 1
  assert.deepEqual(project(MAP, 0, one), [0, 0]);
  assert.deepEqual(project(MAP, 1, one), [0, 0]);
  assert.deepEqual(project(MAP, 1, { ...one, at: 0 }), [0, 8]);
  assert.deepEqual(project(MAP, 1, { ...one, at: 40 }), [60, 8]); // the last offset
});

test("senses around a place, the most frequent first", () => {
  const many = { sentences: [..."xxxxyyyy"].map((sense) => ({ sense })), points: [[..."12345678"].map((x) => [Number(x), 0])] };
  assert.deepEqual(around(many, 0, [0, 0]), [["x", 4], ["y", 1]]);
  assert.deepEqual(around(many, 0, [9, 0]), [["y", 4], ["x", 1]]);
  assert.deepEqual(sensesOf(MAP), ["bird", "machine"]);
});

test("a link names a word that has a map, or does nothing", () => {
  const model = { get: (trait) => ({ maps: { crane: MAP }, word: "crane" })[trait] };
  assert.deepEqual(link.take({ word: "crane", text: "a" }, model), { word: "crane", text: "a" });
  assert.deepEqual(link.take({ text: "a" }, model), { text: "a" });
  for (const bad of [{ word: "toString" }, { word: "zebra" }, { maps: {} }, { layer: 0.5 }])
    assert.equal(link.take(bad, model), undefined);
});
