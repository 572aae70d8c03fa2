// All words that MaskingLab says.

import { spoken } from "../../shared/language.js";
import { count, percent, percentOf, short } from "../../shared/numbers.js";

const exactShare = (/** @type {number} */ share) => percentOf(100 * share, 1);
const quoted = (/** @type {string} */ token) => `“${short(token)}”`;
/** @param {Fate} fate */
const became = ([token, what, reads]) =>
  what === "keep"
    ? `${quoted(token)} is kept`
    : `${quoted(token)} → ${what === "mask" ? reads : quoted(reads)}`;

/**
 * @import { Outcome } from "../../masking/draw.js"
 * @import { Guess } from "./rows.js"
 * @typedef {[token: string, what: Outcome, reads: string]} Fate of a chosen token
 */

export const WORDS = spoken("masking_lab", {
  name: "Masking lab",
  question: "What does the model have to guess?",
  columns: {
    text: "text",
    chosen: "chosen",
    reads: "the model reads",
    bert: "BERT",
    guesses: "and has to say",
  },
  brief: { reads: "reads", bert: "", guesses: "has to say" },
  words: "Text: press a word to choose it",
  outcomes: { mask: "<mask>", random: "random word", keep: "kept" },
  lanes: { mask: "<mask>", random: "random", keep: "kept" },
  nothing: "chosen",
  /** @param {string} token @param {string} reads @param {string} next */
  chip: (token, reads, next) => `${token}: the model reads ${reads}; press for: ${next}`,
  /** @param {string} token @param {number} position */
  guesses: (token, position) => `Guesses for ${token}, position ${position}`,
  label: short,
  /** @param {number} n @param {number} rolls @param {number} expected */
  choices: (n, rolls, expected) =>
    `chosen in ${count(n)} of ${count(rolls)}, ${count(expected, 1)} expected`,
  try: "Try",
  rules: {
    bert: "the rule",
    mask: "only <mask>",
    often: "40\u00a0%",
    all: "every word",
  },
  roll: "Roll",
  /** @param {number} times */
  rollOn: (times) => `${count(times)} times`,
  rolling: "Roll",
  back: "Start again",
  /** @param {number} n */
  rolls: (n) => `${count(n)} roll${n === 1 ? "" : "s"}`,
  /** @param {string} chosen @param {string} rolls */
  piles: (chosen, rolls) => `${chosen} chosen token${chosen === "1" ? "" : "s"}, ${rolls}`,
  /** @param {number} choices @param {number} tokens */
  dots: (choices, tokens) =>
    `A dot is ${choices === 1 ? "one choice" : `${count(choices)} choices`} above, ` +
    `${tokens === 1 ? "one token" : `${count(tokens)} tokens`} here. Blue lines: where the rule would have them.`,
  /** @param {number} expected */
  lane: (expected) => `of ${exactShare(expected)}`,
  share: exactShare,
  drawnBy: {
    mask_tokens: (/** @type {number} */ seed) => `Drawn by mask_tokens in Python, seed ${seed}`,
    page: (/** @type {number} */ seed) => `Drawn in the page, seed ${seed}`,
    reader: () => "Your choice",
  },
  /** @param {string} drawn @param {Fate[]} fates @param {number} left */
  fates: (drawn, fates, left) =>
    `${drawn}: ${fates.map(became).join(", ") || "no token is chosen"}` +
    `${left ? `, and ${left} more` : ""}.`,
  /** @param {number} right @param {number} total */
  predictions: (right, total) =>
    total === 1
      ? `The first guess is ${right ? "right" : "wrong"}.`
      : `First guesses: ${right} of ${total} right.`,
  /** @param {string} rolls @param {string} verdict */
  tested: (rolls, verdict) => `The shares of ${rolls}: ${verdict}`,
  /** @type {(token: string, what: Outcome, reads: string, guesses?: Guess[]) => string} */
  traced: (token, what, reads, guesses) =>
    `${became([token, what, reads])}. The model has to say ${quoted(token)}` +
    (guesses
      ? `, and says ${guesses.map(([word, share]) => `${word} ${percent(share)}`).join(", ")}.`
      : "."),
  more: "Change the rule, and count exactly",
  policy: "Rule",
  rate: "rate",
  seed: "seed",
  /** @param {string} text */
  badSeed: (text) =>
    `A seed is a whole number of at most 15 digits, and ${text || "nothing"} isn’t; the last roll stays.`,
  /** @param {number} rate @param {number} length @param {number | null} max_preds @param {number} n */
  chosen: (rate, length, max_preds, n) => {
    const least = `max(1, round ${exactShare(rate)} of ${length})`;
    return `${max_preds === null ? least : `min(${max_preds}, ${least})`} = ${n} of the ${length} tokens are chosen.`;
  },
  counts: "Counts",
  now: "now",
  expected: "expected",
  ofAll: "share",
  /** @param {string} verdict */
  fit: (verdict) => `The three shares of all rolls: ${verdict}`,
  loading: "The model is on its way; its guesses will be here.",
  noModel:
    "This page does not carry the model that guesses: open the notebook in Jupyter or Colab.",
});
