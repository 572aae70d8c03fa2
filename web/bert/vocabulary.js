import { words } from "./tokens.js";
import { WORDS } from "./words.js";

// What readers type, as words of the model's, and what is said of those that it doesn't know.

const NAMED = 8;

// The mini-world has no punctuation but apostrophes and hyphens: a full stop would only make a word
// unknown.
/** @param {string} text */
export const plainWords = (text) => words(text.replace(/(?!['’-])\p{P}/gu, " "));

/** @param {string[]} unknown */
export const unknownWords = (unknown) =>
  unknown.length ? WORDS.unknown(unknown.slice(0, NAMED), unknown.length > NAMED) : "";
