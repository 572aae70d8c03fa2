// Fuzzing with a fixed seed: nonsense requests are refused with a message or carried out, and
// memory outside the buffers is never written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled, trainer } from "../testing/page_trainer.js";
import { parts, vocab } from "../testing/small_world.js";
import { checkRecipe, complete } from "./recipe.ts";

const rng = trainer.random(11),
  below = (n) => Math.floor(rng() * n),
  pick = (list) => list[below(list.length)];
const ODD = [
  undefined,
  null,
  NaN,
  Infinity,
  -1,
  0,
  1,
  2,
  0.5,
  7,
  8,
  1e300,
  "",
  "8",
  "<mask>",
  "__proto__",
  true,
  false,
  [],
  {},
  [[]],
  [null],
  -0,
  2 ** 31,
  33,
];
const TEXTS = [
  "",
  " ",
  "<mask>",
  "<pad>",
  "a".repeat(3000),
  "a ".repeat(14),
  "the <mask> was",
  "anna lost a bat",
  "A\u0000B",
  "\ud800",
  "zorp zorp",
  "İ ΑΣ ﬁ",
  "’-'",
  ".",
  "x".repeat(24),
  "the bat was in the inn",
  "<MASK>",
  "a\u2028b",
  "constructor toString __proto__",
  "🦜".repeat(12),
];

const number = (...usual) => (rng() < 0.8 ? pick(usual) : pick(ODD));
const maybe = (share, name, value) => (rng() < share ? { [name]: value() } : {});
const stories = () =>
  rng() < 0.1
    ? pick(ODD)
    : Array.from({ length: below(4) }, () =>
        rng() < 0.1
          ? pick(ODD)
          : Array.from({ length: below(5) }, () => (rng() < 0.1 ? pick(ODD) : pick(TEXTS))),
      );
const texts = () =>
  rng() < 0.1
    ? pick(ODD)
    : Array.from({ length: below(9) }, () =>
        rng() < 0.1
          ? pick(ODD)
          : {
              first: pick(TEXTS),
              ...maybe(0.3, "second", () => pick(TEXTS)),
              ...maybe(0.3, "answer", () => pick(TEXTS)),
            },
      );
const recipe = () => ({
  stories: 10,
  ...maybe(0.2, "steps", () => number(1, 5)),
  ...maybe(0.5, "batch", () => number(2, 3, 8)),
  ...maybe(0.2, "rate", () => number(0, 1, 0.01)),
  ...maybe(0.2, "warmup", () => number(0, 1)),
  ...maybe(0.2, "seed", () => number(0, 5)),
  ...maybe(0.2, "repeat", () => number(1, 3)),
  ...maybe(0.1, pick(["x", "__proto__", "step"]), () => 1),
  ...maybe(0.4, "masking", () => ({
    ...maybe(0.5, "rate", () => number(0, 1, 0.4)),
    ...maybe(0.5, "mask", () => number(0, 0.9)),
    ...maybe(0.3, "swap", () => number(0, 0.1)),
  })),
  ...maybe(0.8, "config", () => ({
    num_hiddens: number(8, 16, 32),
    ffn_num_hiddens: number(8, 24),
    ...maybe(0.3, "num_blks", () => number(1, 3)),
    ...maybe(0.3, "causal", () => number(true, false)),
    ...maybe(0.2, "positions", () => number(true, false)),
    ...maybe(0.1, "num_heads", () => number(1, 2)),
  })),
  ...maybe(0.4, "own", stories),
  ...maybe(0.4, "texts", texts),
  ...maybe(0.1, "nextSentences", () => number(true, false)),
});

const untouched = (t) => t.gaps.every((gap) => t.view(gap, 16).every((x) => x === 0));

test("a thousand recipes: refused in words, or one step of them is taken", () => {
  let refused = 0;
  for (let i = 0; i < 1000; i++) {
    const given = rng() < 0.05 ? pick(ODD) : recipe(),
      refusal = checkRecipe(parts, given);
    if (refusal) {
      assert.ok(/^[a-z]+$/.test(refusal.say) && typeof refusal.values === "object");
      refused++;
      continue;
    }
    const whole = complete(parts, given),
      world = trainer.prepare({ ...parts, recipe: whole });
    const bert = trainer.build(whole, world.words.length, compiled),
      batches = trainer.draw_batches(
        world.pairs,
        whole.batch,
        world.words.length,
        world.rng,
        whole.masking,
        whole.config.causal,
      );
    const scores = [
      bert.train(batches.next().value, whole.rate),
      bert.score(world.held_batches[0]),
      bert.score(world.held_batches.at(-1)),
    ];
    assert.ok(
      scores.every(({ mlm_loss }) => mlm_loss > 0) && untouched(bert.t),
      JSON.stringify(given),
    );
  }
  assert.ok(refused > 300 && refused < 900, `${refused} refused`);
});

test("a thousand batches: what doesn't fit is refused before anything is written", () => {
  const config = {
    vocab_size: vocab.length,
    num_hiddens: 8,
    ffn_num_hiddens: 8,
    num_heads: 1,
    num_blks: 1,
    max_len: 16,
    norm_eps: 1e-12,
    init_std: 0.1,
    causal: false,
    positions: true,
    segments: true,
  };
  const bert = new trainer.BERTTrainer(
      config,
      { pairs: 3, tokens: 36, pred_positions: 8, length: 12 },
      compiled,
    ),
    { t } = bert;
  bert.initialise(rng);
  const make = () =>
    trainer.make_batch(
      Array.from({ length: 1 + below(3) }, () =>
        trainer.sequence([5 + below(20), 6], [7, 8 + below(20)], rng() < 0.5),
      ),
      vocab.length,
      rng,
      { rate: 0.3, mask: 0.8, swap: 0.1 },
      false,
    );
  let refused = 0;
  for (let i = 0; i < 1000; i++) {
    const batch = make(),
      name = pick(Object.keys(batch)),
      list = batch[name],
      before = t.floats.slice();
    pick([
      () => {
        list[below(list.length)] = pick([
          -1,
          1e9,
          0.5,
          NaN,
          "1",
          undefined,
          vocab.length,
          36,
          0,
          2,
        ]);
      },
      () => list.push(pick([0, 1, 5, 40])),
      () => list.pop(),
      () => list.reverse(),
      () => {
        batch[name] = pick(ODD);
      },
      () => list.push(...Array(50).fill(1)),
      () => {
        batch.start.splice(1, batch.start.length - 2);
        batch.isNext.length = 1;
      },
      () => {},
    ])();
    try {
      const { mlm_loss, nsp_loss } = bert.score(batch);
      assert.ok(mlm_loss > 0 && nsp_loss > 0 && untouched(t), `${i}: ${JSON.stringify(batch)}`);
    } catch (error) {
      assert.ok(
        error instanceof RangeError && /^expected /.test(error.message),
        `${i}: ${error.stack}`,
      );
      assert.deepEqual(
        new Uint32Array(before.buffer),
        new Uint32Array(t.floats.slice().buffer),
        "it was written",
      );
      refused++;
    }
  }
  assert.ok(refused > 300 && refused < 900, `${refused} refused`);
});

test("each rule for a batch is asked: one that breaks it alone is refused", () => {
  const config = {
    vocab_size: 9,
    num_hiddens: 8,
    ffn_num_hiddens: 8,
    num_heads: 1,
    num_blks: 1,
    max_len: 7,
    norm_eps: 1e-12,
    init_std: 0.1,
    causal: false,
    positions: true,
    segments: true,
  };
  const bert = new trainer.BERTTrainer(
    config,
    { pairs: 2, tokens: 12, pred_positions: 3, length: 6 },
    compiled,
  );
  const right = {
    tokens: [2, 5, 3, 2, 6, 3],
    segments: [0, 0, 0, 0, 0, 0],
    positions: [0, 1, 2, 0, 1, 2],
    start: [0, 3, 6],
    pred_positions: [1, 4],
    labels: [5, 6],
    isNext: [0, 1],
  };
  const twice = (list) => [...list, ...list],
    rules = [
      [{ tokens: [2, 9, 3, 2, 6, 3] }, /tokens from 0 to 8/],
      [{ tokens: Array(13).fill(5) }, /1 to 12 tokens/],
      [{ segments: [0, 0, 2, 0, 0, 0] }, /segment/],
      [{ segments: [0] }, /segment/],
      [{ positions: [0, 1, 7, 0, 1, 2] }, /position below 7/],
      [{ isNext: [0, 2] }, /0 or 1/],
      [{ isNext: [0, 1, 1], start: [0, 2, 4, 6] }, /1 to 2 pairs/],
      [{ start: [0, 3] }, /rising start/],
      [{ start: [0, 0, 6] }, /rising start/],
      [{ start: [1, 3, 6] }, /from the first token/],
      [{ start: [0, 3, 5] }, /to the last/],
      [
        {
          tokens: twice([2, 5, 5, 5, 5, 3]),
          segments: Array(12).fill(0),
          positions: Array(12).fill(0),
          start: [0, 7, 12],
        },
        /at most 6 tokens in a pair/,
      ],
      [{ pred_positions: [1, 6] }, /places among/],
      [{ pred_positions: [4, 1] }, /rising places/],
      [{ pred_positions: [] }, /1 to 3/],
      [{ pred_positions: [0, 1, 2, 3], labels: [5, 5, 5, 5] }, /1 to 3/],
      [{ labels: [5, 9] }, /the word/],
      [{ labels: [5] }, /the word/],
    ];
  bert.score(right);
  for (const [wrong, what] of rules)
    assert.throws(
      () => bert.score({ ...right, ...wrong }),
      (error) => error instanceof RangeError && what.test(error.message),
      String(what),
    );
});
