// Validators of outside input: each accepts what it describes, nothing else, and never throws.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isBoolean,
  isEither,
  isListOf,
  isNumber,
  isOneOf,
  isShare,
  isText,
  isTuple,
  isWhole,
} from "./allowed.ts";

const ODD = [
  undefined,
  null,
  NaN,
  Infinity,
  -0.5,
  "",
  "2",
  "<mask>",
  "__proto__",
  true,
  [],
  [[]],
  [null],
  {},
  { length: 1 },
  Symbol("a"),
  2n,
  () => 1,
  new Date(),
  Object.create(null),
  2 ** 60,
];

test("single values", () => {
  const cases = [
    [isBoolean, [true, false], [0, "true", null]],
    [isNumber(-1, 2.5), [-1, 0.5, 2.5], [-1.1, 2.6, NaN, "1"]],
    [isShare, [0, 0.3, 1], [-0.1, 1.1]],
    [isWhole(2, 7), [2, 7], [1, 8, 2.5, "2", NaN, Infinity]],
    [isText(3, 1), ["a", "abc"], ["", "abcd", ["a"]]],
    [isOneOf("a", null), ["a", null], ["b", undefined]],
    [isEither(isBoolean, isWhole(0, 1)), [true, 1], ["1", 2]],
    [isTuple(isWhole(0, 1), isBoolean), [[1, true]], [[1], [1, true, 1], [true, 1], null, "ab"]],
    [
      isListOf(isWhole(0, 5), 2, 1),
      [[5], [0, 1]],
      [[], [0, 1, 2], [6], ["0"], { 0: 1, length: 1 }, Array(3)],
    ],
  ];
  for (const [fits, good, bad] of cases) {
    for (const value of good) assert.equal(fits(value), true, JSON.stringify(value));
    for (const value of bad) assert.equal(fits(value), false, JSON.stringify(value));
    for (const value of ODD) assert.equal(typeof fits(value), "boolean");
  }
});
