import assert from "node:assert/strict";
import { test } from "node:test";
import { best, cosines, meaning } from "#widgets/meaning_search/ranking.ts";

test("a text's meaning is the mean of its last state, of length 1", () => {
  // three tokens, D = 2, two layers
  const states = Float32Array.of(9, 9, 9, 9, 9, 9, 1, 0, 2, 4, 3, 4);
  const vector = meaning({ tokens: ["[CLS]", "a", "[SEP]"], states }, 1);
  vector.forEach((x, d) => assert.ok(Math.abs(x - [0.6, 0.8][d]) < 1e-6));
  const found = cosines(Int8Array.of(100, 0, -60, -80, 60, 80), 0.01, vector);
  found.forEach((x, i) => assert.ok(Math.abs(x - [0.6, -1, 1][i]) < 1e-6));
  assert.deepEqual(best(found, 4), [2, 0]);
});
