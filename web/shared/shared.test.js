// What all widgets share: numbers as they are written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pictureModel } from "./inner_model.js";
import { bytes, count, percent } from "./numbers.js";
import { dotUnit } from "./picture.js";

test("numbers are written as an English reader expects them", () => {
  for (const [n, decimals] of [
    [0, 0],
    [7, 0],
    [999, 0],
    [1000, 0],
    [1234567, 0],
    [-1234, 0],
    [12.34, 1],
    [1234.56, 1],
    [5000.04, 1],
    [0.1234, 2],
  ]) {
    const expected = n.toLocaleString("en-GB", { maximumFractionDigits: decimals });
    assert.equal(count(n, decimals), expected);
  }
  assert.equal(count(99999.6), "100,000");
});

test("bytes in the unit that leaves few digits", () => {
  assert.deepEqual([0, 1023, 1024, 1536 * 1024].map(bytes), [
    "0 bytes",
    "1,023 bytes",
    "1.0 KiB",
    "1.5 MiB",
  ]);
});

test("the whole and nothing are never said of less, and of more", () => {
  assert.deepEqual([0, 0.004, 0.005, 0.437, 0.994, 0.995, 0.9999, 1].map(percent), [
    "<1 %",
    "<1 %",
    "1 %",
    "44 %",
    "99 %",
    ">99 %",
    ">99 %",
    "100 %",
  ]);
});

test("a dot stands for 1, 2, 5, 10, ... so that a pile keeps to its room", () => {
  assert.deepEqual(
    [0, 40, 41, 80, 81, 200, 201, 2500, 80001].map((most) => dotUnit(most, 40)),
    [1, 1, 2, 2, 5, 5, 10, 100, 5000],
  );
});

test("a picture's model forgets a listener, also one that it never had", () => {
  const model = pictureModel({}, { step: 1 });
  let calls = 0;
  const count = () => calls++;
  model.off("change:step", count);
  model.on("change:step", count);
  model.set("step", 2);
  model.off("change:step", count);
  model.set("step", 3);
  assert.equal(calls, 1);
});
