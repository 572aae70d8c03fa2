// All words that AttentionMicroscope says.

import { spoken } from "../../shared/language.js";
import { count, fixed, percent, percentOf, short } from "../../shared/numbers.js";

/** @param {string} token */
const quoted = (token) => `“${short(token)}”`;

export const WORDS = spoken("attention_microscope", {
  question: "One token asks. Who answers?",
  text: "Text",
  ownText: "Your own text",
  given: "These are the weights of your own code.",
  examples: "Try",
  first: "first text",
  english: { river: "which bank?", money: "and here?", before: "word before", after: "word after" },
  steps: "Step",
  step: ["compare", "multiply", "divide", "softmax", "mix", "all tokens", "all heads"],
  next: "Next",
  again: "Again",
  block: "Block",
  head: "Head",
  blockOf: (/** @type {number} */ b) => `Block ${b + 1}`,
  headOf: (/** @type {number} */ n) => `Head ${n + 1}`,
  words: "Tokens: point at one to trace it, press one to let it ask",
  asking: "Who asks",
  source: "bert_core/attention.py",
  asks: (/** @type {string} */ token) => `${short(token)} asks`,
  word: (/** @type {string} */ token, /** @type {number} */ score, /** @type {number} */ share) =>
    `${token}: score ${fixed(score)}, share ${percent(share)}`,
  closed: (/** @type {string} */ token) => `${token}: closed`,
  infinite: "−∞",
  columns: {
    keys: ["the query, and below it all keys", "query, keys", "q, k"],
    products: ["query × key, cell by cell", "query × key", "×"],
    scores: ["added up: the score", "score"],
    shares: ["softmax: the share", "share", "%"],
    values: ["the values", "values"],
    ribbons: [],
    mixture: [],
    matrix: [],
    heads: [],
  },
  divided: (/** @type {number} */ divisor) => [`score ÷ ${fixed(divisor)}`, "score"],
  slot: () => [`all together ${percentOf(100)}`, percentOf(100)],
  mixed: ["mixed in these shares", "mixed"],
  output: ["= the output", "= output"],
  joined: (/** @type {number} */ N, /** @type {number} */ K) => {
    const sum = `${count(N)} × ${count(K)} = ${count(N * K)}`;
    return [`side by side: ${sum} numbers`, `side by side: ${sum}`, sum];
  },
  divisor: "Divided by",
  rootOf: (/** @type {number} */ K, /** @type {number} */ divisor) =>
    divisor > Math.sqrt(K) - 0.005
      ? `√${K} = ${fixed(divisor)}`
      : divisor > 1.005
        ? fixed(divisor)
        : "1 (off)",
  padding: "<pad>",
  paddingMask: "padding mask",
  causalMask: "causal mask",

  // What one sees at each step.
  compares: (/** @type {string} */ query, /** @type {number} */ K) =>
    `${quoted(query)} asks with its query: ${count(K)} numbers, blue above zero, orange below. Every token holds up its key. Which key is like the query?`,
  multiplies: (/** @type {string} */ key, /** @type {number} */ sum) =>
    `Cell times cell, then added up: blue goes right, orange comes back. ${quoted(key)} gets furthest, to ${fixed(sum)}.`,
  divides: (
    /** @type {string} */ key,
    /** @type {number} */ score,
    /** @type {number} */ share,
    /** @type {number} */ divisor,
  ) =>
    `${quoted(key)}: ${fixed(score * divisor)} ÷ ${fixed(divisor)} = ${fixed(score)}, of which softmax makes ${percent(share)}. Move the slider to the left to see what the root is for.`,
  undivided: (
    /** @type {string} */ key,
    /** @type {number} */ score,
    /** @type {number} */ share,
    /** @type {number} */ divisor,
  ) =>
    `Divided by ${fixed(divisor)} only, ${quoted(key)} has ${fixed(score)} and gets ${percent(share)}. The further the scores lie apart, the more the first one takes from the others.`,
  answers: (/** @type {string} */ query, /** @type {string} */ key, /** @type {number} */ share) =>
    `${quoted(query)} asks; ${quoted(key)} answers with ${percent(share)}. Each ribbon is as wide as its share, and together they fill the slot.`,
  mixes: (/** @type {string} */ query, /** @type {string[]} */ shares) =>
    `${quoted(query)} takes ${shares.join(", ")}, and so on. In the slot each value is as high as its share; added up, column by column, they are the output.`,
  part: (/** @type {string} */ key, /** @type {number} */ share) =>
    `${percent(share)} of ${quoted(key)}`,
  all: (/** @type {string} */ query, /** @type {string} */ key, /** @type {number} */ share) =>
    `Now every token asks, and each row of the map is one of them. ${quoted(query)} reads ${quoted(key)} with ${percent(share)}. Press another row.`,
  heads: (/** @type {string} */ query, /** @type {string[]} */ parts) =>
    `Each head asks in its own way: ${quoted(query)} reads ${parts.join(", ")}.`,
  ofHead: (/** @type {number} */ n, /** @type {string} */ key, /** @type {number} */ share) =>
    `${quoted(key)} in head ${n + 1} (${percent(share)})`,

  // What one points at.
  cell: (
    /** @type {number} */ c,
    /** @type {number} */ q,
    /** @type {number} */ k,
    /** @type {number} */ product,
    /** @type {string} */ key,
  ) =>
    `Cell ${c + 1}: ${fixed(q)} of the query times ${fixed(k)} of ${quoted(key)} makes ${fixed(product)}.`,
  valueCell: (
    /** @type {number} */ c,
    /** @type {number} */ value,
    /** @type {string} */ key,
    /** @type {number} */ share,
  ) =>
    `Cell ${c + 1}: ${percent(share)} of ${fixed(value)}, the value of ${quoted(key)}, adds ${fixed(share * value)} to the output.`,
  sum: (
    /** @type {string} */ query,
    /** @type {string} */ key,
    /** @type {number} */ sum,
    /** @type {number} */ K,
  ) =>
    `${quoted(query)} asks, ${quoted(key)} answers: their ${count(K)} products add up to ${fixed(sum)}. Arrow keys to the sides go through them.`,
  key: (
    /** @type {string} */ query,
    /** @type {string} */ key,
    /** @type {number} */ sum,
    /** @type {number} */ divisor,
    /** @type {number} */ share,
  ) =>
    `${quoted(query)} asks, ${quoted(key)} answers: ${fixed(sum)} ÷ ${fixed(divisor)} = ${fixed(sum / divisor)}, a share of ${percent(share)}.`,
  entry: (/** @type {string} */ query, /** @type {string} */ key, /** @type {number} */ share) =>
    `${quoted(query)} asks; ${quoted(key)} answers with ${percent(share)}.`,
  inHeads: (
    /** @type {string} */ query,
    /** @type {string} */ key,
    /** @type {number[]} */ shares,
  ) =>
    `${quoted(query)} asks; ${quoted(key)} answers with ${shares.map(percent).join(", ")} in ${shares.length > 1 ? `heads 1 to ${shares.length}` : "head 1"}.`,
  masked: (/** @type {string} */ query, /** @type {string} */ key) =>
    `${quoted(query)} may not look at ${quoted(key)}: the score becomes −∞, and the share exactly 0.`,
  padsRead: (/** @type {number} */ share) =>
    `<pad> means nothing, and yet it takes ${percent(share)} of this token’s attention. The padding mask prevents that.`,
  padsMasked:
    "Behind the padding mask <pad> gets nothing at all: every share goes to a real token.",
  causal: (/** @type {string} */ query) =>
    `With the causal mask ${quoted(query)} sees only itself and what comes before it, as in GPT. This model was not trained so.`,

  tooLong: (/** @type {number} */ tokens, /** @type {number} */ most) =>
    `That makes ${count(tokens)} tokens; the picture has room for ${most}. Shorten the text: you still see the last that fitted.`,
  noRoom: (/** @type {number} */ tokens, /** @type {number} */ most) =>
    `That makes ${count(tokens)} tokens, and the model has ${most} positions. Shorten the text: you still see the last that fitted.`,

  details: "Numbers",
  caption: (/** @type {number} */ b, /** @type {number} */ n, /** @type {string} */ query) =>
    `Block ${b + 1}, head ${n + 1}: what ${quoted(query)} asks`,
  table: ["token", "sum of products", "score", "share"],
  vectors: "Query and output, cell by cell",
  cells: ["cell", "query", "output"],
});
