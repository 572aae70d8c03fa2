// The word whose vectors are compared, and the two sentences that it stands in.

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { ContextProbe } from "../../shared/traits.js"
 */

import { h, textField } from "../../shared/elements.js";
import { update } from "../../shared/lifecycle.js";
import { TEXTS } from "./hiding.js";
import { WORDS } from "./words.js";

/** @param {Model<ContextProbe>} model @param {HTMLSelectElement} pick the words to choose from */
export function typingRow(model, pick) {
  const fields = TEXTS.map((trait, i) =>
    textField(String(i + 1), (text) => update(model, { [trait]: text }), WORDS.sentences[i]),
  );
  const el = h(
    "details",
    { class: "cp-typing", open: innerWidth > 600 },
    h("summary", {}, WORDS.ownText),
    h(
      "div",
      { class: "bw-texts" },
      h("label", { class: "bw-field cp-pick" }, WORDS.word, pick),
      ...fields.map((field) => field.el),
    ),
  );
  /** @param {string[]} texts */
  const draw = (texts) => fields.forEach((field, i) => field.draw(texts[i]));
  return { el, draw };
}
