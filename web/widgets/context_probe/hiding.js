// Which words stand behind a <mask> that was put there by a press in ContextProbe.

import { plainWords } from "../../bert/vocabulary.js";
import { update } from "../../shared/lifecycle.js";

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { ContextProbe } from "../../shared/traits.js"
 */

export const TEXTS = /** @type {const} */ (["text", "second"]);

/** @param {Model<ContextProbe>} model */
export function hiding(model) {
  /** @type {Map<number, string>[]} */
  const hidden = [new Map(), new Map()]; // for each sentence, place -> word
  /** @type {string[]} */
  const written = [];
  /** @param {number} i @param {string[]} tokens */
  const write = (i, tokens) => {
    written[i] = tokens.join(" ");
    update(model, { [TEXTS[i]]: written[i] });
  };
  /** @param {number} i @param {number} place */
  const press = (i, place) => {
    const tokens = plainWords(model.get(TEXTS[i])),
      was = hidden[i].get(place);
    // typed: nobody knows what it hides
    if (was === undefined && tokens[place] === "<mask>") return;
    if (was === undefined) hidden[i].set(place, tokens[place]);
    else hidden[i].delete(place);
    write(i, tokens.with(place, was ?? "<mask>"));
  };
  const end = () =>
    hidden.forEach((places, i) => {
      if (!places.size) return;
      const tokens = plainWords(model.get(TEXTS[i])).map(
        (token, place) => places.get(place) ?? token,
      );
      places.clear();
      write(i, tokens);
    });
  // A text that somebody else has set hides nothing.
  const read = () =>
    hidden.map((places, i) => {
      if (model.get(TEXTS[i]) !== written[i]) places.clear();
      return places;
    });
  return { press, end, read };
}
