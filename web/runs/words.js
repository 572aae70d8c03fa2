// What is said of a training run, in the same words whether it was recorded (TrainingScrubber) or
// goes on now (TrainingGround): the lines in its chart, and its probes.

import { spoken } from "../shared/language.js";

export const WORDS = spoken("runs", {
  // The lines: at the end of each, and in a sentence.
  lines: { uniform: "ln V", unigram: "unigram", bigram: "bigram", ideal: "floor" },
  sentence: {
    uniform: "ln V",
    unigram: "the unigram line",
    bigram: "the bigram line",
    ideal: "the floor",
  },
  above: (/** @type {string} */ line) => `above ${line}`,
  below: (/** @type {string} */ line) => `below ${line}`,
  /** @type {(above: string, below: string) => string} */
  amid: (above, below) => `between ${above} and ${below}`,
  probes: "Twenty hidden words: press one to see its text",
  truth: "truth",
  wrong: "0",
  right: "100\u00a0%",
  /** @type {Record<string, string>} */
  kinds: {
    "the words on the left": "from the left",
    "the words on the right": "from the right",
    "the words on both sides": "from both sides",
    "the order of the words": "from word order",
    "the first text": "from text A",
  },
});
