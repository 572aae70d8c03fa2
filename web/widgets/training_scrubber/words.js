// All words that TrainingScrubber says.

import { below1 } from "../../runs/run.js";
import { spoken } from "../../shared/language.js";
import { count, fixed, percent } from "../../shared/numbers.js";

const quoted = (/** @type {string} */ text) => `“${text}”`;
const shareOf = (/** @type {number} */ share) => percent(below1(share));

export const WORDS = spoken("training_scrubber", {
  name: "Training scrubber",
  question: "What is learned when?",
  steps: "Steps of training",
  /** @param {number} step */
  after: (step) => `step ${count(step)}`,
  /** @param {number} last */
  ofAll: (last) => ` of ${count(last)}`,
  /** @param {number} step @param {number} loss */
  atStep: (step, loss) => `${count(step)} steps, loss ${fixed(loss)}`,
  curve: "loss on hidden words, in nats",
  // What the picture shows: a probe or the reader's text, and of which step.
  /** @param {number} number @param {number} all */
  chosen: (number, all) => `Probe ${number} of ${all}`,
  own: "Your own text",
  /** @param {string} what @param {number} shown @param {number} step */
  pictureOf: (what, shown, step) =>
    `${what}, after ${count(shown)} steps${step === shown ? "" : ": the last kept"}`,
  idle: "Point at a word to see what it reads; press it to hide it.",
  back: "Probe before",
  next: "Next probe",
  noPicture:
    "The model that belongs to this record is not on this page, so there is no picture; its answers are under “Numbers”.",
  /** @param {number} tokens @param {number} most */
  tooLong: (tokens, most) =>
    `That makes ${count(tokens)} tokens; the picture has room for ${most}. Shorten a text: you still see the last that fitted.`,
  textA: "Text A",
  textB: "Text B, or none",
  numbers: "Numbers",
  closeUp: "The likeliest words for the chosen probe",
  /** @param {string} answer @param {string} from */
  stood: (answer, from) => `The right word is ${quoted(answer)}, which can be told from ${from}.`,
  /** @param {number} solved @param {number} all */
  table: (solved, all) => `All probes at this step: ${solved} of ${all} right`,
  heads: ["probe", "model says", "right word", "its probability"],
  /**
   * @param {number} step @param {number} last @param {number} loss @param {number} solved
   * @param {number} all
   */
  loss: (step, last, loss, solved, all) =>
    `After ${count(step)} of ${count(last)} steps: loss ${fixed(loss)} nats, ${solved} of ${all} probes right.`,
  /** @param {string} where */
  where: (where) => `The loss is ${where}.`,
  /** @param {[word: string, share: number][]} words */
  likeliest: (words) =>
    `Likeliest for the chosen one: ${words.map(([word, share]) => `${quoted(word)} ${shareOf(share)}`).join(", ")}.`,
  first: "The first is right.",
  /** @param {string} answer @param {number} rank */
  rank: (answer, rank) => `${quoted(answer)}, the right word, has rank ${count(rank)}.`,
});
