import assert from "node:assert/strict";
import { test } from "node:test";
import { byKind, describe } from "./index.js";

test("what was found, in words", () => {
  assert.equal(
    describe(["by words", "by meaning"], { places: [8, 1] }),
    "By words, the first right entry is at place 8; by meaning, the first right entry is at place 1.",
  );
  assert.equal(describe(["by words"], { places: [null] }), "By words, no right entry.");
});

test("questions of a kind stand together, and keep their places", () => {
  const [a, b, c] = [{ kind: "x" }, { kind: "y" }, { kind: "x" }];
  assert.deepEqual(byKind([a, b, c]), [
    [
      "x",
      [
        [0, a],
        [2, c],
      ],
    ],
    ["y", [[1, b]]],
  ]);
});
