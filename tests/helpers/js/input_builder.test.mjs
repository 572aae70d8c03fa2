import assert from "node:assert/strict";
import { test } from "node:test";
import { widget } from "./module.mjs";

const { build, describe, leftOut, terms, truncate_pair } = await widget("input_builder");

const VOCAB = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>", "a", "b", "c", "d"];
const known = new Map(VOCAB.map((token, id) => [token, id]));
// Rows of three numbers: ten times the id, the segment or the position, and one or two more.
const row = (start) => ({ forward: (id) => Float32Array.of(start + 10 * id, start + 10 * id + 1, start + 10 * id + 2) });
const BERT = {
  known, ids: (tokens) => tokens.map((token) => known.get(token) ?? 1),
  encoder: {
    token_embedding: row(1), segment_embedding: row(1000), pos_embedding: row(-500),
    embedding_norm: { forward: (X) => X.map((x) => x / 2) },
  },
};

test("one text, padded", () => {
  const input = build(BERT, { text: " A zebra b", second: " ", max_len: 8 });
  assert.deepEqual(input.tokens, ["<cls>", "a", "zebra", "b", "<sep>", "<pad>", "<pad>", "<pad>"]);
  assert.deepEqual(input.segments, [0, 0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(input.ids, [2, 5, 1, 6, 3, 0, 0, 0]);
  assert.deepEqual([input.valid_len, input.unknown, input.lost], [5, ["zebra"], [[], []]]);
  assert.equal(describe(input), "Valid length 5: 5 tokens and 3 <pad> fill 8 positions.");
  assert.equal(leftOut(input), "All words have room.");
});

test("a pair that does not fit: the longer text gives way", () => {
  const input = build(BERT, { text: "a b c d", second: "d c", max_len: 7 });
  assert.deepEqual(input.tokens, ["<cls>", "a", "b", "<sep>", "d", "c", "<sep>"]);
  assert.deepEqual(input.segments, [0, 0, 0, 0, 1, 1, 1]);
  assert.deepEqual([input.valid_len, input.lost], [7, [["c", "d"], []]]);
  assert.equal(describe(input), "Valid length 7: 7 tokens fill 7 positions.");
  assert.equal(leftOut(input), "No room for “c”, “d” of the first text.");
  const both = build(BERT, { text: "a b c", second: "d c b", max_len: 7 });
  assert.match(leftOut(both), /“c” of the first text and “b” of the second text\./);
  assert.match(leftOut(build(BERT, { text: "a ".repeat(99), second: "", max_len: 7 })), /“a”, … of the first/);
});

test("of two equal texts the second is shortened; nothing given is changed", () => {
  const a = ["a", "b", "c"], b = ["d", "e", "f"];
  assert.deepEqual(truncate_pair(a, b, 8), [["a", "b", "c"], ["d", "e"]]);
  assert.deepEqual(truncate_pair(a, undefined, 4), [["a", "b"], undefined]);
  assert.deepEqual([a.length, b.length], [3, 3]);
});

test("token, segment and position are added, entry by entry", () => {
  const rows = terms(BERT, { ids: [2, 5], segments: [0, 1] });
  assert.deepEqual([...rows[1].token], [51, 52, 53]);
  assert.deepEqual([...rows[1].segment], [1010, 1011, 1012]);
  assert.deepEqual([...rows[1].position], [-490, -489, -488]);
  assert.deepEqual([...rows[1].sum], [571, 574, 577]);
  assert.deepEqual([...rows[1].norm], [285.5, 287, 288.5]);
  assert.deepEqual([...rows[0].sum], [521, 524, 527]);
});
