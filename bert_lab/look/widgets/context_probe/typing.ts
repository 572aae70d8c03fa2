// The word whose vectors are compared, and the two sentences that it stands in.

import { h, textField } from "#web/shared/elements.ts";
import { type Model, update } from "#web/shared/lifecycle.ts";
import type { ContextProbe } from "#web/shared/traits.ts";
import { TEXTS } from "./hiding.ts";
import { WORDS } from "./words.toml";

// pick: the words to choose from
export function typingRow(model: Model<ContextProbe>, pick: HTMLSelectElement) {
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
  const draw = (texts: string[]) => fields.forEach((field, i) => field.draw(texts[i]));
  return { el, draw };
}
