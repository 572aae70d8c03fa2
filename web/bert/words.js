// What every widget says of a text that the model can't read as it stands.

import { spoken } from "../shared/language.js";
import { short } from "../shared/numbers.js";

export const WORDS = spoken("bert", {
  /** @type {(words: string[], more: boolean) => string} */
  unknown: (words, more) =>
    `Not in the model’s vocabulary, so it reads <unk>: ${words.map((word) => `“${short(word)}”`).join(", ")}${more ? ", …" : ""}.`,
});
