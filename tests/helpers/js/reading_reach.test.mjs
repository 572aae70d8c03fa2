import assert from "node:assert/strict";
import { test } from "node:test";
import { widget } from "./module.mjs";

const { describe, reach, split } = await widget("reading_reach");

test("who reads what, of five words, for the second", () => {
  assert.deepEqual(reach("GPT", 5, 1), [0, 1]);
  assert.deepEqual(reach("BERT", 5, 1), [0, 1, 2, 3, 4]);
  assert.deepEqual(reach("ELMo, forward", 5, 1), [0, 1]);
  assert.deepEqual(reach("ELMo, backward", 5, 1), [1, 2, 3, 4]);
});

test("the same in words", () => {
  assert.equal(describe("i went to the bank".split(" "), 3),
    "For “the”, ELMo’s forward network reads 4 of 5 words, its backward network 2; GPT reads 4, BERT 5.");
});

test("words stand between white space", () => {
  assert.deepEqual(split(" the\tbank\u00a0was\u0085closed "), ["the", "bank", "was", "closed"]);
  assert.deepEqual(split(" "), []);
});
