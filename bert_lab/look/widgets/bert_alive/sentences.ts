// BertAlive's picture described in words. No DOM here.

import type { Cut } from "#web/bert/close.ts";
import { effectOf, forwardPass, largest, type Pass, reads, type Trace } from "#web/bert/pass.ts";
import { guessed, sentences } from "#web/text/text.ts";
import { worthInWords } from "#web/worth/worth.ts";
import type { Seen } from "./seen.ts";
import type { Stop } from "./tour.ts";
import { WORDS } from "./words.toml";

export const CHOICES = 3; // of what a token reads most

// A cut in words, with the share that it took.
function cutInWords([block, head, query, key]: Cut, { input: { tokens }, plain }: Seen) {
  if (query < 0 && key < 0) return WORDS.cuts.head({ block, head });
  if (block < 0) return WORDS.cuts.word({ key: tokens[key] });
  const share = reads(plain.blocks[block], plain.T, query, head < 0 ? undefined : head)[key];
  const facts = { query: tokens[query], key: tokens[key], block, share };
  return head < 0 ? WORDS.cuts.ribbons(facts) : WORDS.cuts.ribbon({ ...facts, head });
}

function changeInWords({ bert, plain, pass }: Seen) {
  const { id, before, after } = effectOf(plain, pass);
  if (id === undefined) return WORDS.verdictEffect({ before, after });
  const word = bert.vocab[id];
  return Math.abs(before - after) < 0.005
    ? WORDS.noEffect({ word, after })
    : WORDS.effect({ word, before, after });
}

// What the reader's cuts have done; of several, beside what each would have done alone.
export function effectInWords(seen: Seen) {
  const { own, bert, input } = seen;
  if (!own.length) return "";
  const effect = changeInWords(seen);
  if (own.length === 1) return WORDS.result({ cut: cutInWords(own[0], seen), effect });
  const { p, id, before } = effectOf(seen.plain, seen.pass);
  const lost = ({ guesses, next }: Pass) =>
    Math.round(100 * before) - Math.round(100 * (id === undefined ? next[1] : guesses[p][id]));
  const sum = own.reduce((all, cut) => all + lost(forwardPass(bert, input, [cut])), 0),
    together = lost(seen.pass);
  return WORDS.several({ number: own.length, effect, sum, together, same: sum === together });
}

const SHOWN = 3; // guesses, and words that are read, in a sentence

// What a token reads most.
export function readsInWords(
  { input: { tokens } }: Seen,
  { query, block }: Trace,
  shares: Float32Array,
) {
  const most = largest(shares, SHOWN).map((t): [string, number] => [tokens[t], shares[t]]);
  return WORDS.reads({ token: tokens[query], block, words: guessed(most) });
}

// How the picture came to be: after so many of all updates, the reader's own model, a finger's.
export type How = { done: number; all: number; yours: boolean; finger: boolean };

// What is hidden, and what is guessed of it, as the picture stands.
export function stateInWords(
  { bert, input, pass, own, worths }: Seen,
  { yours, finger, ...how }: How,
) {
  const { masks, guesses, next } = pass,
    words = bert.vocab.length;
  if (input.tokens.length < 3) return WORDS.empty;
  if (!masks.length) {
    const yes = next[1] > 0.5;
    if (worths.length) return worthInWords(worths, (t) => input.typed[t]);
    if (!input.pair) return WORDS.nothing({ finger });
    return WORDS.verdict({ yes, share: next[Number(yes)], finger });
  }
  const first = guesses.slice(0, SHOWN).map((shares): [string, number] => {
    const [id] = largest(shares, 1);
    return [bert.vocab[id], shares[id]];
  });
  const state = WORDS.state({
    hidden: masks.length,
    how: how.done < how.all ? "early" : own.length ? "cut" : yours ? "yours" : "now",
    ...how,
    cuts: own.length,
    guesses: guessed(first),
    more: masks.length > SHOWN,
  });
  const word = masks.map((t) => input.typed[t]).find((typed) => input.unknown.includes(typed));
  return word === undefined ? state : sentences(state, WORDS.noRight({ word, words }));
}

// to cut what a token reads, or to mend that
export type Chip = { token: string; share: number; entry: Cut; cut: boolean };
// What a token reads most while nothing is cut.
export function choicesOf({ input, plain, own }: Seen, { query, block }: Trace): Chip[] {
  const shares = reads(plain.blocks[block], plain.T, query);
  return largest(shares, CHOICES).map((t) => {
    const entry: Cut = [block, -1, query, t];
    const cut = own.some((one) => one.join() === entry.join());
    return { token: input.tokens[t], share: shares[t], entry, cut };
  });
}

// What a stop of the tour may speak of.
export function stopInWords(name: Stop["name"], seen: Seen, trace: Trace | null) {
  const stop = WORDS.stops[name];
  return typeof stop === "string" ? stop : stop(factsOf(seen, trace));
}

function factsOf(seen: Seen, trace: Trace | null) {
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
    some: Boolean(guesses),
    guesses: guesses ? guessed(largest(guesses, 2).map((id) => [bert.vocab[id], guesses[id]])) : "",
    top: guessed(largest(shares, 2).map((t) => [input.tokens[t], shares[t]])),
  };
}
