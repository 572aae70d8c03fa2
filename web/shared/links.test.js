// What a link may set: only what each widget's own rules allow.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isText, isWhole, linkable } from "./allowed.ts";

const link = async (name) => (await import(`#widgets/${name}/index.ts`)).default.link;
const holds = (state) => ({ get: (trait) => state[trait] });

test("known traits are taken, all of them or none", () => {
  const { name, traits, take } = linkable("toy", { text: isText(9), size: isWhole(1, 5) });
  assert.deepEqual([name, traits], ["toy", ["text", "size"]]);
  assert.deepEqual(take({ text: "a" }), { text: "a" });
  assert.deepEqual(take({}), {});
  for (const bad of [
    { text: "a", size: 0 },
    { other: 1 },
    { toString: "a" },
    JSON.parse('{"__proto__": "a"}'),
  ])
    assert.equal(take(bad), undefined);
  for (const bad of [null, 3, "text", ["text"], true]) assert.equal(take(bad), undefined);
  const never = linkable("toy", { text: isText(9) }, (state, model) => model.get("ready") && state);
  assert.equal(never.take({ text: "a" }, holds({ ready: false })), false);
  assert.deepEqual(never.take({ text: "a" }, holds({ ready: true })), { text: "a" });
});

test("AttentionMicroscope: a step that there is, a share of the root, as many <pad> as fit", async () => {
  const { name, take } = await link("attention_microscope");
  assert.equal(name, "microscope");
  const state = {
    text: "<img src=x>",
    step: 7,
    query: 2,
    block: 1,
    head: 3,
    root: 0.25,
  };
  assert.deepEqual(take(state), state);
  for (const bad of [
    { step: 0 },
    { step: 8 },
    { step: 1.5 },
    { root: 1.01 },
    { root: "1" },
    { head: 8 },
    { query: 512 },
    { text: "x".repeat(5001) },
    { code: {} },
    { weights: "" },
  ])
    assert.equal(take({ ...state, ...bad }), undefined, JSON.stringify(bad));
});

test("AttentionView and ShapeExplorer", async () => {
  const attention = await link("attention_view"),
    alive = await link("bert_alive"),
    shapes = await link("shape_explorer");
  const state = { text: "<img src=x>", second: "", block: 1, head: 3, query: 2 };
  assert.deepEqual(attention.take(state), state);
  const now = {
    ...state,
    alone: false,
    hidden: [2],
    cut: [
      [-1, -1, -1, 3],
      [1, 0, 2, 3],
    ],
  };
  assert.deepEqual(attention.take(now), now);
  const cuts = [
    [0, 0, 0],
    [-1, -1, -1, -1],
    [7, 0, 1, 1],
    [0, 9, 1, 1],
    [0, 0, 1, 512],
    [-1, 3, -1, -1],
    [0, -1, -1, 3],
    [-1, 0, 2, -1],
    [0, 0, 1, "1"],
    [0, 0, 1, 1, 1],
    null,
  ];
  for (const cut of cuts)
    for (const one of [attention, alive])
      assert.equal(one.take({ cut: [cut] }, holds({})), undefined, JSON.stringify(cut));
  for (const bad of [{ step: 7 }, { lit: 3 }, { hidden: ["x"] }])
    assert.ok(!alive.take(bad, holds({ run: { kept: [0, 49] } })), JSON.stringify(bad));
  for (const bad of [
    { hidden: [-1] },
    { alone: 1 },
    { block: 4 },
    { head: 8 },
    { query: 512 },
    { text: "x".repeat(5001) },
    { cut: Array(101).fill([0, 0, 1, 1]) },
  ])
    assert.equal(attention.take(bad), undefined);
  assert.equal(attention.take({ ...state, query: -1 }), undefined);
  assert.equal(attention.take({ weights: "" }), undefined);
  assert.deepEqual(shapes.take({ D: 15, N: 3, tied_decoder: true }), {
    D: 15,
    N: 3,
    tied_decoder: true,
  });
  assert.deepEqual(shapes.take({ measure: "bytes" }), { measure: "bytes" });
  assert.equal(shapes.take({ measure: "toString" }), undefined);
  for (const D of [0, 1e6 + 1]) assert.equal(shapes.take({ D }), undefined);
  const model = holds({ tensors: [{ key: "Attention: scores" }] });
  assert.deepEqual(shapes.take({ tensor: "Attention: scores" }, model), {
    tensor: "Attention: scores",
  });
  assert.deepEqual(shapes.take({ tensor: "" }, model), { tensor: "" });
  assert.equal(shapes.take({ tensor: "Attention: <img>" }, model), undefined);
  assert.equal(shapes.take({ tensors: [] }), undefined);
});

test("InputBuilder and ReadingReach", async () => {
  const input = await link("input_builder"),
    reach = await link("reading_reach");
  assert.deepEqual([input.name, reach.name], ["input", "reach"]);
  assert.deepEqual(input.take({ text: "a", max_len: 5 }), { text: "a", max_len: 5 });
  for (const bad of [{ max_len: 4 }, { max_len: "8" }, { position: -1 }, { checkpoint: "" }])
    assert.equal(input.take(bad), undefined);
  assert.deepEqual(reach.take({ text: "a b", position: 1 }), { text: "a b", position: 1 });
  assert.equal(reach.take({ position: 1.5 }), undefined);
});

test("ByHand", async () => {
  const hand = await link("by_hand");
  const good = { part: "step", changes: [["W_v", 5, -0.5]], typed: [["m", 0, "1/4"]] };
  assert.deepEqual(hand.take(good), good);
  for (const bad of [
    { part: "all" },
    { changes: [["W_x", 0, 1]] },
    { changes: [["E", 0, 99]] },
    { changes: [["E", 0.5, 1]] },
    { typed: [["m", 9, "1"]] },
    { start: {} },
  ])
    assert.equal(hand.take(bad), undefined);
});

const LAB = {
  tokens: ["<cls>", "this", "movie", "is", "great", "<sep>"],
  specials: ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>"],
  vocab: ["this", "stew"],
  rate: 0.15,
  shares: { mask: 0.8, random: 0.1, keep: 0.1 },
  seed: 3,
  drawn_by: "page",
  chosen: [2],
  outcomes: ["mask"],
  inputs: ["<cls>", "this", "<mask>", "is", "great", "<sep>"],
  tally: { rolls: 500, mask: 500, random: 0, keep: 0 },
  places: [0, 0, 500, 0, 0, 0],
};
const CHOICE = {
  chosen: [2, 3, 4],
  outcomes: ["mask", "random", "keep"],
  inputs: ["<cls>", "this", "<mask>", "stew", "great", "<sep>"],
  drawn_by: "reader",
  seed: -4,
  rate: 0.5,
  shares: { mask: 0.5, random: 0.25, keep: 0.25 },
};

test("MaskingLab: a lab that could be, with a tally of its own", async () => {
  const { take } = await link("masking_lab");
  assert.deepEqual(take(CHOICE, holds(LAB)), {
    ...CHOICE,
    tally: { rolls: 1, mask: 1, random: 1, keep: 1 },
    places: [0, 0, 1, 1, 1, 0],
  });
  assert.equal(take({ seed: 9 }, holds(LAB)).seed, 9);
});

test("MaskingLab: what could not be is not taken", async () => {
  const { take } = await link("masking_lab");
  const wrong = [
    { chosen: [0, 3, 4] }, // <cls>
    { chosen: [3, 2, 4] },
    { chosen: [2, 2, 4] },
    { chosen: [2, 3, 9] },
    { chosen: [2, 3] },
    { outcomes: ["mask", "random", "gone"] },
    { outcomes: ["keep", "random", "keep"] },
    { inputs: ["<cls>", "this", "<mask>", "zebra", "great", "<sep>"] }, // no word of the vocabulary
    { inputs: ["<cls>", "that", "<mask>", "stew", "great", "<sep>"] }, // not chosen, and changed
    { inputs: ["<cls>", "this", "<mask>"] },
    { shares: { mask: 1, random: 1, keep: 1 } },
    { shares: { mask: 1 } },
    { shares: null },
    { shares: { mask: 0.8, random: 0.1, keep: 0.1, more: 0 } },
    { drawn_by: "constructor" },
    { seed: 0.5 },
    { rate: 2 },
    { tokens: ["a"] },
  ];
  for (const change of wrong)
    assert.equal(take({ ...CHOICE, ...change }, holds(LAB)), undefined, JSON.stringify(change));
});

const HUNT = { mystery: 9, trials: 10000, diagnosis: "order" };
const BUGS = holds({ bugs: [{ key: "none" }, { key: "order" }] });

test("FindTheBug: a mystery, so many draws of it, and a diagnosis", async () => {
  const { name, take } = await link("find_the_bug");
  assert.equal(name, "bug");
  assert.deepEqual(take(HUNT, BUGS), HUNT);
  assert.deepEqual(take({ mystery: 2 }, BUGS), { mystery: 2 });
  for (const bad of [{ mystery: -1 }, { trials: 1e9 }, { diagnosis: "gremlins" }, { bugs: [] }])
    assert.equal(take({ ...HUNT, ...bad }, BUGS), undefined, JSON.stringify(bad));
});

test("PairGame: no more answers than questions", async () => {
  const pairs = await link("pair_game");
  const game = holds({ questions: [{}, {}] });
  assert.deepEqual(pairs.take({ answers: [true, false] }, game), { answers: [true, false] });
  for (const bad of [{ answers: [true, true, true] }, { answers: [1] }])
    assert.equal(pairs.take(bad, game), undefined);
});

test("TrainingRun: a recorded step, an existing probe, a recipe of numbers, stories of a bounded length; whether the trainer takes it, it says itself", async () => {
  const { take, name } = await link("training_run"),
    run = holds({ book: { steps: [0, 7] }, probes: [{}, {}], step: 7, probe: 0 });
  assert.equal(name, "train");
  assert.deepEqual(take({ step: 0, probe: 1 }, run), { step: 0, probe: 1 });
  const state = {
    recipe: { rate: 0.01, config: { num_blks: 1 } },
    small: true,
    own: "a b\nc d",
    repeat: 50,
    step: 7,
    probe: 0,
    text: "the <img src=x>",
    second: "",
    hidden: [1],
  };
  assert.deepEqual(take(state, run), state);
  for (const bad of [
    { step: 5 },
    { probe: 2 },
    { step: "7" },
    { book: {} },
    { hidden: [-1] },
    { text: 3 },
    { recipe: { own: [["a", "b"]] } },
    { recipe: [] },
    { recipe: { __proto__: null, evil: 1 } },
    { recipe: { rate: 2 } },
    { recipe: { config: { num_blks: 9 } } },
    { recipe: { masking: { rate: "1" } } },
    { recipe: { config: { owner: 1 } } },
    { repeat: 0 },
    { repeat: 2001 },
    { own: "x".repeat(5001) },
    { weights: "" },
    { trained: "" },
  ])
    assert.equal(take(bad, run), undefined);
});
