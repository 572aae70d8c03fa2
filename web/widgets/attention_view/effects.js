// AttentionView, the numbers: what the model says where it is asked, and what is left of that after
// a cut.

import { forwardPass, largest } from "../../bert/pass.js";
import { softmax } from "../../bert/torch.js";
import { WORDS } from "./words.js";

// The pass with what the model says at `query`: of a pair's <cls> whether B follows A, (2,), of
// other tokens a share for each word, (V,). `said` is empty where the model is never asked.
export function passOf(bert, input, query, cuts = []) {
  const pass = forwardPass(bert, input, cuts),
    token = input.tokens[query];
  if (token === "<cls>") return { ...pass, said: input.pair ? pass.next : new Float32Array(0) };
  if (token === "<sep>" || token === "<pad>") return { ...pass, said: new Float32Array(0) };
  return { ...pass, said: softmax(bert.mlm.forward(pass.blocks.at(-1).state, [query])) };
}

// The likeliest of what is said, and the names of these answers; null where nothing is said.
export const nameOf = (bert, input, query, id) =>
  input.tokens[query] === "<cls>" ? WORDS.verdict[id] : bert.vocab[id];
export function answerOf(bert, input, query, { said }) {
  if (!said.length) return null;
  const [id] = largest(said, 1);
  return { id, name: nameOf(bert, input, query, id), share: said[id] };
}

export const cutWord = (key) => [-1, -1, -1, key];

// The weights (T,) with which one query looks at every key.
export function weightsFrom({ blocks, T }, { block, head, query }) {
  const first = (head * T + query) * T;
  return blocks[block].weights.subarray(first, first + T);
}

// Spearman's, equal values sharing their ranks; NaN where one of the two never changes.
export function rankCorrelation(xs, ys) {
  const ranks = (zs) =>
    zs.map(
      (z) =>
        zs.filter((other) => other < z).length +
        zs.filter((other) => other === z).length / 2 -
        zs.length / 2,
    );
  const [a, b] = [ranks(xs), ranks(ys)],
    dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

// Which of the other tokens is read most, which is needed most (-1: none is), and whether the two
// orders agree. `left` is the answer's share without each token.
export function compare(shares, left, share, query) {
  const others = [...shares.keys()].filter((t) => t !== query),
    best = (value) => others.reduce((a, b) => (value(b) > value(a) ? b : a));
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

// The choice of traits that Python may have set beyond what there is.
export function within({ block, head, query }, { num_blks, num_heads }, T) {
  const clamp = (value, end) => Math.min(Math.max(value, 0), end - 1);
  return { block: clamp(block, num_blks), head: clamp(head, num_heads), query: clamp(query, T) };
}
