// All words that Successors says.

import { spoken } from "../../shared/language.js";
import { count, fixed } from "../../shared/numbers.js";
import { changeOf } from "./count.js";

/** @import { Change } from "./count.js" */
/** @import { Metric } from "./runs.js" */

export const WORDS = spoken("successors", {
  name: "Successors",
  question: "What did each successor change?",
  presets: "The changes of",
  press: "Or press one of them",
  groups: {
    vectors: "what goes in",
    block: "inside a block",
    blocks: "which blocks",
    objective: "what is asked",
  },
  vectors: "vectors",
  /** @type {Record<string, string | undefined>} */
  parts: {
    "su-rows": "word",
    "su-places": "+ place",
    "su-norm": "norm",
    "su-web": "attention",
    "su-lens": "feed-forward",
  },
  /** @param {number} num @param {number} all */
  targets: (num, all) => `asks ${num} of ${all}`,
  /** @param {number} number @param {boolean} again @param {boolean} out */
  block: (number, again, out) => (again ? "block 2 = 1" : out ? "left out" : `block ${number}`),
  follows: "B after A?",
  order: "in order?",
  real: "real",
  replaced: "replaced",
  /** @param {string} word */
  taught: (word) => `${word}, …`, // the teacher names other words, too
  parameters: "Parameters",
  sizes: { mini: "mini-BERT", base: "BERT-base" },
  unchanged: "unchanged",
  stages: {
    vectors: "vectors",
    attention: "attention",
    "feed-forward": "feed-forward",
    heads: "heads",
  },
  work: "Work by length (base)",
  operationsOf: "Operations for one token, by length of the text",
  /** @param {number} n */
  operations: (n) => `${Math.round(n / 1e6)} M`,
  /** @param {number} factor */
  times: (factor) => `×${fixed(factor)}`,
  /** @param {number} n */
  brief: (n) => (n < 1e6 ? count(n) : `${fixed(n / 1e6, 1)} M`),
  // Of each model: what its changes come to.
  models: {
    BERT: "This is BERT: press a name, or a part of the picture, and see what moves.",
    RoBERTa:
      "RoBERTa left the block alone: no next sentences, and other words are hidden on every visit. Ten times the text is not drawn.",
    ALBERT:
      "ALBERT keeps one block for all places and short rows for the words: a ninth of the parameters. It multiplies as often as before.",
    ELECTRA:
      "ELECTRA asks of every token, not of one in seven: is it real, or did a small generator put it there?",
    DistilBERT:
      "DistilBERT begins with every second block of a trained BERT and learns to answer as the whole one does.",
    ModernBERT:
      "ModernBERT rebuilt the block. Its paper doesn’t try norm before or rotary positions one by one against BERT’s own.",
  },
  // Of each change: its name, as successors.py has it, and what it is.
  /** @type {Record<Change, string>} */
  names: {
    "factorised rows": "factorised rows",
    "rotary positions": "rotary positions",
    "norm before": "norm before",
    "local attention": "local attention",
    GeGLU: "GeGLU",
    "shared blocks": "shared blocks",
    "half the blocks": "half the blocks",
    "RoBERTa recipe": "RoBERTa recipe",
    "sentence order": "sentence order",
    "replaced tokens": "replaced tokens",
  },
  changes: {
    "factorised rows":
      "Factorised rows (ALBERT): each word has a short row, and one matrix widens them all.",
    "rotary positions":
      "Rotary positions (ModernBERT): no place is added. In every block queries and keys are turned by theirs, so a score depends on how far apart two tokens are.",
    "norm before":
      "Norm before (ModernBERT): attention and feed-forward read through a norm. The sum itself runs on uninterrupted, up to one norm behind the last block.",
    "local attention":
      "Local attention (ModernBERT): in two of three blocks a token looks at its neighbours alone, 64 to either side.",
    GeGLU:
      "GeGLU (ModernBERT): half of the units open or shut the other half. There are two thirds as many pairs as units before, so as many weights.",
    "shared blocks":
      "Shared blocks (ALBERT): all blocks have the same weights. Fewer to store, as many to multiply.",
    "half the blocks":
      "Half the blocks (DistilBERT): every second block of a trained model, which learns to answer as the whole one does.",
    "RoBERTa recipe":
      "RoBERTa’s recipe: no next sentences, and other words are hidden on each visit. (More data and larger batches, too: not drawn.)",
    "sentence order":
      "Sentence order (ALBERT): the two texts always follow one another. Which one comes first?",
    "replaced tokens":
      "Replaced tokens (ELECTRA): a small generator fills the gaps, and every token is asked whether it is the real one.",
  },
  reached: "After training (better →)",
  metrics: { mlm_loss: "loss in nats", sense: "senses told apart", sentiment: "task (few labels)" },
  first: "BERT",
  /** @param {number} x */
  value: (x) => fixed(x, 3),
  /** @param {string} name @param {number} x @returns {string} */
  point: (name, x) =>
    `${WORDS.variants[name] ?? WORDS.names[/** @type {Change} */ (name)]}: ${fixed(x, 3)}`,
  /** @param {number} x */
  was: (x) => `${fixed(x, 3)} → `,
  notTrained: "not trained",
  notScored: "not asked",
  alone: "each alone",
  // Of the experiment's variants that aren't called as their change is.
  /** @type {Record<string, string>} */
  variants: {
    unchanged: "BERT",
    "local, one block": "local attention",
    "teacher's block and answers": "half the blocks",
    "no NSP": "no next sentences",
    untrained: "untrained",
    "narrower, as small as factorised": "as small, narrower",
    "narrower, as small as shared": "as small, narrower",
    "no positions": "no positions",
    "local, both blocks": "both blocks local",
    "one block": "from scratch",
    "replaced tokens, masked places": "asked at 15 %",
  },
  details: "All numbers",
  part: "part",
  length: "tokens",
  measure: "measure",
  changed: "changed",
  all: "all",
  time: "time of a step",
  control: "control",
  note:
    "Ribbons show who may read whom; no weights are drawn, and the band of local attention is two places wide, not 64 (4 in the mini-BERT, in its second block). " +
    "Parameters are those that training changes, ELECTRA’s generator aside. Operations are those of the blocks’ matrix products; beyond BERT’s 512 positions the line is dotted. " +
    "Each dot is one seed: the loss in nats, 15 % of the words hidden; senses told apart by nearness, where 0.5 is chance; a task of moods after fine-tuning with few labels. " +
    "Of RoBERTa’s recipe only the missing next sentences were tried: the mini-BERT’s masks are fresh anyway. Half the blocks come from the book’s mini-BERT, which had trained for longer than the runs here.",
  // read aloud
  /**
   * @param {number[]} mini @param {number[]} base before and now @param {number} length
   * @param {number} times @param {string[]} [scores] @returns {string}
   */
  summary: ([, mini], [least, base], length, times, scores) =>
    ` ${count(mini)} parameters in the mini-BERT, ${count(base)} in BERT-base (${changeOf(least, base) || WORDS.unchanged}), ` +
    `there ${fixed(times)} times the operations at ${count(length)} tokens. ${scores ? `Trained: ${scores.join("; ")}.` : "Not trained together."}`,
  /** @param {Metric} name @param {number} now @param {number} was @returns {string} */
  score: (name, now, was) =>
    `${WORDS.metrics[name]} ${WORDS.value(now)}, BERT’s ${WORDS.value(was)}`,
});
