// What a count is said to be, beside what the rule expects: the same words in MaskingLab and in
// FindTheBug.

import { spoken } from "../shared/language.js";
import { fixed } from "../shared/numbers.js";

export const WORDS = spoken("masking", {
  broken: "Broken: something is counted that must never happen.",
  few: "Too few for a verdict: each count should be expected five times or more.",
  nothingElse: "Fits: nothing else is counted.",
  /** @type {(x: number, p: number) => string} */
  sure: (x, p) => `χ² = ${fixed(x, 1)}, ${p < 0.001 ? "p < 0.001" : `p = ${fixed(p, 3)}`}`,
  wrong: (/** @type {string} */ sure) => `Does not fit (${sure}).`,
  /** @type {(sure: string, once: number) => string} */
  doubtful: (sure, once) => `Doubtful (${sure}): chance does so once in ${once} times. Draw more.`,
  fits: (/** @type {string} */ sure) => `Fits (${sure}).`,
});
