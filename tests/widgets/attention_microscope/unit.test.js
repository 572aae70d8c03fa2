import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "#widgets/attention_microscope/frame.ts";
import { ask } from "#widgets/attention_microscope/head.ts";
import { HEADER, slotTop } from "#widgets/attention_microscope/layout.ts";
import { pointedAt } from "#widgets/attention_microscope/pointer.ts";

// By hand: two heads of two numbers, three tokens; head 1 asks at the last of them.
const T = 3,
  N = 2,
  K = 2;
const put = (...rows) => Float32Array.of(0, 0, 0, 0, 0, 0, ...rows.flat());
const weights = new Float32Array(N * T * T).fill(1 / 3);
weights.set([0.25, 0.75, 0], T * T + 2 * T);
const ATTENTION = {
  T,
  N,
  K,
  q: put([9, 9], [9, 9], [2, -1]),
  k: put([1, 3], [4, 0], [-1, 2]),
  v: put([4, 0], [0, 8], [1, 1]),
  mask: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 0),
  weights,
  read: put([0, 0], [0, 0], [1, 6]),
  divisor: Math.SQRT2,
};
const nowAt = (step) => ({
  tokens: ["<cls>", "nest", "<pad>"],
  attention: ATTENTION,
  question: ask(ATTENTION, 1, 2),
  choice: { head: 1, query: 2, step, root: 1 },
});

test("what is at a place: cells of keys and products, bars, parts of the slot, entries", () => {
  const frame = (step) => frameOf(nowAt(step), 716, 100),
    row = (layout, t) => HEADER + (t + 0.5) * layout.row;
  const first = frame(1),
    { keys } = first.layout.columns;
  assert.deepEqual(pointedAt(first, keys.x + 0.6 * keys.w, row(first.layout, 1)), {
    key: 1,
    cell: 1,
  });
  assert.equal(pointedAt(first, keys.x + 1, HEADER - 5), null);
  assert.equal(pointedAt(first, 10, row(first.layout, 1)), null); // a word points for itself
  const values = frame(4).layout.columns.values; // a key's cells are too small to be met there
  assert.deepEqual(pointedAt(frame(4), values.x + 1, row(first.layout, 2)), { key: 2, cell: 0 });
  assert.deepEqual(pointedAt(frame(4), frame(4).layout.columns.keys.x + 1, row(first.layout, 2)), {
    key: 2,
  });
  const bars = frame(0),
    { shares } = bars.layout.columns;
  assert.deepEqual(pointedAt(bars, shares.x + 1, row(bars.layout, 2)), { key: 2 });
  const mixing = frame(4),
    { mixture } = mixing.layout.columns,
    top = slotTop(mixing.layout, mixing.query);
  assert.deepEqual(pointedAt(mixing, mixture.x + 1, top + 0.2 * mixing.layout.slot), { key: 0 });
  assert.deepEqual(pointedAt(mixing, mixture.x + 1, top + 0.3 * mixing.layout.slot), { key: 1 });
  assert.equal(pointedAt(mixing, mixture.x + 1, top - 1), null);
  const all = frame(5),
    { matrix } = all.layout.columns;
  assert.deepEqual(pointedAt(all, matrix.x + 0.5 * matrix.w, row(all.layout, 0)), {
    query: 0,
    key: 1,
  });
});
