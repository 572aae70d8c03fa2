// Pausing, resuming and stopping a run, also repeatedly; and what is hidden in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MASK, make_batch, random, sequence } from "./corpus.ts";
import { RunControl } from "./run.ts";

/** Whether the run still waits after a while. @param {RunControl} control */
const waits = (control) =>
  Promise.race([
    control.yieldToMessages().then(() => false),
    new Promise((resolve) => setTimeout(resolve, 50, true)),
  ]);

test("a run that is paused twice goes on when it is resumed once", async () => {
  const control = new RunControl();
  control.resume();
  await control.yieldToMessages();
  for (let round = 0; round < 2; round++) {
    control.pause();
    control.pause();
    assert.equal(await waits(control), true);
    control.resume();
    await control.yieldToMessages();
    control.resume();
  }
});

test("who waits since the first pause goes on, too, and what has stopped doesn't pause", async () => {
  const control = new RunControl();
  control.pause();
  const waiting = control.yieldToMessages();
  assert.equal(await waits(control), true); // so the other waits by now
  control.pause();
  control.resume();
  await waiting;
  control.pause();
  const other = control.yieldToMessages();
  control.stop();
  await other;
  control.pause();
  await control.yieldToMessages();
});

test("where a least share is given each batch draws its own, up to all of the words", () => {
  const pairs = Array(4).fill(sequence(Array(9).fill(7), Array(8).fill(8))), // 20 tokens each
    rng = random(1),
    masking = { rate: 1, least: 0.05, mask: 1, swap: 0 };
  const shares = Array.from({ length: 400 }, () => {
    const { tokens, pred_positions } = make_batch(pairs, 99, rng, masking);
    assert.ok(pred_positions.every((row) => tokens[row] === MASK));
    return pred_positions.length / 4;
  });
  assert.equal(Math.min(...shares), 1);
  assert.equal(Math.max(...shares), 17); // all but the special tokens
  const mean = shares.reduce((sum, share) => sum + share) / 400;
  assert.ok(Math.abs(mean - 10) < 1, String(mean)); // 17 for three shares of twenty
});
