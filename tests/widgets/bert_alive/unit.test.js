import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrange,
  blockAt,
  extent,
  glide,
  isLit,
  middle,
  reach,
  rowAt,
  stageNames,
} from "#web/bert/layout.ts";
import { paint } from "#web/bert/paint.ts";
import { between, effectOf, largest, readTexts, traceBack } from "#web/bert/pass.ts";
import { ribbonAt } from "#web/bert/ribbons.ts";
import { stack } from "#web/shared/picture.ts";
import { placeOf } from "#widgets/bert_alive/rows.ts";
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
  const { readers, sources } = traceBack(PASS, { query: 2, block: 1, heads: [undefined, 0] });
  assert.deepEqual([...readers[1]], [0, 0, 1]);
  assert.deepEqual([...readers[0]], [1, 0, 1]); // block 2, head 0 alone: from the first token
  near(sources[0], 1);
  near(sources[1], 2 / 6);
  assert.deepEqual(traceBack(PASS, { query: 2, block: 0 }).readers[1], null);
});

test("half way from one pass to another", () => {
  const other = { ...PASS, guesses: [Float32Array.of(0.3, 0.3, 0.4)], next: Float32Array.of(1, 0) };
  const half = between(PASS, other, 0.5);
  near(half.guesses[0][1], 0.5);
  near(half.next[0], 0.625);
  assert.deepEqual([half.T, half.masks], [3, [1]]);
  assert.equal(between(PASS, other, 1), other);
  // nothing to go half way between
  assert.equal(between(PASS, { ...other, masks: [2] }, 0.5).masks[0], 2);
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

test("parts stand side by side and fill the width, whatever is lit", () => {
  for (const width of [310, 366, 650, 1200])
    for (const num_blks of [1, 2, 4])
      for (const lit of [[], ["embeddings"], ["block1"], ["ffn1"], ["answers"], ["tokens"]]) {
        const layout = arrange({ width, words: 90, T: 19, num_blks, lit }),
          parts = Object.values(layout.parts);
        parts
          .slice(1)
          .forEach((part, i) =>
            assert.ok(part.x >= parts[i].x + parts[i].w, `${width} ${num_blks} ${lit}`),
          );
        if (num_blks < 4 || width > 400) near(parts.at(-1).x + parts.at(-1).w, width, 0.01);
        assert.ok(layout.wide <= 160);
      }
});

test("a crop begins with the sum, in larger rows", () => {
  const { parts, row, wide } = arrange({ width: 650, words: 90, T: 10, num_blks: 2, crop: true });
  assert.deepEqual(Object.keys(parts).slice(0, 2), ["sum", "attention1"]);
  assert.ok(parts.sum.x < wide + 20 && row === 36);
  near(parts.answers.x + parts.answers.w, 650, 0.01);
});

test("of the embeddings a phone shows the sum, and the terms that are lit", () => {
  const on = (lit, whole) =>
    arrange({ width: 320, words: 80, T: 10, num_blks: 2, lit, answer: 94, whole }).parts;
  const terms = (lit, whole) =>
    Object.keys(on(lit, whole)).filter((_, i, all) => i <= all.indexOf("sum"));
  assert.deepEqual(terms(["tokens"]), ["sum"]);
  assert.deepEqual(terms(["word"]), ["word", "sum"]);
  assert.deepEqual(terms(["embeddings"]), ["word", "segment", "position", "sum"]);
  assert.deepEqual(terms([], true), terms(["embeddings"]));
  for (const lit of [[], ["tokens", "answers"], ["answers"]]) {
    const { attention1, state1, sum, answers } = on(lit);
    assert.ok(sum.w >= 28 && answers.w >= 94, "there is room for a name, a word and its share");
    assert.ok(state1.x + state1.w - attention1.x >= 44, "and for a block's name");
  }
});

test("what is lit gets room", () => {
  const at = (lit) => arrange({ width: 650, words: 90, T: 19, num_blks: 2, lit }).parts;
  assert.ok(at(["block1"]).attention1.w > 1.4 * at([]).attention1.w);
  assert.ok(at(["ffn1"]).ffn1.w > 40); // its units as cells
  assert.ok(at(["answers"]).answers.w > 1.4 * at([]).answers.w);
  assert.ok(
    isLit([], "sum", "embeddings") &&
      isLit(["embeddings"], "sum", "embeddings") &&
      !isLit(["word"], "sum", "embeddings"),
  );
});

test("places and what is at a place", () => {
  const layout = arrange({ width: 650, words: 90, T: 10, num_blks: 2 });
  assert.deepEqual(
    [0, 9].map((t) => rowAt(layout, middle(layout, t))),
    [0, 9],
  );
  assert.deepEqual([rowAt(layout, 3), rowAt(layout, 2000)], [null, null]);
  assert.deepEqual([blockAt(layout, 0), blockAt(layout, 640)], [0, 1]);
  assert.ok(reach(layout, 1).x0 > reach(layout, 0).x1);
  assert.deepEqual(extent(layout, "tokens"), { x: 0, w: layout.wide });
  near(extent(layout, "block2").x, layout.parts.attention2.x);
  assert.deepEqual(stageNames(2), ["tokens", "embeddings", "block1", "block2", "answers"]);
  const lit = arrange({ width: 650, words: 90, T: 10, num_blks: 2, lit: ["block2"] });
  near(glide(layout, lit, 0.5).parts.sum.x, (layout.parts.sum.x + lit.parts.sum.x) / 2);
});

test("panels stand beside their places, and none over another", () => {
  assert.deepEqual(stack([20, 200], [38, 38], 0, 300), [11, 191]);
  const tops = stack([250, 255, 260], [38, 38, 38], 0, 300);
  assert.deepEqual(tops, [170, 216, 262]);
});

test("kept states stand at equal distances on the slider, others between them", () => {
  const kept = [0, 49, 253, 1800];
  kept.forEach((step, i) => near(placeOf(kept, step), i / 3));
  near(placeOf(kept, 151), 0.5);
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
  slots: [
    [0.5, 0.5],
    [0.5, 0.5],
  ],
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

test("what is not pointed at is dim; at rest, what others read than those in front", () => {
  const layout = arrange({ width: 650, words: 90, T, num_blks: 2 }),
    trace = { query: 1, block: 1, heads: [] };
  const strengths = (point, how = {}) => {
    const drawn = [],
      pen = {
        ...svgPen(),
        curve: (color, alpha, _width, { x1, y0, y1 }) =>
          color.startsWith("h") && drawn.push({ y0, alpha, x1, y1 }),
      };
    paint(pen, LOOK, layout, PASS, { ...VIEW, trace, point, ...how });
    return drawn;
  };
  const all = strengths(),
    some = strengths({ key: 2 });
  const rows = some.map(({ y0 }) => rowAt(layout, y0));
  assert.ok(rows.includes(2) && rows.includes(0));
  some.forEach(({ alpha }, i) => near(alpha, all[i].alpha * (rows[i] === 2 ? 1 : 0.12)));
  // Who reads with full strength in block 1.
  const full = (how) => {
    const { x1 } = reach(layout, 0),
      drawn = strengths(undefined, { trace: null, ...how }).filter((one) => one.x1 === x1),
      most = Math.max(...drawn.map(({ alpha }) => alpha));
    const strong = drawn.filter(({ alpha }) => alpha > 0.3 * most);
    return [...new Set(strong.map(({ y1 }) => rowAt(layout, y1)))].sort().join("");
  };
  assert.equal(full({}), "012");
  assert.equal(full({ front: [1] }), "1");
  assert.equal(full({ front: [1], lit: ["block1", "answers"] }), "1");
  // asked for: one block, or one head alone
  assert.equal(full({ front: [1], lit: ["block1"] }), "012");
  assert.equal(full({ front: [1], slots: [[0, 1], VIEW.slots[1]] }), "012");
});

test("a trace gives ribbons that can be pressed; a cut leaves a dotted line", () => {
  const layout = arrange({ width: 650, words: 90, T, num_blks: 2 }),
    pen = svgPen();
  const ribbons = paint(pen, LOOK, layout, PASS, {
    ...VIEW,
    trace: { query: 1, block: 0, heads: [] },
    cuts: [
      [0, 1, 1, 2],
      [-1, -1, -1, 0],
    ],
  });
  assert.ok(ribbons.length && ribbons.every(({ block, query }) => block === 0 && query === 1));
  assert.equal(pen.take().match(/stroke-dasharray/g).length, 1);
  assert.equal(pen.take(), "");
  const { line } = ribbons.find(({ head }) => head === 0);
  assert.equal(ribbonAt(ribbons, line.x0 + 1, line.y0).query, 1);
  assert.equal(ribbonAt(ribbons, line.x0 + 1, line.y0 + 150), null);
  assert.equal(ribbonAt(ribbons, line.x0 - 9, line.y0), null);
});
