// All words that AttentionMicroscope says.

import { spoken } from "../../shared/language.js";
import { count, fixed, percent, short } from "../../shared/numbers.js";

/** @param {string} token */
const quoted = (token) => `“${short(token)}”`;

export const WORDS = spoken("attention_microscope", {
  question: "One token asks. Who answers?",
  text: "Text",
  ownText: "Your own text",
  examples: "Try",
  first: "first text",
  steps: "Step",
  step: ["compare", "multiply", "divide", "softmax", "mix", "all tokens", "all heads"],
  next: "Next",
  again: "From the start",
  block: "Block",
  head: "Head",
  blockOf: (/** @type {number} */ b) => `Block ${b + 1}`,
  headOf: (/** @type {number} */ n) => `Head ${n + 1}`,
  words: "Tokens: point at one to trace it, press one to let it ask",
  asking: "Who asks",
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
  query: "query",
  output: "sum =",
  slot: ["all together 100\u00a0%", "100\u00a0%"],
  mixed: ["mixed in these shares", "mixed"],
  divided: (/** @type {number} */ divisor) => `÷ ${fixed(divisor)}`,
  divisor: "Divided by",
  rootOf: (/** @type {number} */ K, /** @type {number} */ divisor) =>
    divisor > 1.005
      ? divisor > Math.sqrt(K) - 0.005
        ? `√${K} = ${fixed(divisor)}`
        : fixed(divisor)
      : "1 (off)",
  padding: "<pad>",
  paddingMask: "padding mask",
  causalMask: "causal mask",
  unknownLine: "bert_core/attention.py",

  // What one sees at each step.
  compares: (/** @type {string} */ query, /** @type {number} */ K) =>
    `${quoted(query)} asks with its query, ${count(K)} numbers. Each token holds up a key, ${count(K)} numbers, too. Whose key is like the query? Blue is above zero, orange below.`,
  multiplies: (/** @type {string} */ key, /** @type {number} */ sum, /** @type {number} */ K) =>
    `Each cell of the query times the same cell of a key: blue where both have one sign. ${count(K)} products make a score. Go right by the blue ones, back by the orange ones: ${quoted(key)} comes furthest, to ${fixed(sum)}.`,
  divides: (
    /** @type {number} */ K,
    /** @type {string} */ key,
    /** @type {number} */ score,
    /** @type {number} */ share,
  ) =>
    `The root of ${count(K)} tames the scores: ${quoted(key)} has ${fixed(score)}, and softmax will give it ${percent(share)}. Drag the root towards 1 and see.`,
  undivided: (
    /** @type {string} */ key,
    /** @type {number} */ score,
    /** @type {number} */ share,
  ) =>
    `Divided by less than the root, ${quoted(key)} has ${fixed(score)}, and softmax gives it ${percent(share)}: the others are hardly heard.`,
  answers: (/** @type {string} */ query, /** @type {string} */ key, /** @type {number} */ share) =>
    `${quoted(query)} asks; ${quoted(key)} answers with ${percent(share)}. A ribbon is as wide as its share, and together they fill the slot.`,
  mixes: (/** @type {string} */ query, /** @type {string[]} */ shares) =>
    `What ${quoted(query)} takes away: ${shares.join(", ")}, and a little of the rest. The strips lie in the slot as high as their shares; added up, they are the output.`,
  part: (/** @type {string} */ key, /** @type {number} */ share) =>
    `${percent(share)} of ${quoted(key)}`,
  all: (/** @type {string} */ query, /** @type {string} */ key, /** @type {number} */ share) =>
    `All tokens ask at once, each row of the map is one. ${quoted(query)} reads ${quoted(key)} with ${percent(share)}. Press a row.`,
  heads: (/** @type {string} */ query, /** @type {string[]} */ parts) =>
    `Each head asks in its own way. ${quoted(query)} reads ${parts.join(", ")}. Press a map.`,
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
  key: (
    /** @type {string} */ query,
    /** @type {string} */ key,
    /** @type {number} */ sum,
    /** @type {number} */ divisor,
    /** @type {number} */ share,
  ) =>
    `${quoted(query)} asks, ${quoted(key)} answers: products add up to ${fixed(sum)}, divided by ${fixed(divisor)} that is ${fixed(sum / divisor)}; share ${percent(share)}.`,
  entry: (/** @type {string} */ query, /** @type {string} */ key, /** @type {number} */ share) =>
    `${quoted(query)} asks; ${quoted(key)} answers with ${percent(share)}.`,
  masked: (/** @type {string} */ query, /** @type {string} */ key) =>
    `${quoted(query)} may not look at ${quoted(key)}: its score becomes −∞, and its share exactly 0.`,
  padsRead: (/** @type {number} */ share) =>
    `Padding is read, too: it takes ${percent(share)} of the attention here, and means nothing. Put the padding mask on.`,
  padsMasked: "Behind the padding mask <pad> gets no share at all; the others share it all.",
  causal:
    "With the causal mask nobody sees what comes later, as in GPT; this BERT was not trained for that.",

  tooLong: (/** @type {number} */ tokens, /** @type {number} */ most) =>
    `That makes ${count(tokens)} tokens; the picture has room for ${most}. Shorten the text: you still see the last that fitted.`,
  noRoom: (/** @type {number} */ tokens, /** @type {number} */ most) =>
    `That makes ${count(tokens)} tokens, and the model has ${most} positions. Shorten the text: you still see the last that fitted.`,

  details: "Numbers",
  caption: (/** @type {number} */ b, /** @type {number} */ n, /** @type {string} */ query) =>
    `Block ${b + 1}, head ${n + 1}: what ${quoted(query)} asks`,
  table: ["token", "sum of products", "score", "share"],
  vectors: "Query and output, cell by cell",
  cellHead: "cell",
});
