// All words that BertAlive says.

import { spoken } from "../../shared/language.js";
import { count, fixed, percent, short } from "../../shared/numbers.js";

/** @param {string} token */
const quoted = (token) => `“${short(token)}”`;
/** @param {[string, number][]} pairs */
const listed = (pairs) =>
  pairs.map(([token, share]) => `${quoted(token)} ${percent(share)}`).join(", ");

/**
 * @typedef {object} Facts of the pass
 * @property {number} heads N
 * @property {number} D
 * @property {number} F
 * @property {number} V
 * @property {string} query
 * @property {[string, number][]} top
 * @property {[string, number][]} guesses
 * @property {string} effect
 */

export const WORDS = spoken("bert_alive", {
  name: "BERT, alive",
  question: "What happens between a text and a guess?",
  idle: "A small BERT reads this text, here and now. Point at a word to see what it reads; press it to hide it.",
  textA: "Text A",
  textB: "Text B, or none",
  ownText: "Your own text",
  examples: "Try",
  tokens: "Tokens: press one to hide it",
  picture: "Stages and heads",
  stages: { tokens: "tokens", embeddings: "embeddings", answers: "answers" },
  brief: { tokens: "tokens", embeddings: "sum", answers: "guess" },
  block: (/** @type {number} */ b) => `block ${b + 1}`,
  briefBlock: (/** @type {number} */ b) => String(b + 1),
  terms: { word: "word", segment: "text", position: "place", sum: "sum" },
  /** @type {(b: number, n: number) => string} */
  head: (b, n) => `Block ${b + 1}, head ${n + 1}`,
  hides: (/** @type {string} */ token) => `<mask>, which hides ${token}`,
  isCut: (/** @type {string} */ token) => `${token}, cut: nobody reads it`,
  /** @type {(t: number, typed: string) => string} */
  guesses: (t, typed) =>
    `Guesses at place ${t + 1}${typed === "<mask>" ? "" : `, where ${quoted(typed)} was`}`,
  follows: "does B follow A?",
  followsBrief: "B follows?",
  nothingToFollow: "no text B to judge",
  nothingBrief: "no text B",
  yes: "yes",
  no: "no",
  training: "training",
  steps: "Steps of training",
  loading: "loading …",
  updates: (/** @type {number} */ done) => `${count(done)} updates`,
  /** @type {(done: number, all: number, loss: number) => string} */
  after: (done, all, loss) =>
    `after ${count(done)} of ${count(all)} updates, loss ${fixed(loss)} nats`,
  notThere: "This state of the training could not be fetched.",
  lost: (/** @type {number} */ number) =>
    `${number === 1 ? "One cut is" : `${count(number)} cuts are`} left out: there is no such word, head or block here.`,
  /** @type {(tokens: number, most: number) => string} */
  tooLong: (tokens, most) =>
    `That makes ${count(tokens)} tokens; the picture has room for ${most}. Shorten a text: you still see the last that fitted.`,
  tour: "Take the tour",
  tourBrief: "Tour",
  next: "Next",
  done: "Done",
  back: "Back",
  /** @type {(i: number, all: number) => string} */
  stop: (i, all) => `${i + 1} / ${all}`,
  cut: "Cut",
  mend: "Mend",
  cutting: "Press a word, a ribbon or the number of a head to cut it: does the guess need it?",
  // What a trace found: the words before the list of `[token, share]`, which are buttons in a page.
  /** @type {(token: string, block: number, head?: number) => string} */
  reads: (token, block, head) =>
    `Block ${block + 1}${head === undefined ? "" : `, head ${head + 1}`}: ${quoted(token)} reads`,
  // What was cut, as the subject of a sentence.
  cuts: {
    word: (/** @type {string} */ key) => `Nobody reads ${quoted(key)} any more`,
    /** @type {(block: number, head: number) => string} */
    head: (block, head) => `Head ${head + 1} of block ${block + 1} is switched off`,
    /** @type {(q: string, k: string, block: number, head: number, share: number) => string} */
    ribbon: (query, key, block, head, share) =>
      `In block ${block + 1}${head < 0 ? "" : `, head ${head + 1}`} ${quoted(query)} ` +
      `no longer reads ${quoted(key)} (${percent(share)})`,
    several: (/** @type {number} */ number) => `${number} cuts`,
  },
  /** @type {(word: string, before: number, after: number) => string} */
  effect: (word, before, after) =>
    Math.abs(before - after) < 0.005
      ? `${quoted(word)} stays at ${percent(after)}`
      : `${quoted(word)} ${percent(before)} → ${percent(after)}`,
  /** @type {(before: number, after: number) => string} */
  verdictEffect: (before, after) => `“B follows A” ${percent(before)} → ${percent(after)}`,
  /** @type {(cut: string, effect: string) => string} */
  result: (cut, effect) => `${cut}: ${effect}.`,
  // The tour: what is said of the pass as it is, stop by stop (tour.js).
  /** @type {Record<import("./tour.js").Stop["name"], (facts: Facts) => string>} */
  stops: {
    tokens: () =>
      "BERT reads tokens: the words, with <cls> in front and <sep> after each text. Each <mask> hides " +
      "a word, which BERT has to guess. Press any word to hide it as well.",
    embeddings: () =>
      "Every token begins as the sum of three vectors: which word it is, which text it is in, and at " +
      "which place. Blue is above zero, orange below.",
    attention: ({ heads }) =>
      `Now the tokens read one another, in ${heads} heads, a colour for each. The wider a ribbon, the ` +
      "larger its share; what one head brings to a token makes a whole.",
    token: ({ query, top }) =>
      `One token alone: ${quoted(query)} reads ${listed(top)}. Point at ` +
      "other words, or press the number of a head to see that head alone.",
    cut: ({ effect }) =>
      `Does it need what it reads? A ribbon is no reason. Here the widest is cut: ${effect}. ` +
      "Cut others yourself: press Cut, then a ribbon.",
    ffn: ({ D, F }) =>
      `Then every token is worked on alone: its ${D} numbers become ${F}, most of them switched off, ` +
      `and ${D} again. The result is added to what was there.`,
    answers: ({ V, guesses }) =>
      `What follows does the same once more. The last vector at each <mask> gives each of ${count(V)} words a ` +
      `share${guesses.length ? `, here ${listed(guesses)}` : ""}. The one at <cls> says whether B follows A.`,
    training: () =>
      "Nobody wrote these rules down. Drag the training to the left, then forward again: first come " +
      "frequent words, then the grammar, and last what fits the story.",
  },
});
