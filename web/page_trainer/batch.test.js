// What a batch must be: each rule is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { kernels, trainer } from "../testing/page_trainer.js";

test("a batch that breaks one rule alone is refused", () => {
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
  };
  const bert = new trainer.BERTTrainer(
    config,
    { pairs: 2, tokens: 12, pred_positions: 3, length: 6 },
    kernels,
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
