// Parses, grades and remembers an answer: Check's pure functions, tested without a browser.

import { isListOf, isText, isWhole } from "#web/shared/allowed.ts";
import { short } from "#web/shared/numbers.ts";
import type { Check } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { WORDS } from "./words.toml";

export type Question = Omit<Check, "answer">;
// of a choice and an order, places of parts; of a number, the text
export type Answer = Check["answer"];
// and why;
// `done`: how many steps of an order are right from the first on
export type Judged = { right: boolean; says: string; done?: number; refused?: undefined };
// as no answer at all
export type Refused = { right: false; refused: string; done?: undefined };
export type Verdict = Judged | Refused;

// A number as people type it: 12,288 or 1/8 or 15 % or 3e-4, perhaps with its unit; NaN for
// anything else. An input method may write it as wide as characters of Chinese: １２．５％.
export function parse(text: string, unit = "") {
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

const close = (a: number, b: number, tolerance: number) =>
  Math.abs(a - b) <= tolerance + 1e-9 * Math.abs(b);

// What a typed number may mean: a share is written as 73 %, as 73 where the unit is there already, or
// as 0.73. First what stands there.
function meanings(text: string, { unit, solution: [exact] }: Question) {
  const value = parse(text, unit),
    percents = text.normalize("NFKC").includes("%");
  if (unit === "%" && !percents && Math.abs(value) <= 1) return [value, 100 * value];
  const share = !unit && Math.abs(exact) <= 1;
  if (share && (percents || Math.abs(value) > 1)) return [value, value / 100];
  return [value];
}

// The reply to an answer.
const JUDGES: {
  choice(question: Question, answer: Answer): Verdict;
  number(question: Question, answer: Answer): Verdict;
  order(question: Question, answer: Answer): Verdict;
} = {
  choice({ parts, solution, because }, answer: number[]) {
    const last = answer[answer.length - 1],
      right = last === solution[0];
    return { right, says: right ? because : parts[last].says };
  },
  number(question, [text]: string[]) {
    const { solution, near, tolerance, because, hint } = question,
      [exact] = solution,
      values = meanings(text, question);
    if (Number.isNaN(values[0]))
      return { right: false, refused: WORDS.noNumber({ text: short(text) }) };
    for (const value of values) {
      if (close(value, exact, tolerance)) return { right: true, says: because };
      const known = near.find(([wrong]) => close(value, wrong, tolerance));
      if (known) return { right: false, says: known[1] };
    }
    const apart = (value: number) => Math.abs(value - exact),
      [value] = values.sort((a, b) => apart(a) - apart(b)); // as it was meant, most likely
    return { right: false, says: sentences(value < exact ? WORDS.tooSmall : WORDS.tooLarge, hint) };
  },
  order({ parts, solution, because }, answer: number[]) {
    const done = answer.findIndex((step, i) => step !== solution[i]);
    if (done < 0) return { right: true, says: because, done: answer.length };
    const { text, says } = parts[answer[done]];
    return {
      right: false,
      says: sentences(WORDS.inOrder({ done }), WORDS.tooEarly({ step: text, says })),
      done,
    };
  },
};
export const judge = (check: Question, answer: Answer) => JUDGES[check.kind](check, answer);

// Whether this could be an answer: a link and the browser's store may hold anything.
export function fits(
  { kind, parts }: Pick<Question, "kind" | "parts">,
  answer: unknown,
): answer is Answer {
  if (kind === "number") return isListOf(isText(40), 1)(answer);
  return (
    isListOf(isWhole(0, parts.length - 1), parts.length)(answer) &&
    new Set(answer).size === answer.length &&
    (kind === "choice" || !answer.length || answer.length === parts.length)
  );
}

// The longest that may be said, in two pieces: so much room is kept, and nothing moves when it is
// said.
export function longest({
  kind,
  parts,
  near,
  hint,
  because,
  shown,
}: Question): [head: string, text: string] {
  const heads = shown ? [WORDS.wrong, WORDS.theAnswer({ shown })] : [WORDS.wrong];
  const ways = [
    because,
    sentences(WORDS.tooSmall, hint),
    ...near.map(([, says]) => says),
    ...parts.map(({ text, says }) =>
      kind === "order"
        ? sentences(WORDS.inOrder({ done: 2 }), WORDS.tooEarly({ step: text, says }))
        : says,
    ),
  ];
  const most = (texts: string[]) => texts.reduce((a, b) => (b.length > a.length ? b : a));
  return [most(heads), most(ways)];
}

// The context, and the question proper, its last sentence.
export function inTwo(question: string) {
  const [, context = "", prompt = ""] =
    question.match(/^([\s\S]*(?:[.:?!]”? |[。：？！][”」]?))?([\s\S]+)$/) ?? [];
  return [context, prompt];
}

export const moved = (order: number[], from: number, to: number) => {
  const rest = order.filter((_, i) => i !== from);
  return [...rest.slice(0, to), order[from], ...rest.slice(to)];
};

// What this browser remembers, where it may remember anything: on file:// and in private windows it
// may not.
// which may throw
export type Store = () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
const keyOf = ({ label }: Pick<Question, "label">) => `bert-check:${label}`;
export function remembered(store: Store, check: Question): Answer {
  try {
    const { question, answer } = JSON.parse(store().getItem(keyOf(check)) ?? "");
    return question === check.question && fits(check, answer) ? answer : [];
  } catch {
    return [];
  }
}
export function keep(store: Store, check: Question, answer: Answer) {
  try {
    if (answer.length)
      store().setItem(keyOf(check), JSON.stringify({ question: check.question, answer }));
    else store().removeItem(keyOf(check));
  } catch {
    /* then it is forgotten with the page */
  }
}
