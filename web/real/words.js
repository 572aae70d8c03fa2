// All words about the released BERT: how it comes, and why it doesn't.

import { spoken } from "../shared/language.js";
import { bytes } from "../shared/numbers.js";

export const WORDS = spoken("real", {
  missing: "The model’s file is not where this page has its files.",
  line: "The model did not come through: the line broke. Try again.",
  damaged: "The model’s file is cut off or changed, so it was not kept. Try again.",
  stopped: "The model stopped in this browser. Load the page again.",
  unread: "The model could not read this text.",
  old: "This browser is too old for the model: it can’t unpack the file.",
  /** @type {(name: string, got: number, size: number) => string} */
  other: (name, got, size) =>
    `${name} is not the model’s file: that has ${bytes(size)}, and this one ${bytes(got)}.`,
});
