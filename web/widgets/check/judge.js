// Check's pure functions, tested without a browser: what is read, said and remembered of an answer.

import { isListOf, isText, isWhole } from "../../shared/allowed.js";
import { short } from "../../shared/numbers.js";
import { WORDS } from "./words.js";

// A number as people type it: 12,288 or 1/8 or 15 % or 3e-4, perhaps with its unit; NaN for
// anything else.
export function parse(text, unit = "") {
  let plain = text.trim().replace(/\u2212/g, "-");
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

const close = (a, b, tolerance) => Math.abs(a - b) <= tolerance + 1e-9 * Math.abs(b);

// What is said to an answer: `right`, and why; `done`, how many steps of an order are right from
// the first on. `refused` is what is no answer at all.
const JUDGES = {
  choice({ parts, solution, because }, answer) {
    const right = answer.at(-1) === solution[0];
    return { right, says: right ? because : parts[answer.at(-1)].says };
  },
  number({ solution, near, tolerance, unit, because, hint }, [text]) {
    const value = parse(text, unit),
      [exact] = solution;
    if (Number.isNaN(value)) return { right: false, refused: WORDS.noNumber(short(text)) };
    if (close(value, exact, tolerance)) return { right: true, says: because };
    const known = near.find(([wrong]) => close(value, wrong, tolerance));
    return {
      right: false,
      says: known?.[1] ?? `${value < exact ? WORDS.tooSmall : WORDS.tooLarge} ${hint}`.trim(),
    };
  },
  order({ parts, solution, because }, answer) {
    const done = answer.findIndex((step, i) => step !== solution[i]);
    if (done < 0) return { right: true, says: because, done: answer.length };
    const { text, says } = parts[answer[done]];
    return {
      right: false,
      says: `${WORDS.inOrder(done)} ${WORDS.tooEarly(text, says)}`.trim(),
      done,
    };
  },
};
export const judge = (check, answer) => JUDGES[check.kind](check, answer);

// Whether this could be an answer: a link and the browser's store may hold anything.
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
export function longest({ kind, parts, near, hint, because, shown }) {
  const heads = shown ? [WORDS.wrong, WORDS.theAnswer(shown)] : [WORDS.wrong];
  const ways = [
    because,
    `${WORDS.tooSmall} ${hint}`,
    ...near.map(([, says]) => says),
    ...parts.map(({ text, says }) =>
      kind === "order" ? `${WORDS.inOrder(2)} ${WORDS.tooEarly(text, says)}` : says,
    ),
  ];
  return [heads, ways].map((texts) => texts.reduce((a, b) => (b.length > a.length ? b : a)));
}

// What is told first, and the question proper, its last sentence.
export function inTwo(question) {
  const [, told = "", asked] = question.match(/^([\s\S]*[.:?!]”? )?([\s\S]+)$/);
  return [told, asked];
}

export const moved = (order, from, to) => {
  const rest = order.filter((_, i) => i !== from);
  return [...rest.slice(0, to), order[from], ...rest.slice(to)];
};

// What this browser remembers, where it may remember anything: on file:// and in private windows it
// may not.
const keyOf = ({ label }) => `bert-check:${label}`;
export function remembered(store, check) {
  try {
    const { question, answer } = JSON.parse(store().getItem(keyOf(check)));
    return question === check.question && fits(check, answer) ? answer : [];
  } catch {
    return [];
  }
}
export function keep(store, check, answer) {
  try {
    if (answer.length)
      store().setItem(keyOf(check), JSON.stringify({ question: check.question, answer }));
    else store().removeItem(keyOf(check));
  } catch {
    /* then it is forgotten with the page */
  }
}
