// What AttentionMicroscope begins with when it reads English.

import { pictureModel } from "../../shared/inner_model.js";
import { WORDS } from "./words.js";

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { AttentionMicroscope } from "../../shared/traits.js"
 * @typedef {AttentionMicroscope["examples"][number]} Example
 */

const RIVER = { text: "We sat on the bank of the river and watched the boats.", query: 5 },
  MONEY = { text: "I went to the bank to deposit cash.", query: 5 },
  PIECES = { text: "The snowboarders were unbelievably quick.", query: 4 };
/** @type {() => Example[]} name, text, block, head, query */
const examples = () => [
  [WORDS.english.river, RIVER.text, 0, 4, RIVER.query],
  [WORDS.english.money, MONEY.text, 0, 4, MONEY.query],
  [WORDS.english.before, PIECES.text, 0, 2, PIECES.query],
  [WORDS.english.after, RIVER.text, 1, 8, RIVER.query - 1],
];

/** @type {WeakMap<Model<AttentionMicroscope>, Model<AttentionMicroscope>>} */
const made = new WeakMap();

// The reader's sentences in English are beside those in the little world's words, not in their place.
/** @param {Model<AttentionMicroscope>} model */
export function inEnglish(model) {
  const there = made.get(model);
  if (there) return there;
  const [[, text, block, head, query]] = examples(),
    english = pictureModel(model, { text, block, head, query, examples: examples() });
  made.set(model, english);
  return english;
}
