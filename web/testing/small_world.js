// A world of few words for the trainer: 1,000 stories of five sentences, and the parts that a page
// would have.
import { code, kernels } from "./page_trainer.js";

const rows = (name, values) => ({ names: [name], rows: values.split(" ").map((value) => [value]) });
const draws = [
  rows("who", "anna tom ben eve mia max kim lea jan ida"),
  rows("what", "bat box cup hat jar key map net pan toy"),
  rows("where", "attic barn cave den farm garden hall inn jungle kitchen"),
];
const story = {
  draws: [0, 1, 2],
  sentences: [
    "{who} lost a {what}",
    "the {what} was in the {where}",
    "so {who} went to the {where}",
    "there {who} found the {what}",
    "now {who} has the {what} again",
  ],
};
export const grammar = { draws, topics: [[story], [story]], floor: 0.1 };
const words = [
  ...story.sentences
    .join(" ")
    .replace(/\{\w+\}/g, "")
    .split(" "),
  ...draws.flatMap(({ rows }) => rows.flat()),
].filter(Boolean);
export const vocab = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>", ...new Set(words)];

export const parts = { code, kernels, grammar, vocab };
export const SMALL = {
  steps: 12,
  every: 5,
  stories: 50,
  batch: 4,
  config: { num_hiddens: 16, ffn_num_hiddens: 32, num_blks: 1 },
};
