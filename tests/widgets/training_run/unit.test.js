import assert from "node:assert/strict";
import { test } from "node:test";
import { questionsOf } from "#widgets/training_run/own.ts";
import { advance, begin, rightOf } from "#widgets/training_run/record.ts";
import { describe } from "#widgets/training_run/telling.ts";

const LINES = { uniform: 7, unigram: 5, bigram: 3, floor: 0.5 };
const word = (text, p) => ({ word: text, p });
const PROBES = [
  [word("bank", 0.5), word("zoo", 0.3), word("the", 0.1), word("bank", 0.5)],
  [word("a", 0.4), word("the", 0.3), word("no", 0.1), word("crane", 0.01)],
];
const prepared = { kind: "prepared", lines: LINES, vocab: ["the"], parameters: 7 };
const STATE = new Uint8Array(1);
const scored = (step, loss, nsp = 0.75) => ({
  kind: "scored",
  step,
  steps: 40,
  seconds: step / 10,
  loss,
  nsp,
  weights: STATE,
  probes: [...PROBES, [word("antenna", 0.9), word("a", 0), word("b", 0), word("antenna", 0.9)]],
});

test("a story is asked about its new words and those beside them, six times at most", () => {
  const questions = questionsOf(
    [["My robot has a purple antenna!", "the robot sleeps"], ["hm"]],
    ["my", "robot", "has", "a", "the", "sleeps"],
  );
  assert.deepEqual(
    questions.map(({ first, answer }) => [first, answer]),
    [
      ["my robot has a <mask> antenna", "purple"],
      ["my robot has a purple <mask>", "antenna"],
      ["the robot <mask>", "sleeps"],
      ["the <mask> sleeps", "robot"],
    ],
  );
  const [{ first, answer }] = questionsOf([["我的ＢＥＲＴ。"]], ["我"]); // words without blanks
  assert.deepEqual([first, answer], ["我 <mask> bert", "的"]);
  const story = Array.from({ length: 9 }, (_, i) => `x${i} y`);
  assert.equal(questionsOf([story], []).length, 6);
});

test("a run as it is told", () => {
  const probes = 2,
    ready = advance(begin("your run", 40), prepared, probes);
  assert.deepEqual(ready.lines, { uniform: 7, unigram: 5, bigram: 3, ideal: 0.5 });
  const run = [scored(0, 7.5), { kind: "pictured", step: 5, seconds: 0.5 }, scored(10, 4)].reduce(
    (run, event) => advance(run, event, probes),
    ready,
  );
  const point = run.points[1];
  assert.deepEqual(
    run.points.map(({ step, loss, nsp, weights }) => [step, loss, nsp, weights]),
    [
      [0, 7.5, 0.75, STATE],
      [10, 4, 0.75, STATE],
    ],
  );
  assert.deepEqual(point.truths, [
    { rank: 1, share: 0.5 },
    { rank: 4, share: 0.01 },
  ]);
  assert.equal(rightOf(point.truths), 1);
  assert.deepEqual(run.answers, [word("antenna", 0.9)]);
  assert.match(
    describe(run, point),
    /1 of 2 hidden words right, and 75\u00a0% of next sentences\./,
  );
  assert.ok(advance(run, { kind: "done", step: 10, seconds: 1 }, probes).done);
});
