// Check's pure functions, tested without a browser: what is read, said and remembered of an answer.

import { isListOf, isText, isWhole } from "../../shared/allowed.js";
import { short } from "../../shared/numbers.js";
import { sentences } from "../../shared/words.js";
import { WORDS } from "./words.js";

/**
 * @import { Check } from "../../shared/traits.js"
 * @typedef {Omit<Check, "answer">} Question
 * @typedef {Check["answer"]} Answer of a choice and an order, places of parts; of a number, the text
 * @typedef {{ right: boolean, says: string, done?: number, refused?: undefined }} Judged and why;
 *   `done`: how many steps of an order are right from the first on
 * @typedef {{ right: false, refused: string, done?: undefined }} Refused as no answer at all
 * @typedef {Judged | Refused} Verdict
 */

// A number as people type it: 12,288 or 1/8 or 15 % or 3e-4, perhaps with its unit; NaN for
// anything else. An input method may write it as wide as characters of Chinese: １２．５％.
/** @param {string} text */
export function parse(text, unit = "") {
  let plain = text
    .normalize("NFKC")
    .trim()
    .replace(/\u2212/g, "-");
  if (unit && plain.toLowerCase().endsWith(unit.toLowerCase()))
    plain = plain.slice(0, -unit.length);
  plain = plain
    .replace(/%$/, "")
    .replace(/[\s_]/g, "")
    .replace(/,(?=\d{3}(?!\d))/g, "");
  const number = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?";
  const [, above, below] = plain.match(new RegExp(`^(${number})(?:/(${number}))?$`, "i")) ?? [];
  const value = below === undefined ? Number(above) : Number(above) / Number(below);
  return Number.isFinite(value) ? value : NaN;
}

/** @param {number} a @param {number} b @param {number} tolerance */
const close = (a, b, tolerance) => Math.abs(a - b) <= tolerance + 1e-9 * Math.abs(b);

// What is said to an answer.
/**
 * @type {{
 *   choice(question: Question, answer: Answer): Verdict,
 *   number(question: Question, answer: Answer): Verdict,
 *   order(question: Question, answer: Answer): Verdict,
 * }}
 */
const JUDGES = {
  choice({ parts, solution, because }, /** @type {number[]} */ answer) {
    const last = answer[answer.length - 1],
      right = last === solution[0];
    return { right, says: right ? because : parts[last].says };
  },
  number({ solution, near, tolerance, unit, because, hint }, /** @type {string[]} */ [text]) {
    const value = parse(text, unit),
      [exact] = solution;
    if (Number.isNaN(value)) return { right: false, refused: WORDS.noNumber(short(text)) };
    if (close(value, exact, tolerance)) return { right: true, says: because };
    const known = near.find(([wrong]) => close(value, wrong, tolerance));
    return {
      right: false,
      says: known?.[1] ?? sentences(value < exact ? WORDS.tooSmall : WORDS.tooLarge, hint),
    };
  },
  order({ parts, solution, because }, /** @type {number[]} */ answer) {
    const done = answer.findIndex((step, i) => step !== solution[i]);
    if (done < 0) return { right: true, says: because, done: answer.length };
    const { text, says } = parts[answer[done]];
    return {
      right: false,
      says: sentences(WORDS.inOrder(done), WORDS.tooEarly(text, says)),
      done,
    };
  },
};
/** @param {Question} check @param {Answer} answer */
export const judge = (check, answer) => JUDGES[check.kind](check, answer);

// Whether this could be an answer: a link and the browser's store may hold anything.
/** @param {Pick<Question, "kind" | "parts">} check @param {unknown} answer @returns {answer is Answer} */
export function fits({ kind, parts }, answer) {
  if (kind === "number") return isListOf(isText(40), 1)(answer);
  return (
    isListOf(isWhole(0, parts.length - 1), parts.length)(answer) &&
    new Set(answer).size === answer.length &&
    (kind === "choice" || !answer.length || answer.length === parts.length)
  );
}

// The longest that may be said, in two pieces: so much room is kept, and nothing moves when it is
// said.
/** @param {Question} check @returns {[head: string, text: string]} */
export function longest({ kind, parts, near, hint, because, shown }) {
  const heads = shown ? [WORDS.wrong, WORDS.theAnswer(shown)] : [WORDS.wrong];
  const ways = [
    because,
    sentences(WORDS.tooSmall, hint),
    ...near.map(([, says]) => says),
    ...parts.map(({ text, says }) =>
      kind === "order" ? sentences(WORDS.inOrder(2), WORDS.tooEarly(text, says)) : says,
    ),
  ];
  /** @param {string[]} texts */
  const most = (texts) => texts.reduce((a, b) => (b.length > a.length ? b : a));
  return [most(heads), most(ways)];
}

// The context, and the question proper, its last sentence.
/** @param {string} question */
export function inTwo(question) {
  const [, context = "", prompt = ""] =
    question.match(/^([\s\S]*(?:[.:?!]”? |[。：？！][”」]?))?([\s\S]+)$/) ?? [];
  return [context, prompt];
}

/** @param {number[]} order @param {number} from @param {number} to */
export const moved = (order, from, to) => {
  const rest = order.filter((_, i) => i !== from);
  return [...rest.slice(0, to), order[from], ...rest.slice(to)];
};

// What this browser remembers, where it may remember anything: on file:// and in private windows it
// may not.
/** @typedef {() => Pick<Storage, "getItem" | "setItem" | "removeItem">} Store which may throw */
/** @param {Pick<Question, "label">} check */
const keyOf = ({ label }) => `bert-check:${label}`;
/** @param {Store} store @param {Question} check @returns {Answer} */
export function remembered(store, check) {
  try {
    const { question, answer } = JSON.parse(store().getItem(keyOf(check)) ?? "");
    return question === check.question && fits(check, answer) ? answer : [];
  } catch {
    return [];
  }
}
/** @param {Store} store @param {Question} check @param {Answer} answer */
export function keep(store, check, answer) {
  try {
    if (answer.length)
      store().setItem(keyOf(check), JSON.stringify({ question: check.question, answer }));
    else store().removeItem(keyOf(check));
  } catch {
    /* then it is forgotten with the page */
  }
}
