// All words that Check says of its own; a question brings the others.

import { spoken } from "../../shared/language.js";

export const WORDS = spoken("check", {
  name: (question) => `Check yourself: ${question}`,
  right: "Right.",
  wrong: "Not quite.",
  rightNumber: (shown) => `Right: ${shown}.`,
  isRight: "right",
  isWrong: "not this one",
  number: (/** @type {string} */ unit) => `Your number${unit && `, ${unit}`}`,
  check: "Check",
  show: "Show the answer",
  again: "Start again",
  noNumber: (text) => `“${text}” is no number. Digits will do: 12,288 or 0.5 or 1/8.`,
  tooSmall: "Too small.",
  tooLarge: "Too large.",
  theAnswer: (shown) => `The answer: ${shown}.`,
  inOrder: (done) =>
    done ? `The first ${done === 1 ? "step is" : `${done} steps are`} right.` : "",
  tooEarly: (step, says) => `“${step}” comes too early: ${says}`,
  step: (i, all) => `step ${i + 1} of ${all}`,
  moved: (step, i, all) => `“${step}” is now step ${i + 1} of ${all}.`,
  up: (step) => `Move up: ${step}`,
  down: (step) => `Move down: ${step}`,
});
