// All words that Check says of its own; a question brings the others.

import { spoken } from "../../shared/language.js";

export const WORDS = spoken("check", {
  name: (/** @type {string} */ question) => `Check yourself: ${question}`,
  right: "Right.",
  wrong: "Not quite.",
  rightNumber: (/** @type {string} */ shown) => `Right: ${shown}.`,
  isRight: "right",
  isWrong: "not this one",
  number: (/** @type {string} */ unit) => `Your number${unit && `, ${unit}`}`,
  check: "Check",
  show: "Show the answer",
  again: "Start again",
  noNumber: (/** @type {string} */ text) =>
    `“${text}” is no number. Digits will do: 12,288 or 0.5 or 1/8.`,
  tooSmall: "Too small.",
  tooLarge: "Too large.",
  theAnswer: (/** @type {string} */ shown) => `The answer: ${shown}.`,
  inOrder: (/** @type {number} */ done) =>
    done ? `The first ${done === 1 ? "step is" : `${done} steps are`} right.` : "",
  /** @type {(step: string, says: string) => string} */
  tooEarly: (step, says) => `“${step}” comes too early: ${says}`,
  /** @type {(i: number, all: number) => string} */
  step: (i, all) => `step ${i + 1} of ${all}`,
  /** @type {(step: string, i: number, all: number) => string} */
  moved: (step, i, all) => `“${step}” is now step ${i + 1} of ${all}.`,
  up: (/** @type {string} */ step) => `Move up: ${step}`,
  down: (/** @type {string} */ step) => `Move down: ${step}`,
});
