// BertAlive's picture described in words. No DOM here.

import type { Cut } from "#web/bert/close.ts";
import { effectOf, largest, reads, type Trace } from "#web/bert/pass.ts";
import { guessed, sentences } from "#web/text/text.ts";
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

// What the reader's cuts have done.
export function effectInWords(seen: Seen) {
  const { own } = seen;
  if (!own.length) return "";
  const cut =
    own.length > 1 ? WORDS.cuts.several({ number: own.length }) : cutInWords(own[0], seen);
  return WORDS.result({ cut, effect: changeInWords(seen) });
}

const SHOWN = 3; // guesses, and words that are read, in a sentence

// What a token reads most.
export function readsInWords(
  { input: { tokens } }: Seen,
  { query, block, heads = [] }: Trace,
  shares: Float32Array,
) {
  const most = largest(shares, SHOWN).map((t): [string, number] => [tokens[t], shares[t]]),
    facts = { token: tokens[query], block, words: guessed(most) },
    head = heads[block];
  return head === undefined ? WORDS.reads(facts) : WORDS.readsInHead({ ...facts, head });
}

// How the picture came to be: after so many of all updates, the reader's own model, a finger's.
export type How = { done: number; all: number; yours: boolean; finger: boolean };

// What is hidden, and what is guessed of it, as the picture stands.
export function stateInWords({ bert, input, pass, own }: Seen, { yours, finger, ...how }: How) {
  const { masks, guesses, next } = pass,
    words = bert.vocab.length;
  if (input.tokens.length < 3) return WORDS.empty;
  if (!masks.length) {
    const yes = next[1] > 0.5;
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

// The reader's guess at the first <mask> beside the model's.
export function answerInWords({ bert, pass: { guesses } }: Seen, said: string) {
  const [id] = largest(guesses[0], 1),
    share = guesses[0][id],
    own = bert.known.get(said);
  if (own === id) return WORDS.agreed({ said, share });
  return WORDS.differed({
    said,
    word: bert.vocab[id],
    share,
    known: own !== undefined,
    own: own === undefined ? 0 : guesses[0][own],
    words: bert.vocab.length,
  });
}

// to cut what a token reads
export type Chip = { token: string; share: number; entry: Cut };
// What a token reads most, to be cut.
export function choicesOf(
  { input, own }: Seen,
  { query, block, heads = [] }: Trace,
  shares: Float32Array,
): Chip[] {
  const room = own.length ? CHOICES - 1 : CHOICES; // beside one button more
  return largest(shares, room).map((t) => ({
    token: input.tokens[t],
    share: shares[t],
    entry: [block, heads[block] ?? -1, query, t],
  }));
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
