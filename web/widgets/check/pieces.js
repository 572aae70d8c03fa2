// What every kind of question is made of.

import { h } from "../../shared/elements.js";

/**
 * @import { Attribute } from "../../shared/elements.js"
 * @import { Answer, Verdict } from "./judge.js"
 * @typedef {object} Listener
 * @property {(answer: Answer) => void} answer is told what the reader answers
 * @property {(text: string, head?: string) => void} say
 * @typedef {object} Part the question's own
 * @property {HTMLElement} el
 * @property {(answer: Answer, verdict?: Verdict) => void} draw
 * @property {() => void} [show] the answer
 */

// Text with what stands between backticks as code; a line may not begin with %.
/** @param {string} text */
export const rich = (text) =>
  text
    .replaceAll(" %", "\u00a0%")
    .split(/\x60([^\x60]+)\x60/)
    .map((piece, i) => (i % 2 ? h("code", {}, piece) : piece));

/** @param {string} text @param {() => void} press @param {Record<string, Attribute>} attributes */
export const button = (text, press, attributes = {}) =>
  h("button", { type: "button", click: press, ...attributes }, text);
