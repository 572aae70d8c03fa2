// All words that ShapeExplorer says.

import { spoken } from "../../shared/language.js";
import { count } from "../../shared/numbers.js";

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
  size: (name, words) => `${name}: ${words}`,
  slider: (name, words) => `${name}: ${words}, slider`,
  measures: { parameters: "parameters", bytes: "memory", work: "multiply-adds" },
  brief: {
    Embeddings: "Embed\u00addings",
    Attention: "Atten\u00adtion",
    "Masked language modelling": "MLM head",
    "Next sentence prediction": "NSP head",
  },
  factor: (f) => `×${f >= 99.5 ? count(Math.round(f)) : Number(f.toPrecision(2))}`,
  // a large number in three digits: 11,160,000,000 is 11.2 billion
  rounded: (n) => {
    const [unit, name] = LARGE.find(([unit]) => n >= unit) ?? [];
    return name ? `${count(Number((n / unit).toPrecision(3)), 2)} ${name}` : count(n);
  },
  same: "same",
  refused: (name, typed, now, largest) =>
    `${name} has to be a whole number from 1 to ${count(largest)}; ${typed === "" ? "nothing" : typed} isn’t. There is no model of that size to show (the last one had ${name} = ${now}).`,
  undivided: (N, D, fits) =>
    `${N} heads do not divide D = ${D}: each head takes K = D / N of the numbers, and K has to be whole. N = ${fits.join(" or ")} would do.`,
  tooLong: (T, most) =>
    `${T} tokens need ${T} position vectors, but there are only max_len = ${most}.`,
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
  state: (name, n, K, work) =>
    `${name ?? WORDS.own}: ${n} parameters, K = ${K}, ${work} multiply-adds.`,
  grown: (of, list) => `With this change, ${of}: ${list}.`,
  chosen: (key, dims, values, code) => `${key}: ${dims} = ${values}, made by ${code}`,
  each: (blocks) => `, in each of ${count(blocks)} blocks`,
  from: (name) => `from ${name}`,
  work: (inner, product, n) =>
    `Each number is a dot product along ${inner}: ${product} = ${n} multiply-adds.`,
  noWork: "No matrix product.",
  details: "Table of tensors",
  table: "Every tensor of one forward pass, in order: choose one",
  pane: "Tensors",
  columns: ["tensor", "shape", "parameters", "multiply-adds", "memory"],
  stageNote: (n, blocks) =>
    blocks
      ? `in each of ${count(blocks)} blocks, ${count(n)} parameters in all`
      : `${count(n)} parameters`,
  note:
    "Memory counts each tensor of the table once; the figure above adds up all blocks. PyTorch's fused attention never stores " +
    "scores and weights. Multiply-adds are those of matrix products, in one forward pass. Training adds the gradients and the " +
    "optimiser's two moments, each as large as the weights.",
});
