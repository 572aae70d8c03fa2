// What BertAlive says of what it shows. Nothing here knows of a page.

import { effectOf, largest, reads } from "../../bert/pass.js";
import { WORDS } from "./words.js";

/**
 * @import { Cut, Trace } from "../../bert/pass.js"
 * @import { Chip } from "./rows.js"
 * @import { Seen } from "./seen.js"
 * @import { Facts } from "./words.js"
 */

export const CHOICES = 3; // of what a token reads most

// A cut in words, with the share that it took.
/** @param {Cut} cut @param {Seen} seen */
function cutInWords([block, head, query, key], { input: { tokens }, plain }) {
  if (query < 0 && key < 0) return WORDS.cuts.head(block, head);
  if (block < 0) return WORDS.cuts.word(tokens[key]);
  const share = reads(plain.blocks[block], plain.T, query, head < 0 ? undefined : head)[key];
  return WORDS.cuts.ribbon(tokens[query], tokens[key], block, head, share);
}

/** @param {Seen} seen */
function changeInWords({ bert, plain, pass }) {
  const { id, before, after } = effectOf(plain, pass);
  return id === undefined
    ? WORDS.verdictEffect(before, after)
    : WORDS.effect(bert.vocab[id], before, after);
}

// What the reader's cuts have done.
/** @param {Seen} seen */
export function effectInWords(seen) {
  const { own } = seen;
  if (!own.length) return "";
  const cut = own.length > 1 ? WORDS.cuts.several(own.length) : cutInWords(own[0], seen);
  return WORDS.result(cut, changeInWords(seen));
}

// What a token reads most, to be cut.
/**
 * @param {Seen} seen @param {Trace} trace @param {Float32Array} shares
 * @returns {Chip[]}
 */
export function choicesOf({ input, own }, { query, block, heads = [] }, shares) {
  const room = own.length ? CHOICES - 1 : CHOICES; // beside one button more
  return largest(shares, room).map((t) => ({
    token: input.tokens[t],
    share: shares[t],
    entry: [block, heads[block] ?? -1, query, t],
  }));
}

// What a stop of the tour may speak of.
/** @param {Seen} seen @param {Trace | null} trace @returns {Facts} */
export function factsOf(seen, trace) {
  const { bert, plain, input } = seen,
    { num_heads, num_hiddens, ffn_num_hiddens, vocab_size } = bert.config;
  const { query, block } = trace ?? { query: plain.masks[0] ?? 0, block: 0 },
    shares = reads(plain.blocks[block], plain.T, query),
    [guesses] = plain.guesses;
  return {
    heads: num_heads,
    D: num_hiddens,
    F: ffn_num_hiddens,
    V: vocab_size,
    query: input.tokens[query],
    effect: changeInWords(seen),
    guesses: guesses ? largest(guesses, 2).map((id) => [bert.vocab[id], guesses[id]]) : [],
    top: largest(shares, 2).map((t) => [input.tokens[t], shares[t]]),
  };
}
