// Formatters for the arguments of messages: {n, count, 1}.
import * as numbers from "./numbers.ts";

export { plural, select } from "@messageformat/runtime";

// By language, which of a message's cases a whole number takes: its only plurals.
const one = (n: number) => (n === 1 ? "one" : "other"),
  none = () => "other";

export { none as ja, none as zh, one as en };

// The marks of numbers are messages, too, so numbers.ts may not have begun when this is read.
const withDecimals =
  (write: () => (n: number, decimals?: number) => string) =>
  (n: number, _locale: string, decimals?: string) =>
    write()(n, decimals === undefined ? undefined : Number(decimals));

export const count = withDecimals(() => numbers.count);
export const fixed = withDecimals(() => numbers.fixed);
export const percentOf = withDecimals(() => numbers.percentOf); // of a number of percents
export { bytes, percent } from "./numbers.ts"; // of a share, 0 to 1
// What a reader has written runs in its own direction, and the words around it in theirs.
export const isolated = (text: string | number) =>
  numbers.runsLeft(String(text)) ? `\u2068${text}\u2069` : text;
export const short = (text: string) => isolated(numbers.short(text));
/** With its sign before it: + 1.00. */
export const signed = (n: number) =>
  `${Number(n.toFixed(2)) < 0 ? "−" : "+"} ${numbers.fixed(Math.abs(n))}`;
/**
 * In units of 10^power: to so many decimals, or to three digits. A message asks for it by the size
 * of the number, since languages have names for other powers (numbers.ts: sizeOf).
 */
export function scaled(n: number, _locale: string, given: string) {
  const [power, decimals] = given.split(" ").map(Number),
    value = n / 10 ** power;
  return decimals === undefined
    ? numbers.count(Number(value.toPrecision(3)), 2)
    : numbers.fixed(value, decimals);
}
/** A moment, in milliseconds, as its day: 5 March. */
export const day = (moment: number, locale: string) =>
  new Date(moment).toLocaleDateString(locale === "en" ? "en-GB" : locale, {
    day: "numeric",
    month: "long",
  });
/** What is counted from 0 in code, and from 1 by people. */
export const nth = (i: number) => numbers.count(i + 1);
