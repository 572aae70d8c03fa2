import assert from "node:assert/strict";
import { test } from "node:test";
import { BERTModel } from "./model.ts";
import { softmax } from "./torch.ts";

// A model of ones: V = 3, D = 2, F = 2, one head, no block.
const ones = (...shape) => ({
  shape,
  data: new Float32Array(shape.reduce((a, b) => a * b)).fill(1),
});
const affine = (name, ...shape) => ({
  [`${name}.weight`]: ones(...shape),
  [`${name}.bias`]: ones(shape[0]),
});
const CONFIG = {
  vocab_size: 3,
  num_hiddens: 2,
  num_heads: 1,
  num_blks: 0,
  max_len: 4,
  norm_eps: 1e-5,
  activation: "relu",
};
const BERT = new BERTModel({
  config: CONFIG,
  vocab: ["<pad>", "<unk>", "bank"],
  tensors: {
    "encoder.token_embedding.weight": ones(3, 2),
    "encoder.segment_embedding.weight": ones(2, 2),
    "encoder.pos_embedding": ones(1, 4, 2),
    ...affine("hidden.0", 2, 2),
    ...affine("mlm.transform.0", 2, 2),
    ...affine("mlm.transform.2", 2),
    ...affine("mlm.decoder", 3, 2),
    ...affine("nsp.output", 2, 2),
  },
});

test("softmax of large scores stays finite", () => {
  assert.deepEqual([...softmax([1000, 1000, -Infinity])], [0.5, 0.5, 0]);
});

test("what can't be is refused in words", () => {
  assert.throws(() => BERT.forward([], []), /expected 1 to 4 tokens, got 0/);
  assert.throws(
    () => BERT.forward([1, 1, 1, 1, 1], [0, 0, 0, 0, 0]),
    /expected 1 to 4 tokens, got 5/,
  );
  assert.throws(() => BERT.forward([3], [0]), /expected token ids from 0 to 2, got 3/);
  assert.throws(() => BERT.forward([1], [2]), /expected a segment, 0 or 1, per token, got 2/);
  assert.throws(() => BERT.forward([1], []), /expected a segment/);
});
