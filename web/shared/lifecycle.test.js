// Whatever waits is settled in the end, whatever happens, also where nothing waited at first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./lifecycle.ts";

function model() {
  const hearers = new Set();
  return {
    hearers,
    on: (_name, callback) => hearers.add(callback),
    off: (_name, callback) => hearers.delete(callback),
    change: () => {
      for (const callback of [...hearers]) callback();
    },
  };
}
const gone = () => AbortSignal.abort(new Error("gone"));

test("it waits until it is there, and hears no more", async () => {
  const one = model();
  let there = false;
  const waiting = until(one, ["weights"], () => there, new AbortController().signal);
  one.change();
  there = true;
  one.change();
  await waiting;
  assert.equal(one.hearers.size, 0);
});

test("whoever leaves is told so, before, meanwhile or where it is there already", async () => {
  const one = model(),
    life = new AbortController();
  await assert.rejects(
    until(one, ["weights"], () => false, gone()),
    /gone/,
  );
  await assert.rejects(
    until(one, ["weights"], () => true, gone()),
    /gone/,
  );
  const waiting = until(one, ["weights"], () => false, life.signal);
  life.abort(new Error("left"));
  await assert.rejects(waiting, /left/);
  assert.equal(one.hearers.size, 0);
});
