import assert from "node:assert/strict";
import { test } from "node:test";
import { targetOf } from "#widgets/successors/block.ts";

test("what the loss asks of each token", () => {
  const all = (on) =>
    Array.from({ length: 10 }, (_, t) => targetOf(t, on)[0]).filter(Boolean).length;
  assert.deepEqual(
    [[], ["RoBERTa recipe"], ["replaced tokens"], ["RoBERTa recipe", "replaced tokens"]].map(all),
    [2, 1, 10, 10],
  );
  assert.deepEqual(targetOf(2, ["replaced tokens"]), ["replaced", "replaced tokens"]);
  assert.deepEqual(targetOf(0, ["sentence order"]), ["in order?", "sentence order"]);
});
