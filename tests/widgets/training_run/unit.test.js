import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import widget from "#widgets/training_run/index.ts";
import { questionsOf } from "#widgets/training_run/own.ts";
import { lean, namedRun, over } from "#widgets/training_run/recipe.ts";
import { advance, begin, outcomeOf, rightOf } from "#widgets/training_run/record.ts";
import { describe } from "#widgets/training_run/telling.ts";

const { link } = widget;

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

test("a recipe is what it changes, however it is written", () => {
  assert.deepEqual(lean({ rate: 0.004, seed: 3, masking: { rate: 0.15, swap: 0 }, config: {} }), {
    masking: { swap: 0 },
    seed: 3,
  });
  assert.deepEqual(over({ masking: { mask: 1 }, rate: 1 }, { masking: { swap: 0 }, rate: 2 }), {
    masking: { mask: 1, swap: 0 },
    rate: 2,
  });
  // another seed is the same recipe
  assert.equal(namedRun({ steps: 4000 }, false), "the book’s");
  assert.equal(namedRun({ seed: 5, steps: 500 }, true), "the book’s, 500 steps, seed 5, small");
  assert.equal(namedRun({ rate: 0.01 }), "a recipe of your own");
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
  const story = Array.from({ length: 9 }, (_, i) => `x${i} y`);
  assert.equal(questionsOf([story], []).length, 6);
});

test("a run as it is told", () => {
  const probes = 2,
    ready = advance(begin("the book’s", 40), prepared, probes);
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
  assert.deepEqual(
    point.best,
    PROBES.map((words) => words.slice(0, 3)),
  );
  assert.equal(rightOf(point.truths), 1);
  assert.deepEqual(run.answers, [word("antenna", 0.9)]);
  assert.match(
    describe(run, point),
    /1 of 2 hidden words right, and 75\u00a0% of next sentences\./,
  );
  assert.deepEqual(outcomeOf({ ...run, recipe: { seed: 1 } }), {
    recipe: { seed: 1 },
    step: 10,
    seconds: 1,
    loss: 4,
    nsp: 0.75,
    right: 1,
    lines: run.lines,
  });
  assert.ok(advance(run, { kind: "done", step: 10, seconds: 1 }, probes).done);
  const unasked = advance(ready, scored(0, 2, null), probes);
  assert.doesNotMatch(describe(unasked, unasked.points[0]), /next sentences/);
});

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
const BOOK = {
  steps: [0, 50, 2000],
  loss: [7.25, 4, 0.75],
  nsp: [0.5, 0.5, 0.9],
  lines: { uniform: 7, unigram: 5, bigram: 3, ideal: 0.5 },
  batch: 128,
  seconds: 125,
};

test("the exercises' links are states that it takes", async () => {
  const chapter = await readFile(
    new URL("../../../chapters/08-pretraining.ipynb", import.meta.url),
    "utf8",
  );
  const states = [...chapter.matchAll(/#train=([\w%.~-]+)/g)].map(([, state]) =>
    JSON.parse(decodeURIComponent(state)),
  );
  assert.ok(states.length);
  const model = { get: (name) => ({ book: BOOK, probes: [PACKED], step: 0, probe: 0 })[name] };
  for (const state of states) assert.deepEqual(link.take(state, model), state);
  assert.equal(link.take({ recipe: "x" }, model), undefined);
});
