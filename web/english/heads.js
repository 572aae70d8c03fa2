// Which heads are seen in full, and what a token reads there. Nothing here knows of a page.

/** @import { Pass } from "../real/worker.js" */

/** A block, and one head of it, or -1 for the mean of all. @typedef {{ block: number, head: number }} Pick */

/**
 * The two that are seen, the one chosen last behind the other. A block is seen once: another head
 * takes the place of the one before, and the same head once more gives way to all of them.
 * @param {Pick[]} picks @param {Pick} one
 */
export function picked(picks, one) {
  const same = picks.find(({ block }) => block === one.block),
    rest = picks.filter(({ block }) => block !== one.block);
  return [...rest.slice(1 - picks.length), same?.head === one.head ? { ...one, head: -1 } : one];
}

/** As they are drawn: time runs from left to right. @param {Pick[]} picks */
export const inOrder = (picks) => [...picks].sort((a, b) => a.block - b.block);

/**
 * The attention weights (T, T) of one head, or the mean of a block's.
 * @param {Pass} pass @param {{ num_heads: number }} config @param {Pick} pick
 */
export function weightsOf({ weights, tokens: { length: T } }, { num_heads: N }, { block, head }) {
  const size = T * T,
    of = (/** @type {number} */ n) =>
      weights.subarray((block * N + n) * size, (block * N + n + 1) * size);
  if (head >= 0) return of(head);
  const heads = Array.from({ length: N }, (_, n) => of(n));
  return Float32Array.from({ length: size }, (_, at) =>
    heads.reduce((sum, one) => sum + one[at] / N, 0),
  );
}

/** What reads nothing of its own: [CLS], [SEP] and [PAD]. @param {Pass} pass @param {number} t */
export const isSpecial = ({ words }, t) => words[t] < 0;

/** All pieces of the word at a place; a special token is alone. @param {Pass} pass @param {number} t */
export function wordAt({ words }, t) {
  if (words[t] < 0) return [t];
  return [...words.keys()].filter((at) => words[at] === words[t]);
}

/**
 * Where a word begins, and how many pieces it has.
 * @param {Pass} pass @returns {{ start: number, length: number }[]} of those that are cut
 */
export const cutWords = ({ words }) =>
  [...words.keys()]
    .filter((t) => words[t] >= 0 && words[t] !== words[t - 1])
    .map((start) => ({ start, length: words.filter((word) => word === words[start]).length }))
    .filter(({ length }) => length > 1);
