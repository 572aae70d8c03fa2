import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  byTopic,
  goal,
  isNext,
  kindsOf,
  probability,
  report,
  scores,
  total,
} from "#widgets/pair_game/score.ts";

const KINDS = ["swapped", "really next", "other topic", "really next"];
const QUESTIONS = KINDS.map((kind, i) => ({ first: `a${i}`, second: `b${i}`, kind }));

test("the probability of label 1, of both texts with their segments", () => {
  const bert = {
    ids: (tokens) => tokens.map((token) => ["<cls>", "<sep>", "x", "y"].indexOf(token)),
    forward(ids, segments, length, positions) {
      assert.deepEqual(
        [ids, segments, length, positions],
        [[0, 2, 1, 3, 2, 1], [0, 0, 0, 1, 1, 1], 6, undefined],
      );
      return { nsp_Y_hat: Float32Array.of(1, 3) };
    },
  };
  assert.ok(
    Math.abs(probability(bert, { first: "X", second: "y x" }) - 1 / (1 + Math.exp(-2))) < 1e-6,
  );
});

test("scores of both, by kind and in all", () => {
  const { rows, all } = scores(QUESTIONS, [false, true, true], [0.9, 0.8, 0.1]);
  assert.deepEqual(all, { answered: 3, you: 2, model: 2 });
  assert.deepEqual(rows.get("swapped"), { answered: 1, you: 1, model: 0 });
  assert.deepEqual(rows.get("really next"), { answered: 1, you: 1, model: 1 });
  assert.deepEqual(rows.get("other topic"), { answered: 1, you: 0, model: 1 });
  assert.deepEqual(scores(QUESTIONS, [], []).all, { answered: 0, you: 0, model: 0 });
});

test("answers end with the questions", () => {
  assert.deepEqual(answered([true], false, 2), [true, false]);
  const all = [true, false];
  assert.equal(answered(all, true, 2), all);
});

test("half a probability is not next", () => {
  assert.equal(scores(QUESTIONS, [true], [0.5]).all.model, 1);
  assert.deepEqual(QUESTIONS.map(isNext), [false, true, false, true]);
});

test("what became of an answer, in words", () => {
  assert.equal(
    report(QUESTIONS[0], true, 0.934),
    "You said “next”: wrong. Not next: swapped. The model gives 93\u00a0% to “next”: wrong.",
  );
  assert.equal(
    report(QUESTIONS[1], true, 0.001),
    "You said “next”: right. It was really next. The model gives <1\u00a0% to “next”: wrong.",
  );
  assert.match(
    report(QUESTIONS[0], false, undefined),
    /“not next”: right\..*The model has not answered yet\.$/,
  );
});

test("the totals, with a model and without one", () => {
  const tallies = scores(QUESTIONS, [false, true, true], [0.9, 0.8, 0.1]);
  assert.equal(total(tallies, true), "You have 2 of 3 right, the model 2.");
  assert.equal(total(tallies, false), "You have 2 of 3 right.");
});

test("kinds have one order, whatever is asked first: true pairs, those that the topic tells, the others", () => {
  assert.deepEqual(kindsOf(QUESTIONS), ["really next", "other topic", "swapped"]);
  assert.deepEqual(kindsOf([]), ["really next"]);
});

test("what the topic tells, and what it does not; true pairs are in neither", () => {
  const tallies = scores(QUESTIONS, [true, true, false, false], [0.1, 0.8, 0.9, 0.1]);
  assert.deepEqual(byTopic(tallies), [
    { answered: 1, you: 1, model: 0 },
    { answered: 1, you: 0, model: 1 },
  ]);
});

test("rounds of ten, the last one shorter", () => {
  assert.deepEqual(
    [1, 2, 3].map((open) => goal(24, open)),
    [10, 20, 24],
  );
  assert.equal(goal(6, 1), 6);
});
