import assert from "node:assert/strict";
import { test } from "node:test";
import { places } from "./index.js";

const ROWS = [
  ["b", 30, "MIT"],
  ["a", null, "Apache"],
  ["c", 4, ""],
  ["d", 100, "MIT"],
];

test("numbers go by size, words by the alphabet", () => {
  assert.deepEqual(places(ROWS, 1, false), [2, 0, 3, 1]);
  assert.deepEqual(places(ROWS, 0, false), [1, 0, 2, 3]);
  assert.deepEqual(places(ROWS, 0, true), [3, 2, 0, 1]);
});

test("in a column with both, numbers stand before words", () => {
  const rows = [9, "many", 10, "few", 1].map((cell) => ["", cell]);
  assert.deepEqual(places(rows, 1, false), [4, 0, 2, 3, 1]);
  assert.deepEqual(places(rows, 1, true), [1, 3, 2, 0, 4]);
});

test("what is not known stands last, and equals keep their order, whichever way", () => {
  assert.deepEqual(places(ROWS, 1, true), [3, 0, 2, 1]);
  assert.deepEqual(places(ROWS, 2, false), [1, 0, 3, 2]);
  assert.deepEqual(places(ROWS, 2, true), [0, 3, 1, 2]);
});
