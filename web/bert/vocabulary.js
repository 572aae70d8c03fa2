import { short } from "../shared/numbers.js";
import { words } from "./tokens.js";

// What readers type, as words of the model's, and what is said of those that it doesn't know.

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
