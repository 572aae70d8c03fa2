// AttentionMicroscope's initial state in English.

import { pictureModel } from "#web/shared/inner_model.ts";
import type { Model } from "#web/shared/lifecycle.ts";
import type { AttentionMicroscope } from "#web/shared/traits.ts";

export type Example = AttentionMicroscope["examples"][number];

const RIVER = { text: "We sat on the bank of the river and watched the boats.", query: 5 },
  MONEY = { text: "I went to the bank to deposit cash.", query: 5 },
  PIECES = { text: "The snowboarders were unbelievably quick.", query: 4 };
// name, text, block, head, query
const EXAMPLES: Example[] = [
  ["river", RIVER.text, 0, 4, RIVER.query],
  ["money", MONEY.text, 0, 4, MONEY.query],
  ["before", PIECES.text, 0, 2, PIECES.query],
  ["after", RIVER.text, 1, 8, RIVER.query - 1],
];

const made = new WeakMap<Model<AttentionMicroscope>, Model<AttentionMicroscope>>();

// The reader's sentences in English are beside those in the little world's words, not in their place.
export function inEnglish(model: Model<AttentionMicroscope>) {
  const there = made.get(model);
  if (there) return there;
  const [[, text, block, head, query]] = EXAMPLES,
    english = pictureModel(model, { text, block, head, query, examples: EXAMPLES });
  made.set(model, english);
  return english;
}
