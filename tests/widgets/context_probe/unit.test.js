import assert from "node:assert/strict";
import { test } from "node:test";
import { gapOf } from "#widgets/context_probe/fork.ts";

test("two strips are as far apart as their cosine is below 1, and stay in the band", () => {
  assert.deepEqual(
    [1, 0.8, 0.6, -1].map((x) => Math.round(gapOf(x))),
    [0, 30, 60, 84],
  );
  assert.equal(gapOf(1 + 1e-9), 0);
});
