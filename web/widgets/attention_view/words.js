// All words that AttentionView says.

import { spoken } from "../../shared/language.js";
import { count, fixed, percent, short } from "../../shared/numbers.js";

/** @param {string} token */
const quoted = (token) => `“${short(token)}”`;

export const WORDS = spoken("attention_view", {
  question: "What does it read, and does it need it?",
  text: "Text",
  second: "Second text",
  ownText: "Your own text",
  examples: "Try",
  first: "first text",
  picture: "Blocks and heads",
  tokens: "Tokens: what is read of each, and what the guess is without it",
  block: (/** @type {number} */ b) => `block ${b + 1}`,
  /** @type {(b: number, n: number) => string} */
  head: (b, n) => `Block ${b + 1}, head ${n + 1}`,
  reads: "reads %",
  without: (/** @type {string} */ name) => `${quoted(name)} without it`,
  withoutBrief: "without it",
  withoutThis: (/** @type {string} */ name) => `${quoted(name)} without this word`,
  verdict: ["does not follow", "B follows A"],
  guesses: (/** @type {string} */ token) => `guesses at ${token}`,
  press: "Press a word to",
  cut: "cut it",
  hide: "have it guessed",
  mend: "Mend",
  chip: "Cut",
  /** @type {(token: string, share: number, name: string, left: number | null) => string} */
  word: (token, share, name, left) =>
    `${token}: read ${percent(share)}${left === null ? "" : `; ${quoted(name)} without it ${percent(left)}`}`,
  hides: (/** @type {string} */ token) => `<mask>, which hides ${token}`,
  query: (/** @type {string} */ token) => `${token}, the one that reads`,
  lost: (/** @type {number} */ number) =>
    `${number === 1 ? "One cut is" : `${count(number)} cuts are`} left out: there is no such word, head or block here.`,
  /** @type {(tokens: number, most: number) => string} */
  tooLong: (tokens, most) =>
    `That makes ${count(tokens)} tokens; the picture has room for ${most}. Shorten a text: you still see the last that fitted.`,
  /** @type {(tokens: number, most: number) => string} */
  noRoom: (tokens, most) =>
    `That makes ${count(tokens)} tokens, and the model has ${most} positions. Shorten a text: you still see the last that fitted.`,

  // What is read, in which heads; then what the guess is without it.
  /** @type {(block: number, head?: number) => string} */
  place: (block, head) => `block ${block + 1}${head === undefined ? "" : `, head ${head + 1}`}`,
  /**
   * @param {string} query @param {string} where @param {string} read @param {number} share
   * @param {string} needed @param {string} name @param {number} before @param {number} after
   * @returns {string}
   */
  idle: (query, where, read, share, needed, name, before, after) =>
    `${quoted(query)} reads ${quoted(read)} most (${percent(share)} in ${where})` +
    (read === needed ? " and needs it most: " : `, but needs ${quoted(needed)} most: `) +
    `without it ${WORDS.effect(name, before, after)}. Press a word or a ribbon to cut it.`,
  /** @type {(query: string, where: string, read: string, share: number, name: string, after: number) => string} */
  unneeded: (query, where, read, share, name, after) =>
    `${quoted(query)} reads ${quoted(read)} most (${percent(share)} in ${where}). No single word is needed: ${quoted(name)} stays at ${percent(after)} without any of them.`,
  /** @type {(query: string, where: string, read: string, share: number) => string} */
  onlyReads: (query, where, read, share) =>
    `${quoted(query)} reads ${quoted(read)} most (${percent(share)} in ${where}). Nothing is asked there, so nothing can be needed.`,
  /** @type {(query: string, where: string, key: string, share: number) => string} */
  seen: (query, where, key, share) =>
    `${quoted(query)} reads ${quoted(key)} ${percent(share)} in ${where}.`,
  /** @type {(query: string, where: string, key: string, share: number) => string} */
  passes: (query, where, key, share) =>
    `On the way to the guess ${quoted(query)} reads ${quoted(key)} ${percent(share)} in ${where}.`,
  /** @type {(seen: string, effect: string) => string} */
  withoutWord: (seen, effect) => `${seen} With this word cut: ${effect}.`,
  /** @type {(seen: string, effect: string) => string} */
  withoutRibbon: (seen, effect) => `${seen} With this ribbon cut: ${effect}.`,
  /** @type {(cut: string, effect: string) => string} */
  result: (cut, effect) => `${cut}${effect ? `: ${effect}` : ""}.`,
  /** @type {(name: string, before: number, after: number) => string} */
  effect: (name, before, after) =>
    Math.abs(before - after) < 0.005
      ? `${quoted(name)} stays at ${percent(after)}`
      : `${quoted(name)} ${percent(before)}\u00a0→\u00a0${percent(after)}`,
  cuts: {
    word: (/** @type {string} */ key) => `Nobody reads ${quoted(key)} any more`,
    /** @type {(block: number, head: number) => string} */
    head: (block, head) => `Head ${head + 1} of block ${block + 1} is switched off`,
    /**
     * @param {string} query @param {string} key @param {number} block @param {number} head
     * @param {number} share
     * @returns {string}
     */
    ribbon: (query, key, block, head, share) =>
      `In ${WORDS.place(block, head < 0 ? undefined : head)} ${quoted(query)} no longer reads ${quoted(key)} (${percent(share)})`,
    several: (/** @type {number} */ number) => `${number} cuts`,
  },

  whose: "Does it need the words that it reads? Cut each, for the vector of",
  needs: "Words, the most needed first",
  /** @type {(cosine: string, share: string) => string} */
  leaves: (cosine, share) => `${cosine}, read ${share}`,
  /** @type {(own: string, read: string, share: number, needed: string, left: string) => string} */
  englishNeeds: (own, read, share, needed, left) =>
    `${quoted(own)} reads ${quoted(read)} most (${percent(share)} over all heads)` +
    `${read === needed ? " and needs it most" : `, but needs ${quoted(needed)} most`}: without it the vector in the last block has a cosine of ${left} with what it was.`,
  englishCaution:
    "Without a word: nobody reads it, in any head of any block, and the others take over its share. A single ribbon or head is cut in the toy, whose guess shows at once what that does.",
  details: "Maps and numbers",
  caution:
    "A weight is no explanation. It says what share of a token’s value this head mixes in; what becomes of it is up to " +
    "the other heads, the residual connections and the blocks that follow. So each weight is shown beside a cut.",
  glance: "Every head at a glance: choose one",
  /** @type {(b: number, n: number) => string} */
  headOf: (b, n) => `block ${b + 1}, head ${n + 1}`,
  headBrief: (/** @type {number} */ n) => `head ${n + 1}`,
  /** @type {(b: number, n: number) => string} */
  mapCaption: (b, n) =>
    `Block ${b + 1}, head ${n + 1}: weights in percent; rows read, columns are read`,
  /** @type {(b: number, n: number, query: string) => string} */
  listCaption: (b, n, query) =>
    `Block ${b + 1}, head ${n + 1}: what ${quoted(query)} reads, and what the guess is without it`,
  /** @type {(token: string, t: number) => string} */
  from: (token, t) => `from ${short(token)}, position ${t}`,
  to: "to",
  weight: "weight",
  all: "last block, mean",
  ribbonOf: (/** @type {string} */ token) => `cut the ribbon from ${token}`,
  unknown: ", unknown",
  map: "Weights of the chosen head",
  compared: (/** @type {number} */ r) =>
    `Over all words, weight in the last block and loss of confidence have a rank correlation of ${fixed(r)}: 1 is the same order, 0 none.`,
  few: "With so few other words there is nothing to compare.",
});
