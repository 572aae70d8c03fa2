import assert from "node:assert/strict";
import { test } from "node:test";
import { scores } from "#widgets/pair_game/score.ts";

const KINDS = ["swapped", "really next", "other topic", "really next"];
const QUESTIONS = KINDS.map((kind, i) => ({ first: `a${i}`, second: `b${i}`, kind }));

test("scores of both, by kind and in all", () => {
  const { rows, all } = scores(QUESTIONS, [false, true, true], [0.9, 0.8, 0.1]);
  assert.deepEqual(all, { answered: 3, you: 2, model: 2 });
  assert.deepEqual(rows.get("swapped"), { answered: 1, you: 1, model: 0 });
  assert.deepEqual(rows.get("really next"), { answered: 1, you: 1, model: 1 });
  assert.deepEqual(rows.get("other topic"), { answered: 1, you: 0, model: 1 });
  assert.deepEqual(scores(QUESTIONS, [], []).all, { answered: 0, you: 0, model: 0 });
});
