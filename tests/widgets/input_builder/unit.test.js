import assert from "node:assert/strict";
import { test } from "node:test";
import { build, swapped } from "#widgets/input_builder/sequence.ts";

const VOCAB = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>", "a", "b", "c", "d"];
const known = new Map(VOCAB.map((token, id) => [token, id]));
const BERT = { ids: (tokens) => tokens.map((token) => known.get(token) ?? 1), known };

test("words swap places, across the texts, and special tokens stay", () => {
  const input = build(BERT, { text: "a b", second: "d zebra" });
  assert.deepEqual(input.tokens, ["<cls>", "a", "b", "<sep>", "d", "zebra", "<sep>"]);
  assert.deepEqual(input.segments, [0, 0, 0, 0, 1, 1, 1]);
  assert.deepEqual(input.home, [null, [0, 0], [0, 1], null, [1, 0], [1, 1], null]);
  assert.deepEqual(swapped(input, 1, 2), { text: "b a", second: "d zebra" });
  assert.deepEqual(swapped(input, 2, 5), { text: "a zebra", second: "d b" });
  assert.deepEqual(swapped(input, 2, 2), { text: "a b", second: "d zebra" });
  const alone = build(BERT, { text: "a <mask>", second: "" });
  assert.deepEqual(alone.home, [null, [0, 0], [0, 1], null]);
});
