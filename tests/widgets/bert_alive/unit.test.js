import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, middle, reach } from "#web/bert/layout.ts";
import { paint } from "#web/bert/paint.ts";
import { effectOf, largest, readTexts, traceBack } from "#web/bert/pass.ts";
import { svgPen } from "../../../tools/drawings/stills.ts";

const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);
const BERT = {
  known: new Map(
    ["<cls>", "<sep>", "<mask>", "<unk>", "a", "b", "don't", "well-known"].map((token, id) => [
      token,
      id,
    ]),
  ),
};

// Two blocks of two heads on three tokens: head 0 reads the first token alone, head 1 all alike.
const T = 3,
  N = 2;
const weights = () =>
  Float32Array.from({ length: N * T * T }, (_, at) => (at < T * T ? Number(at % T === 0) : 1 / 3));
const one = (value) => ({
  weights: weights(),
  wide: new Float32Array(T * 5).fill(value),
  state: new Float32Array(T * 4).fill(value),
});
const vectors = Object.fromEntries(
  ["word", "segment", "position", "sum"].map((name) => [name, new Float32Array(T * 4).fill(1)]),
);
const PASS = {
  T,
  masks: [1],
  vectors,
  blocks: [one(1), one(-1)],
  guesses: [Float32Array.of(0.1, 0.7, 0.2)],
  next: Float32Array.of(0.25, 0.75),
};

test("texts as they are read: hidden words, unknown ones, one text or two", () => {
  const result = readTexts(BERT, { text: "a zebra, b", second: "", hidden: [0, 1, 4, 99] });
  assert.deepEqual(result.typed, ["<cls>", "a", "zebra", "b", "<sep>"]);
  // <cls> and <sep> hide nothing
  assert.deepEqual(result.tokens, ["<cls>", "<mask>", "zebra", "b", "<sep>"]);
  assert.deepEqual([result.unknown, result.pair], [["zebra"], false]);
  assert.deepEqual(
    readTexts(BERT, { text: "a", second: "b", hidden: [] }).segments,
    [0, 0, 0, 1, 1],
  );
});

test("a trace multiplies shares, and keeps what a token was", () => {
  const { readers, sources } = traceBack(PASS, { query: 2, block: 1 });
  assert.deepEqual([...readers[1]], [0, 0, 1]);
  [2 / 3, 1 / 6, 1].forEach((share, t) => near(readers[0][t], share)); // of two heads' means
  assert.ok(sources[0] > sources[1]);
  assert.deepEqual(traceBack(PASS, { query: 2, block: 0 }).readers[1], null);
});

test("the effect is that of the guess that moved most; without a <mask> the verdict's", () => {
  const cut = { ...PASS, guesses: [Float32Array.of(0.8, 0.1, 0.1)] };
  const { id, before, after } = effectOf(PASS, cut);
  assert.equal(id, 1);
  [
    [before, 0.7],
    [after, 0.1],
  ].forEach(([x, y]) => near(x, y));
  assert.deepEqual(
    effectOf({ ...PASS, masks: [] }, { ...PASS, masks: [], next: Float32Array.of(1, 0) }),
    { p: -1, before: 0.75, after: 0 },
  );
  assert.deepEqual(largest([0.1, 0.7, 0.2], 2), [1, 2]);
});

const LOOK = {
  heads: ["h1", "h2", "h3", "h4"],
  ...Object.fromEntries(
    ["plus", "minus", "ffn", "vocab", "textA", "textB", "ink", "line", "surface", "raised"].map(
      (x) => [x, x],
    ),
  ),
};
const VIEW = {
  lit: [],
  trace: null,
  cuts: [],
  split: 3,
  answers: [{ t: 1, y: 60 }],
};

test("ribbons are as wide as their weights and fill their slot; each head has its colour", () => {
  const layout = arrange({ width: 650, words: 90, T, num_blks: 2 }),
    drawn = [];
  const pen = {
    ...svgPen(),
    curve: (color, alpha, width, line) => drawn.push({ color, alpha, width, ...line }),
  };
  paint(pen, LOOK, layout, PASS, VIEW);
  const room = Math.min(28, layout.row - 3),
    into = drawn.filter(
      ({ color, y1, x1 }) =>
        color.startsWith("h") &&
        Math.abs(y1 - middle(layout, 1)) < layout.row / 2 &&
        x1 === reach(layout, 0).x1,
    );
  assert.deepEqual([...new Set(into.map(({ color }) => color))].sort(), ["h1", "h2"]);
  near(
    into.filter(({ color }) => color === "h2").reduce((sum, { width }) => sum + width, 0),
    room / 2,
    1e-4,
  );
});

test("a strip has the colours of what its numbers are: above zero, below zero", () => {
  const layout = arrange({ width: 650, words: 90, T, num_blks: 2 }),
    places = { plus: [], minus: [] };
  const pen = { ...svgPen(), rect: (color, _alpha, x) => places[color]?.push(x) };
  paint(pen, LOOK, layout, PASS, VIEW);
  // the vectors and the first block's are ones, the last block's are minus ones
  assert.ok(Math.max(...places.plus) < Math.min(...places.minus));
});
