// Who may read whom in ELMo, GPT and BERT: pure functions, tested without a browser.

/** @typedef {keyof typeof NETWORKS} Network */
/** @typedef {(of: number, from: number) => boolean} Reads */

/** @type {Record<"LEFT" | "RIGHT" | "BOTH", Reads>} */
const { LEFT, RIGHT, BOTH } = {
  LEFT: (of, from) => from <= of,
  RIGHT: (of, from) => from >= of,
  BOTH: () => true,
};

// `reads(of, from)`: may the vector of one position depend on the word at the other? The same in
// every layer and through all of them, since whoever may be read has read no further itself. The
// layer of an LSTM hands its own states on from word to word, and reads no others.
export const NETWORKS = {
  "ELMo, forward": { reads: LEFT, recurrent: true },
  "ELMo, backward": { reads: RIGHT, recurrent: true },
  GPT: { reads: LEFT, recurrent: false },
  BERT: { reads: BOTH, recurrent: false },
};
export const NAMES = /** @type {Network[]} */ (Object.keys(NETWORKS));

// As Python's str.split cuts.
/** @param {string} text */
// biome-ignore lint/suspicious/noControlCharactersInRegex: four of them are white space there, too
export const split = (text) => text.split(/[\p{White_Space}\x1c-\x1f]+/u).filter(Boolean);

/** @param {Network} name @param {number} length @param {number} position */
export const reach = (name, length, position) =>
  Array.from({ length }, (_, from) => from).filter((from) => NETWORKS[name].reads(position, from));
