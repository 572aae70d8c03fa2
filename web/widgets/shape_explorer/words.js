// All words that ShapeExplorer says. A translation replaces this file and leaves the others alone.

import { count } from "../../shared/numbers.js";
import { LARGEST } from "./count.js";

export const WORDS = {
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
  same: "same",
  refused: (name, typed, now) =>
    `${name} has to be a whole number from 1 to ${count(LARGEST)}; ${typed === "" ? "nothing" : typed} isn’t. There is no model of that size to show (the last one had ${name} = ${now}).`,
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
  grown: (of, list) => ` With this change, ${of}: ${list}.`,
  chosen: (key, dims, values, code) => ` ${key}: ${dims} = ${values}, made by ${code}`,
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
};
