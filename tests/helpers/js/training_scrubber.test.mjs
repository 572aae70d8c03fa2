import assert from "node:assert/strict";
import { test } from "node:test";
import { widget } from "./module.mjs";

const { around, best, between, describe, nearest, solved } = await widget("training_scrubber");

const LINES = { uniform: 7, unigram: 5, bigram: 3, ideal: 0.5 };
const PROBE = {
  first: "a boy ran", second: "the <mask> was wet", answer: "dog", decided_by: "the first text",
  probability: [0.1, 0.6, 0.7], rank: [12, 2, 1],
  words: [["the", "a"], ["cat", "dog"], ["dog", "cat"]],
  probabilities: [[0.3, 0.2], [0.61, 0.6], [0.7, 0.002]],
};
const RUN = { steps: [0, 50, 2000], loss: [7.25, 4, 0.75], lines: LINES, probes: [PROBE, { ...PROBE, rank: [1, 1, 3] }] };

test("the recorded step nearest to any", () => {
  assert.deepEqual([-1, 0, 24, 26, 1100, 9999].map((step) => nearest(RUN.steps, step)), [0, 0, 0, 1, 2, 2]);
});

test("a loss between its lines, in words", () => {
  assert.equal(between(8, LINES), "above ln V");
  assert.equal(between(7, LINES), "between ln V and the unigram line"); // on a line: not yet past it
  assert.equal(between(4, LINES), "between the unigram line and the bigram line");
  assert.equal(between(1, LINES), "between the bigram line and the floor");
  assert.equal(between(0.4, LINES), "below the floor");
});

test("the text around the gap, in the first text or in the second", () => {
  assert.deepEqual(around(PROBE), { before: "a boy ran | the ", after: " was wet" });
  assert.deepEqual(around({ first: "<mask> is flying", second: null }), { before: "", after: " is flying" });
  assert.deepEqual(around({ first: "a <mask>", second: "it sang" }), { before: "a ", after: " | it sang" });
});

test("the likeliest words, and how many probes are right", () => {
  assert.deepEqual(best(PROBE, 1), [["cat", 0.61], ["dog", 0.6]]);
  assert.deepEqual([0, 1, 2].map((i) => solved(RUN.probes, i)), [1, 1, 1]);
  assert.equal(solved([PROBE], 1), 0);
});

test("what is announced", () => {
  assert.equal(describe(RUN, 1, PROBE), "After 50 of 2,000 steps: loss 4.00 nats, between the unigram line and the " +
    "bigram line. 1 of 2 probes are right. The chosen one’s likeliest words: “cat” 61 %, “dog” 60 %. “dog”, which " +
    "stood there, has rank 2.");
  assert.match(describe(RUN, 2, PROBE), /“dog” 70 %, “cat” <1 %\. The first is what stood there\.$/);
});
