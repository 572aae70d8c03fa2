// Tokenises one text or two into model inputs.

import { MASKS } from "../text/plain.ts";
import type { Tokenizer } from "./tokenizer.ts";

// What is to be read: `hidden` are words, by their numbers, that stand behind [MASK]; so does a
// word's end from the piece `from` on.
export type Texts = { text: string; second?: string; hidden?: number[]; from?: number };

// With [CLS] and [SEP], and so short that the model can read them: what is too much falls off the
// back of the longer text, as truncate_pair of bert_core has it. `unknown` are words that it can't read;
// `words` is for each piece the number of its word, -1 for [CLS], [SEP] and [PAD]; `typed` are the
// pieces with nothing hidden.
export function encode(
  tokenizer: Tokenizer,
  most: number,
  { text, second = "", hidden = [], from }: Texts,
) {
  const [CLS, SEP, MASK, PAD] = ["[CLS]", "[SEP]", "[MASK]", "[PAD]"].map((token) =>
    tokenizer.idOf(token),
  );
  const given = [text, ...(second ? [second] : [])].map((one) => one.replace(MASKS, "[MASK]")),
    unknown = given.flatMap((one) => tokenizer.unknown(one)),
    texts = given.map((one) => tokenizer.pieces(one)),
    room = most - 1 - texts.length;
  while (texts.reduce((sum, one) => sum + one.length, 0) > room)
    texts.reduce((a, b) => (b.length >= a.length ? b : a)).pop();
  const typed = [CLS, ...texts.flatMap((one) => [...one, SEP])],
    segments = typed.map((_, t) => Number(t > texts[0].length + 1)),
    isNone = (id: number) => id === CLS || id === SEP || id === PAD;
  let word = -1;
  const words = typed.map((id) =>
    isNone(id) ? -1 : tokenizer.vocab[id].startsWith("##") ? word : ++word,
  );
  const isAsked = (t: number) => from !== undefined && t >= from && words[t] === words[from],
    ids = typed.map((id, t) => (hidden.includes(words[t]) || isAsked(t) ? MASK : id));
  return { typed, ids, segments, words, unknown };
}
