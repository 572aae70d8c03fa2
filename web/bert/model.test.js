import assert from "node:assert/strict";
import { test } from "node:test";
import { attention_mask, attention_weights } from "./attention.ts";
import { BERTModel } from "./model.ts";
import { get_tokens_and_segments, words } from "./tokens.ts";
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

test("padding and, where asked for, what comes later are hidden", () => {
  assert.deepEqual([...attention_mask(2, 3)], [1, 1, 0, 1, 1, 0, 1, 1, 0]);
  assert.deepEqual([...attention_mask(3, 3, true)], [1, 0, 0, 1, 1, 0, 1, 1, 1]);
});

test("rows add up to one, and hidden keys get nothing", () => {
  const q = Float32Array.from({ length: 2 * 3 * 2 }, (_, i) => Math.sin(i));
  const weights = attention_weights(q, q, attention_mask(2, 3), 2);
  for (let row = 0; row < weights.length; row += 3) {
    assert.ok(Math.abs(weights[row] + weights[row + 1] - 1) < 1e-6);
    assert.equal(weights[row + 2], 0);
  }
});

test("softmax of large scores stays finite", () => {
  assert.deepEqual([...softmax([1000, 1000, -Infinity])], [0.5, 0.5, 0]);
});

test("one text or two between special tokens", () => {
  assert.deepEqual(get_tokens_and_segments(["a", "b"]), {
    tokens: ["<cls>", "a", "b", "<sep>"],
    segments: [0, 0, 0, 0],
  });
  assert.deepEqual(get_tokens_and_segments(["a"], ["b"]), {
    tokens: ["<cls>", "a", "<sep>", "b", "<sep>"],
    segments: [0, 0, 0, 1, 1],
  });
});

test("unknown words come out as they are, and go in as <unk>", () => {
  assert.deepEqual(words(" The bank. <mask>"), ["the", "bank.", "<mask>"]);
  assert.deepEqual(BERT.ids(["bank", "bank.", "<pad>"]), [2, 1, 0]);
});

test("a model of ones: sums by hand", () => {
  const { encoded_X, mlm_Y_hat, nsp_Y_hat } = BERT.forward([2, 0], [0, 1], 2, [1]);
  assert.deepEqual([...encoded_X], [3, 3, 3, 3]); // token + segment + position
  assert.deepEqual([...mlm_Y_hat], [3, 3, 3]); // the norm of (7, 7) is its bias (1, 1)
  const [no, yes] = nsp_Y_hat,
    expected = 2 * Math.tanh(7) + 1;
  assert.ok(Math.abs(no - expected) < 1e-6 && no === yes);
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
