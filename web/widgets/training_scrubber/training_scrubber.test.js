import assert from "node:assert/strict";
import { test } from "node:test";
import { around, whereOf, whole } from "../../runs/run.js";
import { best, describe, describeClosely, nearest, reached, solved, unpacked } from "./record.js";

const LINES = { uniform: 7, unigram: 5, bigram: 3, ideal: 0.5 };
const PACKED = {
  first: "a boy ran",
  second: "the <mask> was wet",
  answer: "dog",
  decided_by: "the first text",
  probability: [1000],
  rank: [12],
  words: "the a cat dog dog cat",
  probabilities: "3000 2000 6100 6000 7000 20",
};
const PROBE = unpacked(PACKED, 3);
const RUN = {
  steps: [0, 50, 2000],
  loss: [7.25, 4, 0.75],
  lines: LINES,
  probes: [PROBE, unpacked({ ...PACKED, answer: "cat", rank: [3] }, 3)],
};

test("the recorded step nearest to any", () => {
  assert.deepEqual(
    [-1, 0, 24, 26, 1100, 9999].map((step) => nearest(RUN.steps, step)),
    [0, 0, 0, 1, 2, 2],
  );
});

test("a loss between its lines, in words", () => {
  assert.equal(whereOf(8, LINES), "above ln V");
  // on a line: not yet past it
  assert.equal(whereOf(7, LINES), "between ln V and the unigram line");
  assert.equal(whereOf(4, LINES), "between the unigram line and the bigram line");
  assert.equal(whereOf(1, LINES), "between the bigram line and the floor");
  assert.equal(whereOf(0.4, LINES), "below the floor");
});

test("the text around the gap, in the first text or in the second", () => {
  assert.deepEqual(around(PROBE), { before: "a boy ran | the ", after: " was wet" });
  assert.deepEqual(around({ first: "<mask> is flying", second: null }), {
    before: "",
    after: " is flying",
  });
  assert.deepEqual(around({ first: "a <mask>", second: "it sang" }), {
    before: "a ",
    after: " | it sang",
  });
});

test("the last state kept", () => {
  assert.deepEqual(
    [0, 48, 49, 600, 9999].map((step) => reached([0, 49, 487], step)),
    [0, 0, 49, 487, 487],
  );
});

test("a probe as the picture takes it: the truth in its place, and that place hidden", () => {
  assert.deepEqual(whole({ first: "<mask> is flying", second: null, answer: "it" }), {
    text: "it is flying",
    second: "",
    hidden: [1],
  });
  assert.deepEqual(whole(PROBE), { text: "a boy ran", second: "the dog was wet", hidden: [6] });
});

test("the likeliest words, where the truth stands, and how many probes are right", () => {
  assert.deepEqual(best(PROBE, 1), [
    ["cat", 0.61],
    ["dog", 0.6],
  ]);
  assert.deepEqual(PROBE.truth, [
    { rank: 12, share: 0.1 },
    { rank: 2, share: 0.6 },
    { rank: 1, share: 0.7 },
  ]);
  assert.deepEqual(
    [0, 1, 2].map((i) => solved(RUN.probes, i)),
    [0, 1, 1],
  );
  assert.equal(solved([PROBE], 1), 0);
});

test("what is announced", () => {
  assert.equal(describe(RUN, 1), "After 50 of 2,000 steps: loss 4.00 nats, 1 of 2 probes right.");
  assert.equal(
    describeClosely(RUN, 1, PROBE),
    "The loss is between the unigram line and the bigram line. Likeliest for the chosen " +
      "one: “cat” 61\u00a0%, “dog” 60\u00a0%. “dog”, the right word, has rank 2.",
  );
  const sure = {
    ...PROBE,
    probabilities: [
      [0.3, 0.2],
      [1, 0],
      [0.7, 0.002],
    ],
  };
  // rounded, and never all
  assert.match(describeClosely(RUN, 1, sure), /“cat” >99\u00a0%, “dog” <1\u00a0%/);
  assert.match(
    describeClosely(RUN, 2, PROBE),
    /“dog” 70\u00a0%, “cat” <1\u00a0%\. The first is right\.$/,
  );
});
