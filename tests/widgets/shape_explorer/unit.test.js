import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, problems, withK } from "#widgets/shape_explorer/count.ts";

const SIZES = { B: 2, T: 7, P: 4, D: 15, N: 3, F: 11, V: 23, num_blks: 6, max_len: 13 };
test("three digits and a letter, for a column", () => {
  assert.deepEqual([0, 999, 1000, 1536, 999600, 23837184, 56.7e9, 2.5e12].map(brief), [
    "0",
    "999",
    "1 k",
    "1.54 k",
    "1 M",
    "23.8 M",
    "56.7 G",
    "2.5 T",
  ]);
});

test("without whole heads there is no K, and the reason is given", () => {
  assert.equal(withK(SIZES).K, 5);
  assert.ok(Number.isNaN(withK({ ...SIZES, N: 4 }).K));
  assert.deepEqual(problems(SIZES), []);
  assert.match(problems({ ...SIZES, N: 4 })[0], /4 heads do not divide D = 15.*N = 3 or 5 would/);
  assert.match(problems({ ...SIZES, N: 20 })[0], /N = 15 would/);
  assert.match(problems({ ...SIZES, T: 14 })[0], /14 position vectors.*max_len = 13/);
  assert.match(problems({ ...SIZES, P: 8 })[0], /8 predicted positions.*T = 7/);
});
