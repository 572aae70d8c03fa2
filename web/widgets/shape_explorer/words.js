// All words that ShapeExplorer says.

import { spoken } from "../../shared/language.js";
import { count } from "../../shared/numbers.js";

/** @type {[number, string][]} */
const LARGE = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
];

export const WORDS = spoken("shape_explorer", {
  question: "What grows when N, D, T grow?",
  presets: "Sizes of",
  sizes: "Sizes",
  height: "As high as its",
  meanings: { num_blks: "blocks", max_len: "positions in all" },
  // where there is little room
  short: {
    B: "sequences",
    T: "tokens each",
    P: "predicted",
    N: "heads",
    F: "feed-forward",
    V: "vocabulary",
    max_len: "positions",
  },
  letters: { num_blks: "L", max_len: "max" },
  /** @type {(name: string, words: string) => string} */
  size: (name, words) => `${name}: ${words}`,
  /** @type {(name: string, words: string) => string} */
  slider: (name, words) => `${name}: ${words}, slider`,
  measures: { parameters: "parameters", bytes: "memory", work: "multiply-adds" },
  brief: {
    Embeddings: "Embed\u00addings",
    Attention: "Atten\u00adtion",
    "Masked language modelling": "MLM head",
    "Next sentence prediction": "NSP head",
  },
  /** @type {(part: string, name: string) => string} */
  tensor: (part, name) => `${part}: ${name}`,
  factor: (/** @type {number} */ f) =>
    `×${f >= 99.5 ? count(Math.round(f)) : Number(f.toPrecision(2))}`,
  // a large number in three digits: 11,160,000,000 is 11.2 billion
  rounded: (/** @type {number} */ n) => {
    const [unit, name] = LARGE.find(([unit]) => n >= unit) ?? [1, ""];
    return name ? `${count(Number((n / unit).toPrecision(3)), 2)} ${name}` : count(n);
  },
  same: "same",
  /** @type {(name: string, typed: string, now: number, largest: number) => string} */
  refused: (name, typed, now, largest) =>
    `${name} has to be a whole number from 1 to ${count(largest)}; ${typed === "" ? "nothing" : typed} isn’t. There is no model of that size to show (the last one had ${name} = ${now}).`,
  /** @type {(N: number, D: number, fits: number[]) => string} */
  undivided: (N, D, fits) =>
    `${N} heads do not divide D = ${D}: each head takes K = D / N of the numbers, and K has to be whole. N = ${fits.join(" or ")} would do.`,
  /** @type {(T: number, most: number) => string} */
  tooLong: (T, most) =>
    `${T} tokens need ${T} position vectors, but there are only max_len = ${most}.`,
  /** @type {(P: number, T: number) => string} */
  tooMany: (P, T) => `${P} predicted positions do not fit into T = ${T} tokens.`,
  press: "Press a stage to see its tensors, and the line of code that makes each.",
  figures: {
    parameters: "parameters",
    body: "encoder and pooler alone",
    weights: "weights, float32",
    bytes: "all tensors",
    work: "multiply-adds",
  },
  own: "Sizes of your own",
  /**
   * @param {string | undefined} name @param {string} n @param {string} K @param {string} work
   *
   * @returns {string}
   */
  state: (name, n, K, work) =>
    `${name ?? WORDS.own}: ${n} parameters, K = ${K}, ${work} multiply-adds.`,
  /** @type {(of: string, list: string) => string} */
  grown: (of, list) => `With this change, ${of}: ${list}.`,
  /** @type {(tensor: string, dims: string, values: string, code: string) => string} */
  chosen: (tensor, dims, values, code) => `${tensor}: ${dims} = ${values}, made by ${code}`,
  each: (/** @type {number} */ blocks) => `, in each of ${count(blocks)} blocks`,
  from: (/** @type {string} */ name) => `from ${name}`,
  /** @type {(inner: string, product: string, n: string) => string} */
  work: (inner, product, n) =>
    `Each number is a dot product along ${inner}: ${product} = ${n} multiply-adds.`,
  noWork: "No matrix product.",
  details: "Table of tensors",
  table: "Every tensor of one forward pass, in order: choose one",
  pane: "Tensors",
  columns: ["tensor", "shape", "parameters", "multiply-adds", "memory"],
  /** @type {(n: number, blocks: number | false) => string} */
  stageNote: (n, blocks) =>
    blocks
      ? `in each of ${count(blocks)} blocks, ${count(n)} parameters in all`
      : `${count(n)} parameters`,
  note:
    "Memory counts each tensor of the table once; the figure above adds up all blocks. PyTorch's fused attention never stores " +
    "scores and weights. Multiply-adds are those of matrix products, in one forward pass. Training adds the gradients and the " +
    "optimiser's two moments, each as large as the weights.",
});
