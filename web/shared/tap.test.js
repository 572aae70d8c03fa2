import assert from "node:assert/strict";
import { test } from "node:test";
import { taps } from "./tap.ts";

const click = (pointerType, detail = 1) => ({ pointerType, detail });
function made(coarse = false) {
  globalThis.matchMedia = () => ({ matches: coarse });
  const el = new EventTarget(),
    turns = [];
  const tap = taps(el, new AbortController().signal, () => turns.push(tap.finger));
  const down = (pointerType) =>
    el.dispatchEvent(Object.assign(new Event("pointerdown"), { pointerType }));
  return { tap, turns, down };
}

test("a finger looks first and then acts; a mouse, a pen and a key act at once", () => {
  const { tap } = made();
  assert.deepEqual(
    ["word 1", "word 1", "word 1", "word 2", "word 1"].map((one) => tap.acts(one, click("touch"))),
    [false, true, true, false, false],
  );
  tap.forget();
  assert.equal(tap.acts("word 1", click("touch")), false);
  assert.ok(["mouse", "pen"].every((kind) => tap.acts(kind, click(kind))));
  assert.equal(tap.acts("word 3", click("touch", 0)), true); // a key's click says nothing of pointers
});

test("captions are for what was used last, and at first for what the device has", () => {
  const { tap, turns, down } = made(true);
  assert.equal(tap.finger, true);
  for (const kind of ["touch", "mouse", "pen", "touch"]) down(kind);
  assert.deepEqual(turns, [false, true]);
});
