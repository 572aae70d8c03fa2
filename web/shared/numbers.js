import { WORDS } from "./words.js";

// The only place where numbers are written: their marks are words (words.js).

/** @param {string} text as JavaScript writes a number */
function written(text) {
  const [whole, part] = text.replace("-", "").split(".");
  const sign = Number(text) < 0 ? WORDS.minus : "";
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, WORDS.comma) + (part ? WORDS.point + part : "");
}
// A number to at most so many decimals. The browser's own formatter takes longer to start than a
// widget to draw.
/** @param {number} n */
export const count = (n, decimals = 0) => written(String(Number(n.toFixed(decimals))));
// A number to just so many decimals.
/** @param {number} n */
export const fixed = (n, decimals = 2) => written(n.toFixed(decimals));
/** @param {number} n */
export function bytes(n) {
  let unit = 0;
  for (; n >= 1024 && unit < WORDS.bytes.length - 1; unit++) n /= 1024;
  return WORDS.amount(unit && n < 99.95 ? fixed(n, 1) : count(Math.round(n)), WORDS.bytes[unit]);
}
/** @param {number} n */
export const percentOf = (n, decimals = 0) => WORDS.percent(count(n, decimals));
// Of a probability: a softmax never gives zero, nor the whole to one word.
/** @param {number} share */
export const percent = (share) =>
  share < 0.005
    ? WORDS.below(percentOf(1))
    : share >= 0.995 && share < 1
      ? WORDS.above(percentOf(99))
      : percentOf(Math.round(100 * share));
/** @param {string} token */
export const short = (token) => (token.length > 24 ? `${token.slice(0, 23)}…` : token);
