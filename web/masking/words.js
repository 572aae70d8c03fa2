// What a count is said to be, beside what the rule expects: the same words in MaskingLab and in
// FindTheBug.

export const WORDS = {
  broken: "Broken: something is counted that must never happen.",
  few: "Too few for a verdict: each count should be expected five times or more.",
  nothingElse: "Fits: nothing else is counted.",
  /** @type {(x: number, p: number) => string} */
  sure: (x, p) => `χ² = ${x.toFixed(1)}, ${p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`}`,
  wrong: (/** @type {string} */ sure) => `Does not fit (${sure}).`,
  /** @type {(sure: string, once: number) => string} */
  doubtful: (sure, once) => `Doubtful (${sure}): chance does so once in ${once} times. Draw more.`,
  fits: (/** @type {string} */ sure) => `Fits (${sure}).`,
};
