// AttentionMicroscope's initial state in English.

import { pictureModel } from "#web/shared/inner_model.ts";
import { type Model, read, update } from "#web/shared/lifecycle.ts";
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
// sizes: of the model that reads: it may have fewer heads than the one before
export function inEnglish(
  model: Model<AttentionMicroscope>,
  { num_blks, num_heads }: { num_blks: number; num_heads: number },
) {
  const within = (block: number, head: number) =>
    [Math.min(block, num_blks - 1), Math.min(head, num_heads - 1)] as const;
  const examples = EXAMPLES.map(
    ([name, text, block, head, query]): Example => [name, text, ...within(block, head), query],
  );
  const [[, text, first, its, query]] = examples,
    english =
      made.get(model) ?? pictureModel(model, { text, block: first, head: its, query, examples });
  made.set(model, english);
  const now = read(english, ["block", "head"] as const),
    [block, head] = within(now.block, now.head);
  update(english, { block, head, examples });
  return english;
}
