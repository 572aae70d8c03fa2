// All words that ReadingReach says.

import { spoken } from "../../shared/language.js";
import { short } from "../../shared/numbers.js";

export const WORDS = spoken("reading_reach", {
  name: "Reading reach",
  question: "Who may look where?",
  text: "Text",
  back: "Back to the first text",
  examples: "Try",
  samples: { first: "first word", last: "last word", middle: "bank, sit down" },
  words: "Words: choose one, or point at one",
  /** @param {string} word @param {number} i */
  word: (word, i) => `${short(word)}, word ${i + 1}`,
  // Of each network: its title, the direction of an ELMo's, and what its levels are called.
  networks: {
    "ELMo, forward": ["ELMo", "forward", "layer"],
    "ELMo, backward": ["ELMo", "backward", "layer"],
    GPT: ["GPT", "", "block"],
    BERT: ["BERT", "", "block"],
  },
  /** @param {string} title @param {string} direction */
  network: (title, direction) => (direction ? `${title}, ${direction}` : title),
  level: "words",
  /** @param {number} read @param {number} all */
  tally: (read, all) => `reads ${read} of ${all}`,
  /** @param {number} most */
  room: (most) => `The picture has room for the first ${most} words.`,
  empty: "Type a sentence.",
  /** @type {(word: string, all: number, reads: Record<"elmo" | "back" | "gpt" | "bert", number>) => string} */
  summary: (word, all, { elmo, back, gpt, bert }) =>
    `For “${short(word)}”, ELMo’s forward network reads ${elmo} of ${all} words, its ` +
    `backward network ${back}; GPT reads ${gpt}, BERT ${bert}.`,
  details: "Word by word",
  /** @param {string} word */
  caption: (word) => `What may be read for the vector of “${short(word)}”`,
  columns: ["network", "reads"],
  legend:
    "What is lit goes into the word’s vector, at the right of each flow. ELMo’s networks hand their states on from word to " +
    "word, GPT and BERT read the level before. ELMo’s vector is the two side by side, so no number in it has read both sides. In " +
    "BERT, what comes from the left has read the right already. No weights are shown: the wiring alone decides what can be read.",
});
