// Pausing, resuming and stopping a run, also repeatedly.
import assert from "node:assert/strict";
import { test } from "node:test";
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
