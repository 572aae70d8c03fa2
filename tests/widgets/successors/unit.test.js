import assert from "node:assert/strict";
import { test } from "node:test";
import { targetOf } from "#widgets/successors/block.ts";
import { changeOf, presetOf } from "#widgets/successors/count.ts";
import successors from "#widgets/successors/index.ts";

const APART = [["RoBERTa recipe", "sentence order"]];

test("a model is known by its changes, whatever their order", () => {
  const presets = { BERT: [], A: ["x", "y"] };
  assert.deepEqual(
    [[], ["y", "x"], ["x"]].map((on) => presetOf(presets, on)),
    ["BERT", "A", undefined],
  );
});

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

test("differences in words", () => {
  assert.deepEqual(
    [
      [100, 100],
      [100, 69],
      [1000, 1004],
      [1e8, 1e8 + 1536],
    ].map((two) => changeOf(...two)),
    ["", "−31\u00a0%", "+0.4\u00a0%", "+1,536"],
  );
});

test("links set known changes, each once", () => {
  const model = { get: () => APART },
    take = (changes) => successors.link.take({ changes }, model);
  assert.deepEqual(take(["GeGLU", "norm before"]), { changes: ["GeGLU", "norm before"] });
  assert.deepEqual(successors.link.take({}, model), {});
  for (const bad of [["GeGLU", "GeGLU"], ["toString"], "GeGLU", [1], null, APART[0]])
    assert.equal(take(bad), undefined);
});
