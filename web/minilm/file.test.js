// Reading the model's file as a stream, whole and broken; the test makes a very small model.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIG, packed, streamOf, wasm } from "../testing/small_bert.js";
import { load } from "./model.ts";

function answer(model, ids) {
  model.run(
    ids,
    ids.map((_, t) => t & 1),
  );
  return { states: model.states(), weights: model.weights() };
}

test("the file may come in any pieces, and each row of weights is 1", async () => {
  const models = [
    await load(streamOf(packed()), wasm, 128),
    await load(streamOf(packed(), 7), wasm, 9),
  ];
  for (let T = 1; T <= CONFIG.max_len; T++) {
    const ids = Array.from({ length: T }, (_, t) => (t * 3) % 7),
      [first, other] = models.map((model) => answer(model, ids));
    assert.deepEqual([first.states.length, first.weights.length], [4 * T * 16, 3 * 2 * T * T]);
    assert.deepEqual(first, other);
    for (let row = 0; row < 6 * T; row++) {
      const sum = first.weights.slice(row * T, (row + 1) * T).reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) < 1e-5);
    }
  }
  for (const ids of [[], Array(10).fill(1)]) assert.throws(() => answer(models[0], ids), /1 to 9/);
});

test("the same text gives the same numbers whatever was read before", async () => {
  const model = await load(streamOf(packed()), wasm, 9),
    before = answer(model, [1, 2, 3]);
  answer(model, [6, 6, 6, 6, 6, 6, 6, 6, 6]);
  assert.deepEqual(answer(model, [1, 2, 3]), before);
});

test("a file that is cut, too long, of another model or no model is refused", async () => {
  const name = "encoder.blks.1.ffn.0.weight",
    whole = packed();
  const broken = {
    "no bytes": Buffer.alloc(0),
    "no header": Buffer.from("no model at all, only words"),
    "half a header": whole.subarray(0, 90),
    "a byte less": whole.subarray(0, -1),
    "a byte more": Buffer.concat([whole, Buffer.alloc(1)]),
    "no metadata": packed((header) => delete header.__metadata__),
    "no such tensor": packed((header) => delete header[name]),
    "halves for bytes": packed((header) => {
      header[name].dtype = "F16";
    }),
    "another shape": packed((header) => {
      header[name].data_offsets[1] += 2;
    }),
    "before the start": packed((header) => {
      header[name].data_offsets = header[name].data_offsets.map((at) => at - 1e6);
    }),
    "behind the end": packed((header) => {
      header[name].data_offsets = header[name].data_offsets.map((at) => at + 1e6);
    }),
    "an odd place": packed((header) => {
      const scale = header[`${name}.scale`];
      scale.data_offsets = scale.data_offsets.map((at) => at + 1);
    }),
    "fewer words": packed(({ __metadata__ }) => {
      __metadata__.vocab = "[]";
    }),
  };
  for (const [what, bytes] of Object.entries(broken))
    await assert.rejects(load(streamOf(bytes), wasm, 9), what);
});
