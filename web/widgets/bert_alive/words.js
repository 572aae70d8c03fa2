// All words that BertAlive says. A translation replaces this file and leaves the others alone.

import { count, percent, short } from "../../shared/numbers.js";

/** @param {string} token */
const quoted = (token) => `“${short(token)}”`;
// a line may not begin with %
/** @param {number} share */
export const shareOf = (share) => percent(share).replace(" ", "\u00a0");
/** @param {[string, number][]} pairs */
const listed = (pairs) =>
  pairs.map(([token, share]) => `${quoted(token)} ${shareOf(share)}`).join(", ");

export const WORDS = {
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
    `after ${count(done)} of ${count(all)} updates, loss ${loss.toFixed(2)} nats`,
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
      `no longer reads ${quoted(key)} (${shareOf(share)})`,
    several: (/** @type {number} */ number) => `${number} cuts`,
  },
  /** @type {(word: string, before: number, after: number) => string} */
  effect: (word, before, after) =>
    Math.abs(before - after) < 0.005
      ? `${quoted(word)} stays at ${shareOf(after)}`
      : `${quoted(word)} ${shareOf(before)} → ${shareOf(after)}`,
  /** @type {(before: number, after: number) => string} */
  verdictEffect: (before, after) => `“B follows A” ${shareOf(before)} → ${shareOf(after)}`,
};

// The tour: what is lit, and what is said of the pass as it stands. `trace` follows the first
// <mask> (or the first word) up to that block; `cut` cuts the widest of what it reads there.
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
/**
 * @type {{
 *   lit: string[], say(facts: Facts): string, trace?: number, cut?: boolean, training?: boolean,
 * }[]}
 */
export const TOUR = [
  {
    lit: ["tokens"],
    say: () =>
      "BERT reads tokens: the words, with <cls> in front and <sep> after each text. Each <mask> hides " +
      "a word, which BERT has to guess. Press any word to hide it as well.",
  },
  {
    lit: ["embeddings"],
    say: () =>
      "Every token begins as the sum of three vectors: which word it is, which text it is in, and at " +
      "which place. Blue is above zero, orange below.",
  },
  {
    lit: ["attention1"],
    say: ({ heads }) =>
      `Now the tokens read one another, in ${heads} heads, a colour for each. The wider a ribbon, the ` +
      "larger its share; what one head brings to a token makes a whole.",
  },
  {
    lit: ["attention1"],
    trace: 0,
    say: ({ query, top }) =>
      `One token alone: ${quoted(query)} reads ${listed(top)}. Point at ` +
      "other words, or press the number of a head to see that head alone.",
  },
  {
    lit: ["attention1"],
    trace: 0,
    cut: true,
    say: ({ effect }) =>
      `Does it need what it reads? A ribbon is no reason. Here the widest is cut: ${effect}. ` +
      "Cut others yourself: press Cut, then a ribbon.",
  },
  {
    lit: ["ffn1"],
    say: ({ D, F }) =>
      `Then every token is worked on alone: its ${D} numbers become ${F}, most of them switched off, ` +
      `and ${D} again. The result is added to what was there.`,
  },
  {
    lit: ["last", "answers"],
    say: ({ V, guesses }) =>
      `What follows does the same once more. The last vector at each <mask> gives each of ${count(V)} words a ` +
      `share${guesses.length ? `, here ${listed(guesses)}` : ""}. The one at <cls> says whether B follows A.`,
  },
  {
    lit: [],
    training: true,
    say: () =>
      "Nobody wrote these rules down. Drag the training to the left, then forward again: first come " +
      "frequent words, then the grammar, and last what fits the story.",
  },
];
