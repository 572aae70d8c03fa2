// What a riddle's model says, and how a reader's word is judged. No DOM here.

import type { BERTModel } from "#web/bert/model.ts";
import { forwardPass, largest, reads, readTexts } from "#web/bert/pass.ts";
import { words } from "#web/bert/tokens.ts";
import type { Riddle } from "#web/shared/traits.ts";
import { plain } from "#web/text/plain.ts";

export const GAP = "___";
export type One = Riddle["riddles"][number];

// What the gap of a line is guessed to be, with the words at these places taken away: `shares` (V,),
// `best` the likeliest word, and how much the gap reads of each word in the last block, and by which
// head.
export function guess(bert: BERTModel, line: string, gone: number[] = []) {
  const text = line.replace(GAP, "<mask>");
  const input = readTexts(bert, { text, second: "", hidden: [] });
  const pass = forwardPass(
    bert,
    input,
    gone.map((i) => [-1, -1, -1, i + 1]), // <cls> comes first
  );
  const { blocks, T, masks, guesses } = pass,
    last = blocks[blocks.length - 1],
    N = last.weights.length / (T * T);
  const byHead = Array.from({ length: N }, (_, n) => reads(last, T, masks[0], n));
  const read = Array.from(reads(last, T, masks[0]).slice(1, -1), (share, i) => ({
    share,
    head: largest(
      byHead.map((shares) => shares[i + 1]),
      1,
    )[0],
  }));
  const [shares] = guesses;
  return { shares, best: bert.vocab[largest(shares, 1)[0]], read };
}

const BEFORE = /^(?:an?|the|my|your|his|her|our|their|some) /;

// The word that a reader means: without its article.
export const meant = (typed: string) => words(plain(typed)).join(" ").replace(BEFORE, "");
export const isRight = (said: string, word: string) =>
  [word, `${word}s`, `${word}es`].includes(said);
