// All words that FindTheBug says; names, signs and causes of the bugs come from Python
// (masking_bugs.py).

import { spoken } from "../../shared/language.js";
import { count } from "../../shared/numbers.js";

export const WORDS = spoken("find_the_bug", {
  name: "Find the bug",
  question: "What is wrong with this code?",
  piles: {
    chosen: "Tokens that it chooses",
    reads: "What the model reads",
    labels: "What the loss asks",
  },
  reads: ["<mask>", "<unk>", "another word", "the word itself"],
  labels: ["the word that was there", "something else", "a token not chosen", "a filling slot"],
  brief: {
    broken: "forbidden",
    few: "too few",
    fits: "fits",
    doubtful: "doubtful",
    wrong: "does not fit",
  },
  /** @type {(counted: number, expected: number) => string} */
  evidence: (counted, expected) => `${count(counted)} counted, ${count(expected, 1)} expected`,
  procedure: (/** @type {number} */ number) => `Procedure ${number}`,
  draw: (/** @type {number} */ n) => `Draw ${count(n)}`,
  drawing: "Draw",
  most: (/** @type {number} */ n) => `${count(n)} draws are the limit.`,
  /** @type {(draws: number, chosen: string, reads: string, labels: string) => string} */
  summary: (draws, chosen, reads, labels) =>
    draws
      ? `${count(draws)} draw${draws === 1 ? "" : "s"} by somebody’s masking code. Tokens: ${chosen}; what is read: ${reads}; ` +
        `what is asked: ${labels}. Draw more, or say what is wrong.`
      : "Nothing is drawn yet. Draw, and hold each pile against its blue line.",
  diagnosis: "Your diagnosis",
  another: "Another procedure",
  /** @type {(name: string, cause: string) => string} */
  right: (name, cause) => `Right: ${name}. ${cause}`,
  wrong: (/** @type {string} */ sign) =>
    `No, that’s not it. ${sign} Compare, draw more if need be, and try again.`,
  with: (/** @type {string} */ sign) => `With that: ${sign}`,
  something: "Something is: look for a count that the rule cannot explain.",
  more: "What is drawn, and exact counts",
  about:
    "Somebody else’s procedure masks this text, at 15 % and 80 / 10 / 10, with one slot to spare in the row. It has one of six bugs " +
    "that public code has had, or none. Each dot of a pile counts as many; a blue line is where the rule would have it stop.",
  dots: (/** @type {number} */ unit) => (unit === 1 ? "a dot is one" : `a dot is ${count(unit)}`),
  counted: "counted",
  expected: "expected",
});
