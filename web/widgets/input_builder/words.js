// All words that InputBuilder says.

import { spoken } from "../../shared/language.js";
import { fixed, short } from "../../shared/numbers.js";

/** @param {string} token */
const quoted = (token) => `“${short(token)}”`;
/** @param {number} x */
const added = (x) => ` ${Number(x.toFixed(2)) < 0 ? "−" : "+"} ${fixed(Math.abs(x))}`;
export const LETTERS = ["A", "B"];

export const WORDS = spoken("input_builder", {
  name: "Input builder",
  question: "What adds up to a token’s vector?",
  textA: "Text A",
  textB: "Text B, or none",
  examples: "Try",
  first: "the first texts",
  samples: { twice: "one word twice", saw: "who saw whom", long: "too little room" },
  places: "Places: choose one; with Alt, arrow keys move its word",
  drag: "drag a word",
  terms: { token: "word", segment: "text", position: "place", sum: "sum", norm: "norm" },
  signs: { token: "", segment: "+", position: "+", sum: "=", norm: "→" },
  wide: {
    segment: (/** @type {number} */ segment) => `text ${LETTERS[segment]}`,
    position: (/** @type {number} */ t) => `place ${t}`,
  },
  /** @type {(t: number, token: string, segment: number, valid: boolean) => string} */
  row: (t, token, segment, valid) =>
    `place ${t}, ${short(token)}, ${valid ? `text ${LETTERS[segment]}` : "not read"}`,
  up: "Move up",
  down: "Move down",
  /** @type {(token: string, way: string) => string} */
  move: (token, way) => `${way}: ${short(token)}`,
  below: (/** @type {number} */ rows) => `${rows} more below`,
  // Sentences, which say what the picture says.
  /** @type {(token: string, t: number, segment: number, valid: boolean) => string} */
  chosen: (token, t, segment, valid) =>
    valid
      ? `${quoted(token)}, in text ${LETTERS[segment]}, at place ${t}: three vectors, added cell by cell.`
      : `${quoted(token)} at place ${t}: added up like every row, but nobody reads it.`,
  /** @type {(one: string, other: string) => string} */
  swapped: (one, other) =>
    `${quoted(one)} and ${quoted(other)} have swapped: the strips of the words went along, ` +
    "those of text and place stayed. Both sums are new.",
  /** @type {(token: string, segment: number, t: number, words: number, texts: number) => string} */
  traced: (token, segment, t, words, texts) =>
    `What is lit is the same: the vector of ${quoted(token)} ${times(words)}, that of ` +
    `text ${LETTERS[segment]} ${times(texts)}, that of place ${t} once. No other row has this sum.`,
  /** @type {(d: number, terms: Record<"token" | "segment" | "position" | "sum", Float32Array>) => string} */
  entry: (d, { token, segment, position, sum }) =>
    `Cell ${d}: ${fixed(token[d])}${added(segment[d])}${added(position[d])} = ${fixed(sum[d])}.`,
  /** @type {(valid: number, all: number) => string} */
  fills: (valid, all) =>
    `Valid length ${valid}: ${all > valid ? `${valid} tokens and ${all - valid} <pad> fill` : `${valid} tokens fill`} ${all} places.`,
  noRoom: (/** @type {[list: string, text: number][]} */ lists) =>
    `No room for ${lists.map(([list, i]) => `${list} of text ${LETTERS[i]}`).join(" and ")}.`,
  // Under the picture.
  details: "Ids and numbers",
  ids: ["place", "token", "id", "segment", "valid"],
  idsOf: "The sequence",
  yes: "yes",
  no: "no",
  entries: "cell",
  /** @type {(t: number, token: string, D: number) => string} */
  numbers: (t, token, D) => `Place ${t}, ${quoted(token)}: its ${D} numbers`,
  /** @type {(sum: number, norm: number | false) => string} */
  scale: (sum, norm) =>
    `Blue is above zero, orange below. Full colour is ±${fixed(sum)} or more${norm ? `, after the norm ±${fixed(norm)}` : ""}.`,
});
/** @param {number} n */
const times = (n) => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`);
