import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "#widgets/attention_microscope/frame.ts";
import { ask } from "#widgets/attention_microscope/head.ts";
import { HEADER, slotTop } from "#widgets/attention_microscope/layout.ts";
import { pointedAt } from "#widgets/attention_microscope/pointer.ts";
import { releasedSource } from "#widgets/attention_microscope/source.ts";

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
const CHOICE = {
  text: "",
  block: 0,
  head: 1,
  query: 2,
  step: 4,
  root: 1,
};
const nowAt = (choice = {}) => ({
  tokens: ["<cls>", "nest", "<pad>"],
  unknown: [],
  attention: ATTENTION,
  question: ask(ATTENTION, 1, 2),
  choice: { ...CHOICE, ...choice },
  topic: `step${choice.step ?? 4}`,
});

test("what is at a place: cells of keys and products, bars, parts of the slot, entries", () => {
  const frame = (step) => frameOf(nowAt({ step }), 716, 100),
    row = (layout, t) => HEADER + (t + 0.5) * layout.row;
  const first = frame(1),
    { keys } = first.layout.columns;
  assert.deepEqual(pointedAt(first, keys.x + 0.6 * keys.w, row(first.layout, 1)), {
    key: 1,
    cell: 1,
  });
  assert.equal(pointedAt(first, keys.x + 1, HEADER - 5), null);
  assert.equal(pointedAt(first, 10, row(first.layout, 1)), null); // a word points for itself
  const values = frame(5).layout.columns.values; // a key's cells are too small to be met there
  assert.deepEqual(pointedAt(frame(5), values.x + 1, row(first.layout, 2)), { key: 2, cell: 0 });
  assert.deepEqual(pointedAt(frame(5), frame(5).layout.columns.keys.x + 1, row(first.layout, 2)), {
    key: 2,
  });
  const bars = frame(3),
    { shares } = bars.layout.columns;
  assert.deepEqual(pointedAt(bars, shares.x + 1, row(bars.layout, 2)), { key: 2 });
  const mixing = frame(5),
    { mixture } = mixing.layout.columns,
    top = slotTop(mixing.layout, mixing.query);
  assert.deepEqual(pointedAt(mixing, mixture.x + 1, top + 0.2 * mixing.layout.slot), { key: 0 });
  assert.deepEqual(pointedAt(mixing, mixture.x + 1, top + 0.3 * mixing.layout.slot), { key: 1 });
  assert.equal(pointedAt(mixing, mixture.x + 1, top - 1), null);
  const all = frame(6),
    { matrix } = all.layout.columns;
  assert.deepEqual(pointedAt(all, matrix.x + 0.5 * matrix.w, row(all.layout, 0)), {
    query: 0,
    key: 1,
  });
});

test("the released one is read once: the root asks for no pass", async () => {
  const requests = [],
    tokens = ["[CLS]", "play", "##ing", "[SEP]"],
    projections = [0, 1, 2].map((i) => Float32Array.from({ length: 8 }, (_, at) => at % (3 + i)));
  const read = async (who, texts) => {
    requests.push([who, texts]);
    return { tokens, words: [-1, 0, 0, -1], projections };
  };
  const about = { config: { num_hiddens: 2, num_heads: 1 } },
    { find } = releasedSource({ about, read }, "me");
  const found = await find({ text: "playing", block: 0, root: 1 });
  assert.deepEqual(found.tokens, ["[CLS]", "play", "\u2010ing", "[SEP]"]);
  await find({ text: "playing", block: 0, root: 0.5 });
  assert.deepEqual(requests, [["me", { text: "playing", block: 0 }]]);
});
