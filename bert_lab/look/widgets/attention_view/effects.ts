// AttentionView's numbers: the model's prediction at a token, and what is left of it after a cut.
// No DOM here.

import type { Cut } from "#web/bert/close.ts";
import type { BERTModel } from "#web/bert/model.ts";
import { cutsWithin, forwardPass, type Input, largest, type Pass } from "#web/bert/pass.ts";
import { softmax } from "#web/bert/torch.ts";

export type Answered = Pass & { probabilities: Float32Array };
// the likeliest
export type Answer = { id: number; name: string; share: number };
// of what is looked at
export type Place = { block: number; head: number; query: number };
// what there is to see
export interface Seen {
  input: Input;
  query: number;
  plain: Answered; // the pass without cuts
  pass: Answered; // the one with them
  cuts: Cut[];
  answer: Answer | null;
  alone: number[]; // the answer's share without each word; empty until it is known
  left: number[]; // likewise, each word cut as well as what is cut already
}

// The pass with the share of each word, (V,), at `query`. `probabilities` is empty where the model is
// never asked for a word.
export function passOf(bert: BERTModel, input: Input, query: number, cuts: Cut[] = []): Answered {
  const pass = forwardPass(bert, input, cuts);
  if (["<cls>", "<sep>", "<pad>"].includes(input.tokens[query]))
    return { ...pass, probabilities: new Float32Array(0) };
  const { state } = pass.blocks[pass.blocks.length - 1];
  return { ...pass, probabilities: softmax(bert.decode(state, [query])) };
}

// The likeliest of what is said; null where nothing is said.
function answerOf({ vocab }: BERTModel, { probabilities }: Answered): Answer | null {
  const [id] = largest(probabilities, 1);
  return id === undefined ? null : { id, name: vocab[id], share: probabilities[id] };
}

const same = (a: string[] | number[], b: string[] | number[]) => a.join() === b.join();

// What there is to see with these cuts. Of what there was, `before`, stays what they don't touch.
export function see(
  bert: BERTModel,
  input: Input,
  query: number,
  cut: Cut[],
  before: Seen | null,
): Seen {
  const cuts = cutsWithin(cut, bert.config, input.tokens.length);
  const stays =
    before?.query === query &&
    same(before.input.tokens, input.tokens) &&
    same(before.input.typed, input.typed) &&
    same(before.input.segments, input.segments);
  const plain = stays ? before.plain : passOf(bert, input, query),
    pass = cuts.length ? passOf(bert, input, query, cuts) : plain;
  if (stays) {
    const { left, alone } = before;
    return Object.assign(before, { cuts, pass, left: cuts.length ? left : alone });
  }
  const answer = answerOf(bert, plain);
  return { input, query, plain, pass, cuts, answer, alone: [], left: [] };
}

export const cutWord = (key: number): Cut => [-1, -1, -1, key];
export const isCut = (cuts: Cut[], t: number) =>
  cuts.some(([block, , query, key]) => block < 0 && query < 0 && key === t);

// In points of a hundred, as they are shown: what the guess loses with a cut.
const points = (share: number) => Math.round(100 * share);
export const loses = (before: number, after: number) => points(before) - points(after);

// The weights (T,) with which one query looks at every key.
export function weightsFrom(
  { blocks, T }: Pick<Pass, "blocks" | "T">,
  { block, head, query }: Place,
) {
  const first = (head * T + query) * T;
  return blocks[block].weights.subarray(first, first + T);
}

// Spearman's, equal values sharing their ranks; NaN where one of the two never changes.
export function rankCorrelation(xs: number[], ys: number[]) {
  const ranks = (zs: number[]) =>
    zs.map(
      (z) =>
        zs.filter((other) => other < z).length +
        zs.filter((other) => other === z).length / 2 -
        zs.length / 2,
    );
  const dot = (u: number[], v: number[]) => u.reduce((sum, x, i) => sum + x * v[i], 0);
  const [a, b] = [ranks(xs), ranks(ys)];
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

// Which of the other tokens is read most, which is needed most (-1: none is), and whether the two
// orders agree. `left` is the answer's share without each token.
export type Compared = { read: number; needed: number; r: number };
export function compare(
  shares: Float32Array | number[],
  left: number[],
  share: number,
  query: number,
): Compared {
  const others = [...shares.keys()].filter((t) => t !== query);
  const best = (value: (t: number) => number) =>
    others.reduce((a, b) => (value(b) > value(a) ? b : a));
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
