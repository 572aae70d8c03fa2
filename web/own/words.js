// All words about the reader's own BERT: where it is shown, and where it is made, saved and taken up.

import { spoken } from "../shared/language.js";
import { bytes, count } from "../shared/numbers.js";

/** @import { SHOWN } from "../shared/allowed.js" */
/** @import { How } from "./keep.js" */

const LATELY = 30 * 60000; // milliseconds: so long it is "just now"
const whenCame = (/** @type {number} */ since) =>
  Date.now() - since < LATELY
    ? "just now"
    : `on ${new Date(since).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}`;

export const WORDS = spoken("own", {
  looking: ["You are looking at ", "your", " BERT"],
  /** @type {(came: { since: number, how?: How }) => string} */
  came: ({ since, how }) => `, ${how === "uploaded" ? "uploaded" : "trained"} ${whenCame(since)}.`,
  speaks: " The text speaks of the book’s.",
  unkept: " This browser keeps nothing for the book, so it stays until you leave the page.",
  failed: "This BERT could not be drawn here.",
  back: "Back to the book’s",
  again: "This is the book’s BERT again.",

  adopt: "Use it in the whole book",
  download: "Download",
  upload: "Upload",
  everywhere: "The pictures of this page and of all chapters show your BERT now.",
  downloaded: (/** @type {string} */ file) =>
    `Saved as ${file}. Upload brings it back, and load_packed of bert_lab.checkpoint reads it.`,
  stays: (/** @type {string} */ why) => `It stays here: ${why}`,
  // Why a file is none, or none that the widgets can show.
  /** @type {(size: number, most: number) => string} */
  tooLarge: (size, most) =>
    `The file has ${bytes(size)}; a BERT for these pictures has ${bytes(most)} at most.`,
  notOne: "The file holds no model of this book, or is damaged: it isn’t safetensors.",
  untold:
    "The file doesn’t say what model it is. One that this page saved does, and so does one of save_packed in bert_lab.checkpoint.",
  /** @type {(version: string) => string} */
  version: (version) =>
    `The file is of version ${version}, which a newer edition of this book reads.`,
  config: "The file’s configuration fits no BERT of this book.",
  /** @type {(size: number) => string} */
  vocab: (size) => `The file should have ${count(size)} different words, the special tokens first.`,
  /** @type {(name: string) => string} */
  weights: (name) => `The file doesn’t fit its own configuration, or is damaged: ${name}.`,
  causal: "it reads from left to right only, and the pictures show how BERT reads both ways.",
  /** @type {(what: string, got: number, least: number, most: number) => string} */
  size: (what, got, least, most) =>
    `it has ${what} ${count(got)}, and the pictures have room for ${count(least)} to ${count(most)}.`,
  /** @type {Record<keyof typeof SHOWN, string>} */
  sizes: {
    num_blks: "blocks:",
    num_heads: "heads:",
    num_hiddens: "D =",
    ffn_num_hiddens: "F =",
    max_len: "positions:",
    vocab_size: "words:",
  },
});
