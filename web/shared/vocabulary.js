import { words } from "../bert/tokens.js";
import { short } from "./numbers.js";

// What widgets with a model have in common: words that it doesn't know, and its coming.

// The mini-world has no punctuation but apostrophes and hyphens: a full stop would only make a word
// unknown.
/** @param {string} text */
export const plainWords = (text) => words(text.replace(/(?!['’-])\p{P}/gu, " "));

/** @param {string[]} unknown */
export function unknownWords(unknown) {
  if (!unknown.length) return "";
  const list = unknown
    .slice(0, 8)
    .map((word) => `“${short(word)}”`)
    .join(", ");
  return `Not in the model’s vocabulary, so it reads <unk>: ${list}${unknown.length > 8 ? ", …" : ""}.`;
}
