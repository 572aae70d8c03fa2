// How numbers are written, and what all widgets share.

import { spoken } from "./language.js";

export const WORDS = spoken("shared", {
  comma: ",",
  point: ".",
  minus: "−",
  // a line may not begin with %
  percent: (/** @type {string} */ number) => `${number}\u00a0%`,
  below: (/** @type {string} */ number) => `<${number}`,
  above: (/** @type {string} */ number) => `>${number}`,
  /** @type {(number: string, unit: string) => string} */
  amount: (number, unit) => `${number} ${unit}`,
  bytes: ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"],
  // the label of a widget of which the page has shown others
  /** @type {(label: string, nth: number) => string} */
  nth: (label, nth) => `${label} (${nth})`,
  sentences: (/** @type {string[]} */ all) => all.join(" "),
});

// One text of several sentences, those that there are.
/** @param {string[]} all */
export const sentences = (...all) => WORDS.sentences(all.filter(Boolean));
