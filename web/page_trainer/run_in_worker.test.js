// The page's side of the trainer, with Node's workers: a run's events, refusals, and that nothing
// else happens.
import assert from "node:assert/strict";
import { test } from "node:test";
import "../testing/node_worker.js";
import { parts, SMALL } from "../testing/small_world.js";
import { startTraining } from "./run_in_worker.ts";

// All events of a run to its end; `act` may do something with each.
const eventsOf = (recipe, act = () => {}, given = parts) =>
  new Promise((resolve) => {
    const events = [],
      run = startTraining(given, recipe, (event) => {
        events.push(event);
        act(event, run);
        if (!["done", "refused", "failed"].includes(event.kind)) return;
        run.end();
        resolve(events);
      });
  });
const kinds = (events) =>
  events
    .filter(({ kind }) => kind !== "pictured")
    .map(({ kind, step }) => (step === undefined ? kind : `${kind} ${step}`));

test("a run tells what it promised, in order", async () => {
  const events = await eventsOf({
    ...SMALL,
    texts: [
      { first: "Anna lost a <mask>.", answer: "Bat" },
      { first: "the <mask> was", second: "in the inn" },
    ],
  });
  assert.deepEqual(kinds(events), [
    "prepared",
    "scored 0",
    "scored 5",
    "scored 10",
    "scored 12",
    "done 12",
  ]);
  const [prepared, first] = events;
  assert.ok(
    prepared.lines.uniform > prepared.lines.unigram &&
      prepared.lines.unigram > prepared.lines.bigram,
  );
  assert.deepEqual([prepared.lines.floor, prepared.vocab], [0.1, parts.vocab]);
  assert.ok(Math.abs(first.loss - Math.log(parts.vocab.length)) < 0.5);
  const [answered, other] = first.probes;
  assert.deepEqual([answered.length, answered[3].word, other.length], [4, "bat", 3]);
  assert.ok(
    answered[0].p >= answered[1].p &&
      answered[1].p >= answered[2].p &&
      answered[2].p >= answered[3].p,
  );
  assert.ok(events.at(-1).weights.length === first.weights.length);
});

test("the same recipe gives the same bytes, another seed others", async () => {
  const last = async (recipe) => Buffer.from((await eventsOf(recipe)).at(-1).weights);
  const [one, same, other] = await Promise.all([SMALL, SMALL, { ...SMALL, seed: 1 }].map(last));
  assert.ok(one.equals(same) && !one.equals(other));
});

test("pictures and pauses change nothing of what is learned", async () => {
  const quiet = await eventsOf({ ...SMALL, picturesPerSecond: 0 });
  const often = await eventsOf({ ...SMALL, picturesPerSecond: 60 }, ({ kind, step }, run) => {
    if (kind === "scored" && step === 5) {
      run.pause();
      setTimeout(run.resume, 30);
    }
  });
  assert.ok(Buffer.from(quiet.at(-1).weights).equals(Buffer.from(often.at(-1).weights)));
  const stateful = (events) =>
    events.filter(({ kind }) => kind === "scored").map(({ weights }) => Boolean(weights));
  assert.deepEqual(stateful(quiet), [false, false, false, false]); // nobody looks at them
  assert.deepEqual(stateful(often), [true, true, true, true]);
});

test("stop ends a run with its weights, a paused one too; end says no more", async () => {
  const stopped = await eventsOf({ ...SMALL, steps: 100000 }, ({ step }, run) => {
    if (step === 0) run.stop();
  });
  assert.ok(
    stopped.at(-1).kind === "done" &&
      stopped.at(-1).step < 100000 &&
      stopped.at(-2).step === stopped.at(-1).step,
  );
  const paused = await eventsOf({ ...SMALL, steps: 100000 }, ({ step }, run) => {
    if (step === 0) {
      run.pause();
      setTimeout(run.stop, 20);
    }
  });
  assert.equal(paused.at(-1).kind, "done");
  let events = 0;
  const run = startTraining(parts, SMALL, () => {
    events++;
  });
  run.end();
  await eventsOf(SMALL);
  assert.equal(events, 0);
});

test("other questions have lines of their own, and no floor", async () => {
  const lines = async (change) => (await eventsOf({ ...SMALL, steps: 1, ...change }))[0].lines;
  const [usual, masks, own] = await Promise.all(
    [
      {},
      { masking: { rate: 0.9, mask: 1, swap: 0 } },
      { own: [["anna lost a zorp", "the zorp was in the inn"]] },
    ].map(lines),
  );
  assert.ok("floor" in usual && ![masks, own].some((other) => "floor" in other));
  assert.ok(masks.bigram > usual.bigram); // hidden words have hidden words on their left
  assert.ok(own.uniform > usual.uniform); // one word more
});

test("new words are learned by their numbers, whatever their case and punctuation", async () => {
  const own = [["Anna's ZORP — lost!", "the zorp was in the inn"]];
  const [{ vocab }] = await eventsOf({ ...SMALL, steps: 1, own });
  assert.deepEqual(vocab.slice(parts.vocab.length), ["anna's", "zorp"]);
});

test("own stories that can't be told are refused, and nothing starts", async () => {
  const cases = [
    [["a b"], "story"],
    [["a", ""], "length"],
    [["a", "a ".repeat(14)], "length"],
    [["a", "the <mask>"], "word"],
    [["a", "x".repeat(25)], "word"],
    [Array(41).fill("a"), "sentences"],
  ];
  for (const [story, say] of cases) {
    const [event, ...more] = await eventsOf({ own: [story] });
    assert.deepEqual([event.kind, event.say, more], ["refused", say, []]);
  }
});

test("a worker that breaks is reported", async () => {
  for (const code of [
    "throw new Error('broken')",
    "onmessage = () => { throw new Error('broken') }",
  ]) {
    const [event] = await eventsOf(SMALL, undefined, { ...parts, code });
    assert.deepEqual([event.kind, event.message], ["failed", "broken"]);
  }
});
