import assert from "node:assert/strict";
import { test } from "node:test";
import { widget } from "./module.mjs";

const { encode, hideEach, look, rankCorrelation, strongest, verdict, weightsFrom } = await widget("attention_view");

const VOCAB = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>", "a", "b", "c"];
const known = new Map(VOCAB.map((token, id) => [token, id]));
// Says "a" with the more confidence the more of the words b and c it sees, b counting twice; block 0 looks
// at the first key alone, block 1 at the second.
const BERT = {
  vocab: VOCAB, known, config: { num_heads: 2, num_blks: 2, max_len: 64 },
  ids: (tokens) => tokens.map((token) => known.get(token) ?? 1),
  forward(ids, segments, valid_len, [query]) {
    assert.equal(ids[query], 4, "the query is hidden");
    const logits = new Float32Array(VOCAB.length);
    logits[5] = 1 + 2 * ids.includes(6) + ids.includes(7);
    return { mlm_Y_hat: logits };
  },
  encoder: {
    trace: (ids) => ({
      attention_weights: [0, 1].map((key) => {
        const T = ids.length;
        return new Float32Array(2 * T * T).map((_, i) => Number(i % T === key));
      }),
    }),
  },
};

test("texts as the model reads them, and the words it doesn't know", () => {
  const one = encode(BERT, { text: "A zebra b zebra", second: "  " });
  assert.deepEqual(one.tokens, ["<cls>", "a", "zebra", "b", "zebra", "<sep>"]);
  assert.deepEqual([one.ids, one.unknown], [[2, 5, 1, 6, 1, 3], ["zebra"]]);
  const two = encode(BERT, { text: "a", second: "b" });
  assert.deepEqual(two.segments, [0, 0, 0, 1, 1]);
});

test("the weights of one query in one head", () => {
  const T = 3, heads = 2, block = Float32Array.from({ length: heads * T * T }, (_, i) => i);
  const attention = Object.assign([block, block], { heads });
  assert.deepEqual([...weightsFrom(attention, { block: 1, head: 1, query: 2 })], [15, 16, 17]);
  assert.deepEqual([...weightsFrom(attention, { block: 0, head: 0, query: 1 })], [3, 4, 5]);
});

test("each word hidden in turn: special tokens and the guessed one are not", () => {
  const input = encode(BERT, { text: "a b c", second: "" });
  const { word, share, without, mean } = hideEach(BERT, input, 1);
  const sure = (logit) => Math.exp(logit) / (Math.exp(logit) + 7);
  assert.equal(word, "a");
  assert.ok(Math.abs(share - sure(4)) < 1e-6);
  assert.deepEqual(without.map((x) => x && Number(x.toFixed(4))),
    [null, null, sure(2), sure(3), null].map((x) => x && Number(x.toFixed(4))));
  assert.deepEqual(mean, [0, 1, 0, 0, 0]); // of the last block
});

test("looking keeps the number of heads", () => {
  assert.equal(look(BERT, encode(BERT, { text: "a", second: "" })).heads, 2);
});

test("rank correlation: published example, ties, constants", () => {
  // IQ and hours of television, Wikipedia's worked example of Spearman's coefficient: -29/165
  const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110], hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
  assert.ok(Math.abs(rankCorrelation(iq, hours) + 29 / 165) < 1e-12);
  assert.ok(Math.abs(rankCorrelation([1, 2, 2, 3], [10, 20, 20, 30]) - 1) < 1e-12);
  assert.ok(Number.isNaN(rankCorrelation([1, 1], [1, 2])));
});

test("the verdict in words", () => {
  const tokens = ["<cls>", "x", "y", "z", "q", "<sep>"];
  const found = { word: "w", share: 0.9, without: [null, 0.1, 0.8, 0.5, null, null], mean: [0, 0.1, 0.6, 0.2, 0, 0.1] };
  assert.match(verdict(tokens, found), /guesses “w” \(90 %\).*needs “x” most \(10 % without it\).*“y” gets the most weight.*−1\.00/);
  assert.match(verdict(tokens, { ...found, without: [null, 0.1, null, null, null, null] }), /nothing to compare/);
  assert.match(verdict(tokens, { ...found, without: [null, 0.9, 0.9, 0.9, null, null] }), /Hiding any other word makes no difference/);
  assert.equal(strongest(tokens, [0.1, 0.6, 0, 0.3, 0, 0]), "“x” 60 %, “z” 30 %, “<cls>” 10 %");
});
