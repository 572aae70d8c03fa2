import assert from "node:assert/strict";
import { test } from "node:test";
import { build, describe, leftOut, swapped } from "#widgets/input_builder/sequence.ts";

const VOCAB = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>", "a", "b", "c", "d"];
const known = new Map(VOCAB.map((token, id) => [token, id]));
const BERT = { ids: (tokens) => tokens.map((token) => known.get(token) ?? 1), known };

test("a pair that does not fit: the longer text gives way", () => {
  const input = build(BERT, { text: "a b c d", second: "d c", max_len: 7 });
  assert.deepEqual(input.tokens, ["<cls>", "a", "b", "<sep>", "d", "c", "<sep>"]);
  assert.deepEqual(input.segments, [0, 0, 0, 0, 1, 1, 1]);
  assert.deepEqual([input.valid_len, input.lost], [7, [["c", "d"], []]]);
  assert.equal(describe(input), "7 tokens fill 7 places.");
  const short = build(BERT, { text: "a", second: "", max_len: 7 });
  assert.equal(describe(short), "3 tokens and 4 <pad> fill 7 places.");
  assert.equal(leftOut(input), "No room for “c”, “d” of text A.");
  const both = build(BERT, { text: "a b c", second: "d c b", max_len: 7 });
  assert.match(leftOut(both), /“c” of text A and “b” of text B\./);
  assert.match(
    leftOut(build(BERT, { text: "a ".repeat(99), second: "", max_len: 7 })),
    /“a”, … of text A/,
  );
});

test("words swap places, across the texts and with those that have no room left alone", () => {
  const input = build(BERT, { text: "a b c", second: "d zebra a", max_len: 7 });
  assert.deepEqual(input.tokens, ["<cls>", "a", "b", "<sep>", "d", "zebra", "<sep>"]);
  assert.deepEqual(input.home, [null, [0, 0], [0, 1], null, [1, 0], [1, 1], null]);
  assert.deepEqual(swapped(input, 1, 2), { text: "b a c", second: "d zebra a" });
  assert.deepEqual(swapped(input, 2, 5), { text: "a zebra c", second: "d b a" });
  assert.deepEqual(swapped(input, 2, 2), { text: "a b c", second: "d zebra a" });
  const alone = build(BERT, { text: "a <mask>", second: "", max_len: 6 });
  assert.deepEqual(alone.home, [null, [0, 0], [0, 1], null, null, null]);
});
