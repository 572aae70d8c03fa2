// All words that TrainingGround says.

import { below1 } from "../../runs/run.js";
import { spoken } from "../../shared/language.js";
import { count, fixed, percent, percentOf, short } from "../../shared/numbers.js";

const quoted = (/** @type {string} */ text) => `“${short(text)}”`;
const shareOf = (/** @type {number} */ share) => percent(below1(share));
const nats = (/** @type {Measured} */ [mean, sd]) => `${fixed(mean)} ± ${fixed(sd)}`;
const ofBook = (/** @type {Measured | null} */ base) =>
  base ? ` (the book’s recipe ${nats(base)})` : "";

/**
 * @import { Refusals } from "../../page_trainer/recipe.js"
 * @import { Control, Preset } from "./recipe.js"
 * @typedef {NonNullable<Preset["measured"]>["metrics"][number]} Row
 * @typedef {Row[0]} Metric
 * @typedef {Row[1]} Measured mean and deviation
 */

export const WORDS = spoken("training_ground", {
  name: "Training ground",
  question: "Can you teach it?",
  // The one button.
  train: "Train",
  stop: "Stop",
  again: "Train again",
  phases: {
    fetching: "Fetching the trainer …",
    measuring: "How fast is this machine? …",
    preparing: "Writing stories …",
  },
  /** @param {number} steps */
  ready: (steps) =>
    `${count(steps)} steps${steps === 4000 ? ", about a minute" : ""}, in this page`,
  /** @param {number} step @param {number} steps @param {number | null} left */
  training: (step, steps, left) =>
    `step ${count(step)} of ${count(steps)}, ${left === null ? "…" : `${count(left)}\u00a0s left`}`,
  /** @param {number} step @param {number} steps @param {number} seconds */
  trained: (step, steps, seconds) =>
    `${step < steps ? "stopped after" : "done:"} ${count(step)} steps, ${count(seconds)}\u00a0s`,

  presets: "Recipes",
  preset: {
    book: "the book’s",
    no_positions: "no positions",
    always_mask: "always <mask>",
    no_next: "no next sentences",
    left_to_right: "left to right",
    hasty: "rate 0.01, no warm-up",
    own: "a recipe of your own",
  },
  about: {
    book: "The chapter’s recipe: it guesses 15 % of the words, 80 % of them behind <mask>, and whether B follows A.",
    no_positions:
      "The model is not told which word is where. What will it still learn, and what not?",
    always_mask: "Every word that it guesses is behind <mask>; none is exchanged or left as it is.",
    no_next:
      "It guesses words only, never whether B follows A. (So the picture’s verdict on B will mean nothing.)",
    left_to_right:
      "Every token sees only what comes before it and guesses the next word, as in GPT.",
    hasty: "Two and a half times the rate, at once. Look at the unigram line.",
    own: "Nobody has tried this one yet. What will come of it?",
  },
  runs: {
    steps: (/** @type {number} */ steps) => `${count(steps)} steps`,
    seed: (/** @type {number} */ seed) => `seed ${seed}`,
    small: "small",
  },

  // The charts.
  /** @param {number | undefined} loss */
  loss: (loss) =>
    `loss on hidden words${loss === undefined ? ", in nats" : `: ${fixed(loss)} nats`}`,
  /** @param {number | null | undefined} share */
  next: (share) =>
    share === null
      ? "next sentences: not asked"
      : `next sentences right${share === undefined ? "" : `: ${shareOf(share)}`}`,
  coin: "a coin",
  /** @param {number} batch */
  booksRun: (batch) => `the book’s run, ${batch} pairs a step`,
  chart: "Loss on hidden words and share of next sentences told right, over the steps",

  /** @param {number} right @param {number} all */
  right: (right, all) => `${right} of ${all} probes right`,
  sentence: "Your sentence; a | begins a second one",
  booksPicture: "The book’s BERT reads:",
  /** @param {number} step */
  picture: (step) => `Yours, step ${count(step)}:`,
  noPicture:
    "The book’s model is not on this page, so there is nothing to see here before yours has begun.",
  /** @param {number} tokens @param {number} most */
  tooLong: (tokens, most) =>
    `That makes ${count(tokens)} tokens; the picture has room for ${most}. Shorten it: you still see the last that fitted.`,

  // The sentence below, for now and in the end.
  begin:
    "Press Train: a network of random numbers reads stories, here and now, and you watch it learn.",
  /**
   * @param {object} now
   * @param {number} now.step @param {number} now.loss @param {string} now.where
   * @param {number | null} now.next @param {number} now.right @param {number} now.all
   */
  progress: ({ step, loss, where, next, right, all }) =>
    `After ${count(step)} steps: loss ${fixed(loss)} nats, ${where}` +
    `${next === null ? "" : `; next sentences ${shareOf(next)} right`}; ${right} of ${all} probes right.`,

  // What Evidence B found, so that one run isn't taken for a law.
  /** @param {number} number @param {string[]} measured */
  seeds: (number, measured) =>
    `One run is one run. Evidence B, ${number} longer ones of other seeds: ${measured.join("; ")}.`,
  /** @type {Record<Metric, (own: Measured, base: Measured | null) => string>} */
  measured: {
    mlm_loss: (own, base) => `words ${nats(own)} nats${ofBook(base)}`,
    masked_loss: (own, base) => `words behind <mask> ${nats(own)} nats${ofBook(base)}`,
    next_word_loss: (own) => `the next word ${nats(own)} nats`,
    one_word_loss: (own, base) => `one gap anywhere ${nats(own)} nats${ofBook(base)}`,
    nsp_accuracy: (own, base) =>
      `next sentences ${shareOf(own[0])} right${base ? ` (${shareOf(base[0])})` : ""}`,
  },
  unrecorded:
    "One run is one run: Evidence B has none of this recipe, so train it with another seed before you believe it.",

  recipe: "Recipe",
  /** @type {Record<string, string>} */
  controls: {
    "masking.rate": "Words to guess",
    "config.num_blks": "Blocks",
    "config.num_hiddens": "Width D",
    rate: "Learning rate",
    steps: "Steps",
    seed: "Seed",
  },
  /** @type {Partial<Record<Control, (value: number) => string>>} */
  value: { "masking.rate": (value) => percentOf(Math.round(100 * value)), steps: count },
  smallSize: "Small size (F = 64), for slow machines",
  /** @param {number} seconds */
  slow: (seconds) =>
    `This machine would take about ${count(seconds)} s for the book’s size, so the small size is switched on; under “Recipe” you can switch it off.`,

  own: "Own words",
  ownField:
    "A sentence a line, two at least; an empty line begins another story. New words are welcome.",
  example: "An example",
  exampleStory:
    "my robot has a purple antenna\nthe robot beeps when the antenna is wet\nat night my robot sleeps in the garden",
  repeat: "How often it is told",
  questions: "Afterwards it is asked about them:",
  /** @param {string | undefined} guess @param {number | undefined} p */
  answer: (guess, p = 0) => (guess === undefined ? "…" : `${guess} ${shareOf(p)}`),

  keep: "Keep it",
  nothingToKeep:
    "Once a run has ended, its BERT can go into all pictures of the book, and into a file.",

  numbers: "Numbers",
  table: "The runs side by side",
  heads: ["run", "steps", "loss (nats)", "next right", "probes right", "seconds"],
  /** @param {string} name */
  thisRun: (name) => `yours: ${name}`,
  /** @param {string} name */
  earlierRun: (name) => `before: ${name}`,

  // What can't be.
  noParts:
    "The trainer could not be fetched. Load the page again, or open the chapter as a notebook.",
  /** @param {string} message */
  failed: (message) => `The run broke off: ${message}`,
  refused: {
    simd: () =>
      "This browser has no WebAssembly with SIMD (Chrome 91, Firefox 89 and Safari 16.4 have), so it can't train here. The recorded run shows what you would see.",
    sentences: (/** @type {Refusals["sentences"]} */ { most, got }) =>
      `At most ${most} sentences of your own, please; these are ${got}.`,
    story: (/** @type {Refusals["story"]} */ { story }) =>
      `Story ${story} has one sentence only. BERT reads pairs: give each story two at least.`,
    length: (/** @type {Refusals["length"]} */ { text, most, got }) =>
      `At most ${most} words a sentence; ${quoted(text)} has ${got}.`,
    word: (/** @type {Refusals["word"]} */ { word }) =>
      `${quoted(word)} can't be a word of a story: it is too long, or one of BERT’s special tokens.`,
    /** @param {{ name?: string, low?: number, high?: number, got?: unknown }} values @returns {string} */
    other: ({ name = "recipe", low, high, got }) =>
      `The trainer refuses ${quoted(name === "repeat" ? WORDS.repeat : (WORDS.controls[name] ?? name))}${low === undefined ? "" : `: it goes from ${low} to ${high}`}${got === undefined ? "" : `, not ${short(String(got))}`}.`,
  },
});
