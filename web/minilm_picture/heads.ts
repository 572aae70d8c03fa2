// Which heads are shown, and what a token attends to there. No DOM here.

import type { Pass } from "../minilm/pass.ts";
import { WORDS } from "./words.toml";

// A block, and one head of it, or -1 for the mean of all.
export type Pick = { block: number; head: number };

// Those that a model of these sizes has, one of each block.
export function within(
  picks: Pick[],
  { num_blks, num_heads }: Record<"num_blks" | "num_heads", number>,
) {
  const all = picks.map(({ block, head }) => ({
    block: Math.min(block, num_blks - 1),
    head: Math.min(head, num_heads - 1),
  }));
  return all.filter((one, i) => all.findIndex(({ block }) => block === one.block) === i);
}

// Its name.
export const headInWords = ({ block, head }: Pick) =>
  head < 0 ? WORDS.allHeads({ block }) : WORDS.head({ block, head });

// The attention weights (T, T) of one head, or the mean of a block's.
export function weightsOf(
  { weights, tokens: { length: T } }: Pass,
  { num_heads: N }: { num_heads: number },
  { block, head }: Pick,
) {
  const size = T * T,
    of = (n: number) => weights.subarray((block * N + n) * size, (block * N + n + 1) * size);
  if (head >= 0) return of(head);
  const heads = Array.from({ length: N }, (_, n) => of(n));
  return Float32Array.from({ length: size }, (_, at) =>
    heads.reduce((sum, one) => sum + one[at] / N, 0),
  );
}

// What reads nothing of its own: [CLS], [SEP] and [PAD].
export const isSpecial = ({ words }: Pass, t: number) => words[t] < 0;

// The cosine of two texts, each read alone: of the means of their last vectors (T, D).
export function alike(passes: Pass[], D: number) {
  const [a, b] = passes.map(({ states, tokens: { length: T } }) => {
    const mean = new Float32Array(D);
    states.subarray(-T * D).forEach((x, at) => {
      mean[at % D] += x / T;
    });
    return mean;
  });
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, one, d) => sum + one * y[d], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

// Where a word begins, and how many pieces it has.
// Returns of those that are cut
export const cutWords = ({ words }: Pass): { start: number; length: number }[] =>
  [...words.keys()]
    .filter((t) => words[t] >= 0 && words[t] !== words[t - 1])
    .map((start) => ({ start, length: words.filter((word) => word === words[start]).length }))
    .filter(({ length }) => length > 1);
