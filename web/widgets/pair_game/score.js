// PairGame's numbers: what the model says, and who has how many right. Nothing here knows of a
// page.

import { get_tokens_and_segments, words } from "../../bert/tokens.js";
import { softmax } from "../../bert/torch.js";
import { WORDS } from "./words.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { PairGame } from "../../shared/traits.js"
 * @typedef {PairGame["questions"][number]} Pair
 * @typedef {Pair["kind"]} Kind
 * @typedef {{ answered: number, you: number, model: number }} Row how many are answered, and right
 * @typedef {ReturnType<typeof scores>} Scores
 */

// As in pair_game.py: first those that their topic tells.
/** @type {Kind[]} */
const [NEXT, TOPIC, ...HARDER] = [
  "really next",
  "other topic",
  "same topic, other story",
  "same story, last sentence",
  "swapped",
];
export const ROUND = 10; // pairs, then there is a rest

// What the model gives to "next".
/** @param {Pick<BERTModel, "ids" | "forward">} bert @param {Pick<Pair, "first" | "second">} pair */
export function probability(bert, { first, second }) {
  const { tokens, segments } = get_tokens_and_segments(words(first), words(second));
  return softmax(bert.forward(bert.ids(tokens), segments, tokens.length).nsp_Y_hat)[1];
}

/** @param {Pick<Pair, "kind">} pair */
export const isNext = ({ kind }) => kind === NEXT;

// One answer more, as long as there are questions.
/** @param {boolean[]} answers @param {boolean} said @param {number} size */
export const answered = (answers, said, size) =>
  answers.length < size ? [...answers, said] : answers;

/** @param {Pick<Pair, "kind">[]} questions */
export function kindsOf(questions) {
  const tallies = new Set(questions.map(({ kind }) => kind));
  return [NEXT, ...[TOPIC, ...HARDER].filter((kind) => tallies.has(kind))];
}

// By kind and in all: how many pairs are answered, and how many of them each has right.
/** @param {Pair[]} questions @param {boolean[]} answers @param {number[]} shares */
export function scores(questions, answers, shares) {
  /** @type {(kinds: Kind[]) => Row} */
  const rowOf = (kinds) => {
    const played = answers.flatMap((answer, i) =>
      kinds.includes(questions[i].kind)
        ? [{ answer, share: shares[i], truth: isNext(questions[i]) }]
        : [],
    );
    return {
      answered: played.length,
      you: played.filter(({ answer, truth }) => answer === truth).length,
      model: played.filter(({ share, truth }) => share > 0.5 === truth).length,
    };
  };
  const kinds = kindsOf(questions);
  return { rows: new Map(kinds.map((kind) => [kind, rowOf([kind])])), all: rowOf(kinds) };
}

// The negative pairs that their topic gives away, and those that it doesn't.
/** @param {Pick<Scores, "rows">} scores */
export function byTopic({ rows }) {
  const sum = (/** @type {[Kind, Row][]} */ chosen) =>
    chosen.reduce(
      (a, [, b]) => ({
        answered: a.answered + b.answered,
        you: a.you + b.you,
        model: a.model + b.model,
      }),
      { answered: 0, you: 0, model: 0 },
    );
  const wrong = [...rows].filter(([kind]) => kind !== NEXT);
  return [
    sum(wrong.filter(([kind]) => kind === TOPIC)),
    sum(wrong.filter(([kind]) => kind !== TOPIC)),
  ];
}

// What became of an answer, in words; `share` is undefined while the model is on its way.
/** @param {Pair} pair @param {boolean} answer @param {number | undefined} share */
export function report({ kind }, answer, share) {
  const truth = kind === NEXT,
    mark = (/** @type {boolean} */ said) => WORDS.marks[`${said === truth}`];
  const model = share === undefined ? WORDS.waiting : WORDS.model(share, mark(share > 0.5));
  const you = WORDS.you(WORDS.verdict[`${answer}`], mark(answer));
  return WORDS.report(you, WORDS.truth(kind, truth), model);
}

/** @param {Pick<Scores, "all">} scores @param {boolean} knows */
export const total = ({ all }, knows) =>
  WORDS.total(all.you, all.answered, knows ? all.model : undefined);

// The end of the round that is being played; `open` rounds are.
/** @param {number} size @param {number} open */
export const goal = (size, open) => Math.min(size, ROUND * open);
