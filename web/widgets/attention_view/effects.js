// AttentionView, the numbers: what the model says where it is asked, and what is left of that after
// a cut. Nothing here knows of a page.

import { cutsWithin, forwardPass, largest } from "../../bert/pass.js";
import { softmax } from "../../bert/torch.js";
import { WORDS } from "./words.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { Config } from "../../bert/packed.js"
 * @import { Cut, Input, Pass } from "../../bert/pass.js"
 * @typedef {Pass & { said: Float32Array }} Answered
 * @typedef {{ id: number, name: string, share: number }} Answer the likeliest
 * @typedef {{ block: number, head: number, query: number }} Place of what is looked at
 * @typedef {object} Seen what there is to see
 * @property {Input} input
 * @property {number} query
 * @property {Answered} plain the pass without cuts
 * @property {Answered} pass the one with them
 * @property {Cut[]} cuts
 * @property {Answer | null} answer
 * @property {number[]} left the answer's share without each word, as far as it is known yet
 */

// The pass with what the model says at `query`: of a pair's <cls> whether B follows A, (2,), of
// other tokens a share for each word, (V,). `said` is empty where the model is never asked.
/**
 * @param {BERTModel} bert @param {Input} input @param {number} query @param {Cut[]} cuts
 * @returns {Answered}
 */
export function passOf(bert, input, query, cuts = []) {
  const pass = forwardPass(bert, input, cuts),
    token = input.tokens[query];
  if (token === "<cls>") return { ...pass, said: input.pair ? pass.next : new Float32Array(0) };
  if (token === "<sep>" || token === "<pad>") return { ...pass, said: new Float32Array(0) };
  const { state } = pass.blocks[pass.blocks.length - 1];
  return { ...pass, said: softmax(bert.mlm.forward(state, [query])) };
}

// The likeliest of what is said, and the names of these answers; null where nothing is said.
/** @type {(bert: BERTModel, input: Input, query: number, id: number) => string} */
export const nameOf = (bert, input, query, id) =>
  input.tokens[query] === "<cls>" ? WORDS.verdict[id] : bert.vocab[id];
/** @type {(bert: BERTModel, input: Input, query: number, pass: Pick<Answered, "said">) => Answer | null} */
export function answerOf(bert, input, query, { said }) {
  if (!said.length) return null;
  const [id] = largest(said, 1);
  return { id, name: nameOf(bert, input, query, id), share: said[id] };
}

/** @param {string[] | number[]} a @param {string[] | number[]} b */
const same = (a, b) => a.join() === b.join();

// What there is to see with these cuts. Of what there was, `before`, stays what they don't touch.
/**
 * @param {BERTModel} bert @param {Input} input @param {number} query @param {Cut[]} cut
 * @param {Seen | null} before
 * @returns {Seen}
 */
export function see(bert, input, query, cut, before) {
  const cuts = cutsWithin(cut, bert.config, input.tokens.length);
  const stays =
    before?.query === query &&
    same(before.input.tokens, input.tokens) &&
    same(before.input.typed, input.typed) &&
    same(before.input.segments, input.segments);
  const plain = stays ? before.plain : passOf(bert, input, query),
    pass = cuts.length ? passOf(bert, input, query, cuts) : plain;
  if (stays) return Object.assign(before, { cuts, pass });
  return { input, query, plain, pass, cuts, answer: answerOf(bert, input, query, plain), left: [] };
}

/** @param {number} key @returns {Cut} */
export const cutWord = (key) => [-1, -1, -1, key];

// The weights (T,) with which one query looks at every key.
/** @param {Pick<Pass, "blocks" | "T">} pass @param {Place} place */
export function weightsFrom({ blocks, T }, { block, head, query }) {
  const first = (head * T + query) * T;
  return blocks[block].weights.subarray(first, first + T);
}

// Spearman's, equal values sharing their ranks; NaN where one of the two never changes.
/** @param {number[]} xs @param {number[]} ys */
export function rankCorrelation(xs, ys) {
  /** @param {number[]} zs */
  const ranks = (zs) =>
    zs.map(
      (z) =>
        zs.filter((other) => other < z).length +
        zs.filter((other) => other === z).length / 2 -
        zs.length / 2,
    );
  /** @param {number[]} u @param {number[]} v */
  const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
  const [a, b] = [ranks(xs), ranks(ys)];
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

// Which of the other tokens is read most, which is needed most (-1: none is), and whether the two
// orders agree. `left` is the answer's share without each token.
/**
 * @typedef {{ read: number, needed: number, r: number }} Compared
 * @param {Float32Array | number[]} shares @param {number[]} left @param {number} share
 * @param {number} query
 * @returns {Compared}
 */
export function compare(shares, left, share, query) {
  const others = [...shares.keys()].filter((t) => t !== query);
  /** @param {(t: number) => number} value */
  const best = (value) => others.reduce((a, b) => (value(b) > value(a) ? b : a));
  const needed = best((t) => share - left[t]);
  return {
    read: best((t) => shares[t]),
    needed: share - left[needed] < 0.005 ? -1 : needed,
    r:
      others.length < 3
        ? NaN
        : rankCorrelation(
            others.map((t) => shares[t]),
            others.map((t) => share - left[t]),
          ),
  };
}
