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

// Of each kind a state that could be, and values that could not.
const CUT = [-1, -1, -1, 3];
const STATES = {
  attention_microscope: [{ step: 6, head: 3, root: 0.25 }, { step: 7 }, { root: "1" }],
  bert_alive: [{ text: "a", cut: [CUT] }, { tour: 9 }, { cut: [[-1, -1, -1, -1]] }],
  by_hand: [{ part: "step", changes: [["W_v", 5, -0.5]] }, { changes: [["E", 0, 99]] }],
  context_probe: [{ text: "a" }, { word: "toString" }, { second: 0.5 }],
  find_the_bug: [
    { mystery: 6, found: [0], diagnosis: "order" },
    { diagnosis: "gremlins" },
    { mystery: 7 },
  ],
  input_builder: [{ text: "a", position: 5 }, { second: 8 }, { position: -1 }],
  pair_game: [{ answers: [true, false] }, { answers: [true, true, true] }, { answers: [1] }],
  reading_reach: [{ text: "a b", position: 1 }, { position: 1.5 }],
  shape_explorer: [{ stage: "Attention" }, { stage: "toString" }],
  successors: [{ successor: "ALBERT" }, { successor: "GeGLU" }, { successor: ["ALBERT"] }],
  training_run: [{ step: 7, recipe: { rate: 0.01 } }, { step: 5 }, { recipe: { rate: 2 } }],
};
const MODEL = holds({
  bugs: [{ key: "none" }, { key: "order" }],
  questions: [{}, {}],
  tensors: [],
  book: { steps: [0, 7] },
  probes: [{}],
  step: 7,
  probe: 0,
});

test("each kind takes a state that could be, and none with a part that could not", async () => {
  for (const [name, [good, ...bad]] of Object.entries(STATES)) {
    const { take } = await link(name);
    assert.deepEqual(take(good, MODEL), good, name);
    for (const one of [...bad, { weights: "" }])
      assert.equal(take({ ...good, ...one }, MODEL), undefined, `${name} ${JSON.stringify(one)}`);
  }
});
