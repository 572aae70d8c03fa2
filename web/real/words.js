// All words about the released BERT: how it comes, and why it doesn't.

import { spoken } from "../shared/language.js";
import { bytes, count } from "../shared/numbers.js";

export const WORDS = spoken("real", {
  which: "Which BERT reads",
  toy: "toy",
  english: "English",
  what: "The toy knows 761 words. A real BERT with 22.7 million weights, all-MiniLM-L6-v2, reads any English sentence, here in your browser.",
  /** @type {(size: number) => string} */
  load: (size) => `Load a real BERT (${count(size / 1e6)} MB)`,
  elsewhere: "In the book’s pages a real BERT reads any English sentence here.",
  coming: "Loading …",
  pick: "Pick its file",
  /** @type {(name: string) => string} */
  fromFile: (name) =>
    `A real BERT, all-MiniLM-L6-v2, reads any English sentence. This page is itself a file and can fetch nothing, so show it where the model is: ${name}, in the book’s folder _static.`,
  whose:
    "all-MiniLM-L6-v2 (Apache 2.0), a byte for each weight; what you type stays in this browser.",
  missing: "The model’s file is not where this page has its files.",
  line: "The model did not come through: the line broke. Try again.",
  damaged: "The model’s file is cut off or changed, so it was not kept. Try again.",
  stopped: "The model stopped in this browser. Load the page again.",
  noRoom:
    "This browser has no memory left for the model: it takes 41 MB. Close something, then try again.",
  unread: "The model could not read this text.",
  old: "This browser is too old for the model: it can’t unpack the file.",
  /** @type {(name: string, got: number, size: number) => string} */
  other: (name, got, size) =>
    `${name} is not the model’s file: that has ${bytes(size)}, and this one ${bytes(got)}.`,
});
