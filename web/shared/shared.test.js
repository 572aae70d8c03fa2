// What all widgets share: numbers as they are written.
import assert from "node:assert/strict";
import { resolveObjectURL } from "node:buffer";
import { test } from "node:test";
import { download } from "./elements.ts";
import { leadsTo } from "./keyboard.ts";
import { count, fixed, percent } from "./numbers.ts";
import { dotUnit } from "./picture.ts";

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
    assert.equal(count(n, decimals), expected.replace("-", "−"));
  }
  assert.equal(count(99999.6), "100,000");
});

test("the whole and nothing are never said of less, and of more", () => {
  assert.deepEqual([0, 0.004, 0.005, 0.437, 0.994, 0.995, 0.9999, 1].map(percent), [
    "<1\u00a0%",
    "<1\u00a0%",
    "1\u00a0%",
    "44\u00a0%",
    "99\u00a0%",
    ">99\u00a0%",
    ">99\u00a0%",
    "100\u00a0%",
  ]);
});

test("a number to so many decimals has its sign only if it isn't nought", () => {
  assert.deepEqual(
    [0, -0.001, 0.005, -0.25, 1234.5].map((x) => fixed(x)),
    ["0.00", "0.00", "0.01", "−0.25", "1,234.50"],
  );
});

test("a dot stands for 1, 2, 5, 10, ... so that a pile keeps to its room", () => {
  assert.deepEqual(
    [0, 40, 41, 80, 81, 200, 201, 2500, 80001].map((most) => dotUnit(most, 40)),
    [1, 1, 2, 2, 5, 5, 10, 100, 5000],
  );
});

test("arrow keys walk in the directions that have steps, and leave the browser its own", () => {
  const from4of9 = (steps, key, modifiers = {}) => leadsTo({ key, ...modifiers }, 4, 9, steps),
    keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "a"];
  const walk = (steps) => keys.map((key) => from4of9(steps, key));
  assert.deepEqual(walk({ across: 1, down: 3 }), [3, 5, 1, 7, 0, 8, NaN]);
  assert.deepEqual(walk({ down: 1 }), [NaN, NaN, 3, 5, 0, 8, NaN]);
  for (const held of ["altKey", "ctrlKey", "metaKey"])
    assert.equal(from4of9({ across: 1 }, "ArrowLeft", { [held]: true }), NaN);
});

test("a file can be saved an hour after the press, from a link in the page", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const pressed = [],
    there = new Set();
  globalThis.document = {
    body: { append: (el) => there.add(el) },
    createElement: () => ({
      append() {},
      setAttribute(name, value) {
        this[name] = value;
      },
      click() {
        if (there.has(this)) pressed.push([this.download, this.href]);
      },
      remove() {
        there.delete(this);
      },
    }),
  };
  download("all of it", "my.txt");
  mock.timers.tick(3_600_000);
  const [[name, href]] = pressed;
  assert.deepEqual(
    [name, await resolveObjectURL(href).text(), there.size],
    ["my.txt", "all of it", 0],
  );
});
