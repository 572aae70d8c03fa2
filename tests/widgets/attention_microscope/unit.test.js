import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "#widgets/attention_microscope/frame.ts";
import { ask } from "#widgets/attention_microscope/head.ts";
import { arrange, HEADER, LAST, panels, slotTop } from "#widgets/attention_microscope/layout.ts";
import { wayTo } from "#widgets/attention_microscope/paint_scores.ts";
import { pointedAt } from "#widgets/attention_microscope/pointer.ts";
import { askingRibbons, ribbonsTo } from "#widgets/attention_microscope/ribbons.ts";
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
const near = (found, expected) => {
  assert.equal(found.length, expected.length);
  found.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) < 1e-6, `${found} ${expected}`));
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

test("the way to a score goes right, then back, and ends at the sum", () => {
  const way = wayTo(Float32Array.of(-1, 4, 0, -2.5, 1));
  assert.deepEqual(way, [
    { cell: 1, from: 0, to: 4 },
    { cell: 4, from: 4, to: 5 },
    { cell: 0, from: 5, to: 4 },
    { cell: 3, from: 4, to: 1.5 },
  ]);
});

test("at every step the columns fill the width in order, whatever the number of rows", () => {
  for (const width of [300, 336, 716])
    for (const rows of [2, 10, 28])
      for (let step = 1; step <= LAST; step++) {
        const layout = arrange({ width, words: 120, T: rows, step }),
          there = Object.values(layout.columns).filter(({ on }) => on);
        there.slice(1).forEach(({ x }, i) => assert.ok(x >= there[i].x + there[i].w - 1e-9));
        const end = there.at(-1).x + there.at(-1).w;
        assert.ok(Math.abs(end - width) < 1e-6, `step ${step}: ${end} of ${width}`);
        assert.ok(HEADER + rows * layout.row <= layout.height);
        for (let query = 0; query < rows; query++) {
          const top = slotTop(layout, query);
          assert.ok(top >= HEADER && (step !== 5 || top + layout.slot + 48 <= layout.height));
        }
      }
});

test("the heads' maps stand beside each other in the picture", () => {
  for (const [width, heads, rows] of [
    [716, 4, 10],
    [336, 8, 28],
    [716, 1, 2],
    [336, 3, 7],
  ]) {
    const layout = arrange({ width, words: 120, T: rows, step: LAST }),
      places = panels(layout, heads, rows);
    assert.equal(places.length, heads);
    for (const { x, y, title, size } of places) {
      assert.ok(size > 12 && x >= layout.columns.heads.x && x + size <= width + 1e-6);
      assert.ok(y >= 0 && y + title + size <= layout.height - 44);
    }
  }
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

test("ribbons fill the slot from its top to its end, each as high as its share", () => {
  for (const step of [4, 7]) {
    const shown = frameOf(nowAt({ step }), 716, 100),
      to = askingRibbons(shown),
      top = slotTop(shown.layout, shown.query);
    let y = top;
    for (const { ends } of to) {
      assert.ok(Math.abs(ends.y1 - ends.h1 / 2 - y) < 1e-4);
      y += ends.h1;
    }
    assert.ok(Math.abs(y - top - shown.layout.slot) < 1e-4);
    const [first] = to.filter(({ head }) => head === 1);
    assert.deepEqual([first.key, first.weight], [0, 0.25]);
    near([first.ends.h1 / shown.layout.slot], [0.25 * shown.slots[1]]);
  }
});

test("a ribbon is met all along its way", () => {
  const shown = frameOf(nowAt({ step: 4 }), 716, 100),
    [thin, wide] = askingRibbons(shown);
  assert.deepEqual([thin.key, wide.key], [0, 1]);
  for (const { key, ends } of [thin, wide]) {
    assert.deepEqual(pointedAt(shown, ends.x0 + 1, ends.y0), { key });
    assert.deepEqual(pointedAt(shown, ends.x1 - 1, ends.y1), { key });
    const half = pointedAt(shown, (ends.x0 + ends.x1) / 2, (ends.y0 + ends.y1) / 2);
    assert.deepEqual(half, { key });
  }
  assert.equal(pointedAt(shown, thin.ends.x0 + 1, shown.layout.height - 6), null);
  assert.equal(ribbonsTo(shown, 0, 0, 9).length, 3); // another token's, of the same head
});

test("slots: one head's, or all heads' as much each", () => {
  near(frameOf(nowAt({ step: 4 }), 716, 100).slots, [0, 1]);
  near(frameOf(nowAt({ step: 7 }), 716, 100).slots, [0.5, 0.5]);
  near(frameOf(nowAt({ step: 7 }), 716, 100).seen.outputs, [0, 0, 1, 6]);
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
