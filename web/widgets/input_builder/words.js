// All words that InputBuilder says. A translation replaces this file and leaves the others alone.

import { short } from "../../shared/numbers.js";

const quoted = (token) => `“${short(token)}”`;
export const minus = (x) =>
  x
    .toFixed(2)
    .replace(/^-(?!0\.00)/, "−")
    .replace("-", "");
const added = (x) => ` ${x.toFixed(2) < 0 ? "−" : "+"} ${Math.abs(x).toFixed(2)}`;
export const LETTERS = ["A", "B"];

export const WORDS = {
  name: "Input builder",
  question: "What adds up to a token’s vector?",
  textA: "Text A",
  textB: "Text B, or none",
  examples: "Try",
  first: "the first texts",
  samples: [
    [
      "one word twice",
      { text: "a crane is flying", second: "a crane driver came", max_len: 12, position: 2 },
    ],
    ["who saw whom", { text: "the dog saw the girl", second: "", max_len: 12, position: 2 }],
    [
      "too little room",
      {
        text: "a heron built a nest in the reeds",
        second: "it has four eggs",
        max_len: 11,
        position: 2,
      },
    ],
  ],
  places: "Places: choose one; with Alt, arrow keys move its word",
  drag: "drag a word",
  terms: { token: "word", segment: "text", position: "place", sum: "sum", norm: "norm" },
  signs: { token: "", segment: "+", position: "+", sum: "=", norm: "→" },
  wide: (kind, segment, t) =>
    ({ segment: `text ${LETTERS[segment]}`, position: `place ${t}` })[kind] ?? WORDS.terms[kind],
  row: (t, token, segment, valid) =>
    `place ${t}, ${short(token)}, ${valid ? `text ${LETTERS[segment]}` : "not read"}`,
  up: "Move up",
  down: "Move down",
  move: (token, way) => `${way}: ${short(token)}`,
  below: (rows) => `${rows} more below`,
  // Sentences, which say what the picture says.
  chosen: (token, t, segment, valid) =>
    valid
      ? `${quoted(token)}, in text ${LETTERS[segment]}, at place ${t}: three vectors, added cell by cell.`
      : `${quoted(token)} at place ${t}: added up like every row, but nobody reads it.`,
  swapped: (one, other) =>
    `${quoted(one)} and ${quoted(other)} have swapped: the strips of the words went along, ` +
    "those of text and place stayed. Both sums are new.",
  traced: (token, segment, t, words, texts) =>
    `What is lit is the same: the vector of ${quoted(token)} ${times(words)}, that of ` +
    `text ${LETTERS[segment]} ${times(texts)}, that of place ${t} once. No other row has this sum.`,
  entry: (d, { token, segment, position, sum }) =>
    `Cell ${d}: ${minus(token[d])}${added(segment[d])}${added(position[d])} = ${minus(sum[d])}.`,
  fills: (valid, all) =>
    `Valid length ${valid}: ${all > valid ? `${valid} tokens and ${all - valid} <pad> fill` : `${valid} tokens fill`} ${all} places.`,
  noRoom: (lists) =>
    `No room for ${lists.map(([list, i]) => `${list} of text ${LETTERS[i]}`).join(" and ")}.`,
  // Under the picture.
  details: "Ids and numbers",
  ids: ["place", "token", "id", "segment", "valid"],
  idsOf: "The sequence",
  yes: "yes",
  no: "no",
  entries: "cell",
  numbers: (t, token, D) => `Place ${t}, ${quoted(token)}: its ${D} numbers`,
  scale: (sum, norm) =>
    `Blue is above zero, orange below. Full colour is ±${sum.toFixed(2)} or more${norm ? `, after the norm ±${norm.toFixed(2)}` : ""}.`,
};
const times = (n) => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`);
