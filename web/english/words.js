// All words of the picture of the released BERT.

/** @import { Kind, Share } from "./patterns.js" */

import { spoken } from "../shared/language.js";
import { count, percent, short } from "../shared/numbers.js";

/** @param {string} token */
const quoted = (token) => `“${short(token)}”`;

export const WORDS = spoken("english", {
  question: "72 heads read your sentence. Which one does what?",
  texts: ["Text A", "Text B, or none"],
  examples: "Try",
  samples: [
    {
      name: "a crane",
      text: "The crane lifted the steel beam onto the roof of the new bank.",
      second: "",
    },
    {
      name: "pieces",
      text: "Surprisingly, tokenizers cut antidisestablishmentarianism.",
      second: "",
    },
    {
      name: "it",
      text: "The trophy doesn’t fit into the suitcase because it is too large.",
      second: "",
    },
    {
      name: "two texts",
      text: "How do I get a new password?",
      second: "I can’t log in any more.",
    },
  ],
  overview: "All heads: press one to see it in full. Arrow keys walk through them.",
  block: (/** @type {number} */ b) => `block ${b + 1}`,
  /** @type {(b: number, n: number) => string} */
  head: (b, n) => (n < 0 ? `block ${b + 1}, all heads` : `block ${b + 1}, head ${n + 1}`),
  telling: "What each head does",
  /** By kind: a sign, and what it is for. @type {Record<Kind, [string, string]>} */
  kinds: {
    itself: ["↺", "itself"],
    previous: ["←", "the piece before"],
    next: ["→", "the next piece"],
    cls: ["C", "[CLS]"],
    sep: ["S", "[SEP]"],
    point: [".", "punctuation"],
    same: ["=", "the same piece elsewhere"],
    rest: ["…", "other pieces"],
  },
  /** @type {(head: string, name: string, does: Share) => string} */
  does: (head, name, { share, position }) =>
    `${head}: ${percent(share)} for ${name}, by position ${percent(position)}`,
  signs:
    "The sign says what a head gives most weight to, the bar how much. The mark is position alone: what it gives to the same places in eight other texts of this length. A bar that ends at its mark follows position, one that goes beyond it your words.",
  /** @type {(kind: [string, string], heads: number) => string} */
  tally: ([sign, name], heads) => `${sign} ${name}: ${count(heads)}`,
  /** @type {(told: string[]) => string} */
  beyond: (told) => `Furthest above position: ${told.join("; ")}.`,
  pieces: "Pieces: point at one to see what it reads",
  gap: { name: "a gap", text: "I went to the [MASK] to deposit cash.", second: "" },
  /** @type {(t: number, typed: string) => string} */
  guesses: (t, typed) =>
    `Guesses at place ${count(t + 1)}${typed ? `, where ${quoted(typed)} was` : ""}`,
  filling:
    "With a gap in it you see the gap filler read: the same model with the book’s adapter on.",
  hides: (/** @type {string} */ token) => `[MASK], which hides ${token}`,
  hide: "Press a word to hide it.",
  idle: "Each small map is a head: a row for each piece that reads, a column for each that is read; grey goes to [CLS] and [SEP]. Press a map, or point at a word.",
  /** @type {(token: string, seen: { name: string, reads: [string, number][] }[]) => string} */
  reads: (token, seen) =>
    `${quoted(token)} reads ${seen
      .map(
        ({ name, reads }) =>
          `${reads.map(([read, share]) => `${quoted(read)} ${percent(share)}`).join(", ")} (${name})`,
      )
      .join("; ")}.`,
  /** @type {(pieces: number, ms: number) => string} */
  took: (pieces, ms) => `${count(pieces)} pieces, read in ${count(Math.round(ms))} ms`,
  /** @type {(unknown: number) => string} */
  unknown: (unknown) =>
    `${count(unknown)} ${unknown === 1 ? "piece is" : "pieces are"} [UNK], a word or a sign unknown to it: its 30,522 pieces come from English texts.`,
  /** @type {(left: number) => string} */
  left: (left) =>
    `${count(left)} ${left === 1 ? "piece" : "pieces"} at the end are left out: it reads 128 here.`,
  filler:
    "It has lost its head for hidden words, so the book taught it to fill gaps again: with an adapter and a head, 1.5 million numbers in 3 MB. On held-out text of an encyclopaedia its first guess is right in 31 of 100 gaps; of 50 everyday gaps 25 have a fitting word among its first three. It is on where there is a gap, and off elsewhere.",
  about: "What is this model?",
  facts: [
    "all-MiniLM-L6-v2 has 6 blocks of 12 heads and 22.7 million weights. Microsoft’s MiniLM was distilled from a larger model; sentence-transformers then trained it on 1.17 billion pairs of texts, so that texts of like meaning get like vectors.",
    "It is under the licence Apache 2.0. The page computes with a byte for each weight: over 126 pieces of eight texts the last vectors have a cosine of .998 with the original’s, .996 at worst, and an attention weight is off by .002 on average, .09 at worst.",
    "A head’s pattern is what it reads, not what it is for: only a cut tells whether anything needs it.",
  ],
});
