// All words that ContextProbe says.

import { spoken } from "../../shared/language.js";
import { count, fixed, short } from "../../shared/numbers.js";

/** @param {[string, number][]} senses */
const total = (senses) => senses.reduce((sum, [, n]) => sum + n, 0);
/** @param {[string, number][]} senses */
const counted = (senses) => senses.map(([sense, n]) => `${n} ${sense}`).join(", ");

export const WORDS = spoken("context_probe", {
  name: "Context probe",
  question: "Same word, same vector?",
  word: "Word",
  sentences: ["First sentence", "Second sentence"],
  ownText: "Your own sentences",
  examples: "Try",
  back: "Back to the first pair",
  pairs: {
    bird_machine: "bird, machine",
    d2l: "D2L’s two",
    bird_bird: "bird, bird",
    banks: "two banks",
  },
  picture: "The two sentences, layer by layer",
  words: (/** @type {number} */ i) => `Words of sentence ${i + 1}: press one to hide it`,
  which: ["first", "second"],
  hides: (/** @type {string} */ token) => `<mask>, which hides “${short(token)}”`,
  more: (/** @type {number} */ n) => `… ${n} more`,
  table: "table",
  layer: (/** @type {number} */ layer) => `layer ${layer}`,
  mapOf: (/** @type {number} */ layer) => `map of layer ${layer}`,
  map: "Recorded sentences",
  /** @type {(which: string, word: string) => string} */
  lacks: (which, word) =>
    `The ${which} sentence lacks the word “${word}”, so there is nothing to compare. `,
  /** @type {(which: string, length: number, most: number) => string} */
  tooLong: (which, length, most) =>
    `The ${which} sentence makes ${count(length)} tokens, and the model has ${most} positions. `,
  // near: for each sentence the senses of the recorded ones around it, [[sense, how many], ...]
  /** @type {(word: string, layer: number, cosine: number, near: [string, number][][]) => string} */
  summary: (word, layer, cosine, near) =>
    `In the table “${word}” has one vector. At layer ${layer} it ` +
    `${cosine > 1 - 1e-6 ? "still has one" : `has two, with a cosine of ${fixed(cosine)}`}. ` +
    `Of the ${total(near[0])} recorded sentences nearest on the map, ${counted(near[0])} around 1; ${counted(near[1])} around 2.`,
  details: "Cosines, and all recorded sentences",
  caption: "Cosine of two vectors of the word",
  columns: ["vector", "your two", "recorded, same sense", "recorded, different senses"],
  row: "f(x), its row of the table",
  recorded: "A recorded sentence as the second",
  choose: "choose one",
  english: {
    banks: "two banks",
    bank: "one bank twice",
    lights: "two lights",
    cranes: "two cranes",
  },
  pressBoth: (/** @type {number} */ i) =>
    `Words of sentence ${i + 1}: press one that both have to compare it`,
  none: "The two sentences have no word in common, so there is nothing to compare.",
  lines: "How alike, layer by layer",
  /** @type {(word: string, cosine: number, before?: number) => string} */
  lineOf: (word, cosine, before) =>
    `“${short(word)}” ${fixed(cosine)}${before === undefined ? "" : `, before ${fixed(before)}`}`,
  lineOfAny: (/** @type {number} */ cosine) => `any two words ${fixed(cosine)}`,
  lineColumns: ["vector", "your two", "any two words"],
  /** @type {(word: string, layer: number, cosine: number, any: number) => string} */
  apart: (word, layer, cosine, any) =>
    `In the table “${short(word)}” has one vector. At layer ${layer} it ` +
    `${cosine > 1 - 1e-6 ? "still has one" : `has two, with a cosine of ${fixed(cosine)}`}; ` +
    `two different words of these sentences have one of ${fixed(any)} on average. Compare two senses with one sense twice.`,
  englishDetails: "Cosines, and what they mean",
  englishCaution:
    "A word in several pieces has the mean of their vectors. Any two words: all pairs of different words, one of each sentence. " +
    "A cosine means little by itself: what counts is whether one sense twice is more alike than two senses. For “crane” it hardly is.",
  caution:
    "In the picture the two strips are as far apart as their cosine is below 1. The map shows two directions of many, and all " +
    "directions take part in the cosine. Means of the word and of its position are subtracted on the map alone: a word that moves to " +
    "another place has another vector, too. Maps of the layers are turned so that recorded sentences move little from one to the next.",
});
