// All words that PairGame says.

import { spoken } from "../../shared/language.js";
import { percent } from "../../shared/numbers.js";

/** @import { Kind, Row } from "./score.js" */

export const WORDS = spoken("pair_game", {
  name: "Pair game",
  question: "Does B really follow A?",
  /** @param {number} i @param {number} of */
  pair: (i, of) => `Pair ${i} of ${of}`,
  next: "Next",
  not: "Not next",
  keys: { true: "N", false: "X" },
  again: "Start again",
  /** @param {number} pairs */
  go: (pairs) => (pairs === 1 ? "One more pair" : `${pairs === 10 ? "Ten" : pairs} more pairs`),
  /** @type {(you: number, model: number | undefined, of: number, end: boolean) => string} */
  over: (you, model, of, end) =>
    `${end ? "That was the last pair" : "That was a round"}: you have ${you} of ${of} right` +
    `${model === undefined ? "" : `, the model ${model}`}.`,
  /** @param {number} you @param {number} model */
  beaten: (you, model) =>
    you > model ? "You are ahead." : you < model ? "The model is ahead." : "It is a draw.",
  // Sentences, which say what the picture says.
  start: "The model answers as soon as you have.",
  /** @param {number} right @param {number} of */
  target: (right, of) =>
    `The model will have ${right} of these ${of} right. Can you ${right < of ? "beat it" : "keep up"}?`,
  verdict: { true: "next", false: "not next" },
  marks: { true: "right", false: "wrong" },
  /** @param {Kind} kind @param {boolean} truth @returns {string} */
  truth: (kind, truth) => (truth ? "It was really next" : `Not next: ${WORDS.kinds[kind]}`),
  /** @param {string} you @param {string} truth @param {string} model */
  report: (you, truth, model) => `${you} ${truth}. ${model}`,
  /** @param {string} said @param {string} mark */
  you: (said, mark) => `You said “${said}”: ${mark}.`,
  /** @param {number} share @param {string} mark */
  model: (share, mark) => `The model gives ${percent(share)} to “next”: ${mark}.`,
  waiting: "The model has not answered yet.",
  /** @type {(you: number, answered: number, model?: number) => string} */
  total: (you, answered, model) =>
    `You have ${you} of ${answered} right${model === undefined ? "" : `, the model ${model}`}.`,
  /** @param {Row} easy @param {Row} hard */
  gap: (easy, hard) =>
    `False pairs that the topic gives away: you ${easy.you} of ${easy.answered} right, the model ${easy.model}. ` +
    `Others: you ${hard.you} of ${hard.answered}, the model ${hard.model}.`,
  noModel:
    "This page does not carry the model: you play alone. Open the notebook in Jupyter or Colab to play against it.",
  // The picture and what is folded under it.
  youShort: "you",
  modelShort: "the model",
  lanes: "Right and wrong answers, by kind of pair",
  wrong: "wrong",
  right: "right",
  /** @param {Row} row @param {boolean} knows */
  lane: ({ answered, you, model }, knows) =>
    `${answered} answered, you right ${you}${knows ? `, the model ${model}` : ""}`,
  /** @param {number} unit */
  unit: (unit) => (unit > 1 ? `, a dot for ${unit} pairs` : ""),
  details: "In numbers",
  kind: "kind of pair",
  // As pair_game.py names them.
  /** @type {Record<Kind, string>} */
  kinds: {
    "really next": "really next",
    "other topic": "other topic",
    "same topic, other story": "same topic, other story",
    "same story, last sentence": "same story, last sentence",
    swapped: "swapped",
  },
  columns: ["answered", "you right", "model right"],
  all: "all",
});
