import { WORDS } from "./words.toml";

// The only place where numbers are written: their marks are words (words.toml).

// text: as JavaScript writes a number
function written(text: string) {
  const [whole, part] = text.replace("-", "").split(".");
  const sign = Number(text) < 0 ? WORDS.minus : "";
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, WORDS.comma) + (part ? WORDS.point + part : "");
}
// A number to at most so many decimals. The browser's own formatter takes longer to start than a
// widget to draw.
export const count = (n: number, decimals = 0) => written(String(Number(n.toFixed(decimals))));
// A number to just so many decimals.
export const fixed = (n: number, decimals = 2) => written(n.toFixed(decimals));
export function bytes(n: number) {
  let unit = 0;
  for (; n >= 1024 && unit < WORDS.bytes.length - 1; unit++) n /= 1024;
  return WORDS.amount({
    number: unit && n < 99.95 ? fixed(n, 1) : count(Math.round(n)),
    unit: WORDS.bytes[unit],
  });
}
export const percentOf = (n: number, decimals = 0) => WORDS.percent({ number: count(n, decimals) });
// Of a probability: a softmax never gives zero, nor the whole to one word.
export const percent = (share: number) =>
  share < 0.005
    ? WORDS.below({ number: percentOf(1) })
    : share >= 0.995 && share < 1
      ? WORDS.above({ number: percentOf(99) })
      : percentOf(Math.round(100 * share));
// Where small shares are told apart: with a digit of theirs.
export const finePercent = (share: number) =>
  share >= 0.01
    ? percent(share)
    : share < 1e-6
      ? WORDS.below({ number: percentOf(1e-4, 4) })
      : percentOf(Number((100 * share).toPrecision(1)), 4);
export const short = (token: string) => (token.length > 24 ? `${token.slice(0, 23)}…` : token);

// Whether it has letters that run from right to left: Hebrew, Arabic and others.
export const runsLeft = (text: string) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

// A share that was rounded may be 1, which a softmax never gives.
export const below1 = (share: number) => Math.min(share, 0.9999);

/** How large a number is, for messages: languages have names for 10^4 or 10^6, 10^8 or 10^9. */
const SIZES = ["ones", "myriads", "millions", "hundred_millions", "billions", "trillions"];
const FROM = [1e4, 1e6, 1e8, 1e9, 1e12];
const sizeOf = (n: number) => SIZES[FROM.filter((least) => n >= least).length];
// A message that names a large number as its language does.
export const sized = (message: (facts: { n: number; size: string }) => string, n: number) =>
  message({ n, size: sizeOf(n) });
