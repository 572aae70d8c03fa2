import assert from "node:assert/strict";
import { test } from "node:test";
import { compare, rankCorrelation } from "#widgets/attention_view/effects.ts";
import { needsOf, readOf, vectorOf, wordsOf } from "#widgets/attention_view/needs.ts";

const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

test("rank correlation: published example, ties, constants", () => {
  // IQ and hours of television, Wikipedia's worked example of Spearman's coefficient: -29/165
  const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110],
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
  assert.ok(Math.abs(rankCorrelation(iq, hours) + 29 / 165) < 1e-12);
  assert.ok(Math.abs(rankCorrelation([1, 2, 2, 3], [10, 20, 20, 30]) - 1) < 1e-12);
  assert.ok(Number.isNaN(rankCorrelation([1, 1], [1, 2])));
});

test("what is read most, what is needed most, and whether they agree; the one that reads is left out", () => {
  const shares = [0.1, 0.2, 0.4, 0.3],
    left = [0.1, 0.8, 0, 0.5];
  const { read, needed, r } = compare(shares, left, 0.9, 2);
  assert.deepEqual([read, needed], [3, 0]);
  near(r, -0.5);
  assert.equal(compare(shares, [0.9, 0.9, 0, 0.93], 0.9, 2).needed, -1); // nothing is needed
  assert.ok(Number.isNaN(compare([0.5, 0.5], [0.1, 0.1], 0.9, 0).r)); // nothing to compare
});

test("in English: words of pieces, what one reads of another, what is left of its vector", () => {
  const tokens = ["[CLS]", "snow", "##man", ".", "[SEP]"],
    words = wordsOf({ tokens, words: [-1, 0, 0, 1, -1] });
  assert.deepEqual(words, [{ text: "snowman", places: [1, 2] }]);
  const weights = new Float32Array(12 * 25).fill(0.2), // one block
    states = Float32Array.from({ length: 20 }, (_, at) => (at < 10 ? 9 : at));
  const vector = vectorOf({ tokens, states }, words[0], 2);
  assert.deepEqual([...vector], [13, 14]); // of 12 13 and 14 15
  assert.ok(
    Math.abs(readOf({ tokens, weights }, words[0], { text: ".", places: [3] }) - 0.2) < 1e-6,
  );
  assert.ok(Math.abs(readOf({ tokens, weights }, words[0], words[0]) - 0.4) < 1e-6);
  assert.equal(needsOf(Float32Array.of(3, 4), Float32Array.of(4, 3)), 0.96);
});
