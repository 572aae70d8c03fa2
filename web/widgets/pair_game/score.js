// PairGame's numbers: what the model says, and who has how many right. Nothing here knows of a
// page.

import { get_tokens_and_segments, words } from "../../bert/tokens.js";
import { softmax } from "../../bert/torch.js";
import { WORDS } from "./words.js";

// As in pair_game.py: first those that their topic tells.
const [NEXT, TOPIC, ...HARDER] = [
  "really next",
  "other topic",
  "same topic, other story",
  "same story, last sentence",
  "swapped",
];
export const ROUND = 10; // pairs, then there is a rest

// What the model gives to "next".
export function probability(bert, { first, second }) {
  const { tokens, segments } = get_tokens_and_segments(words(first), words(second));
  return softmax(bert.forward(bert.ids(tokens), segments, tokens.length).nsp_Y_hat)[1];
}

export const isNext = ({ kind }) => kind === NEXT;

// One answer more, as long as there are questions.
export const answered = (answers, said, size) =>
  answers.length < size ? [...answers, said] : answers;

export function kindsOf(questions) {
  const found = new Set(questions.map(({ kind }) => kind));
  return [NEXT, ...[TOPIC, ...HARDER].filter((kind) => found.has(kind))];
}

// By kind and in all: how many pairs are answered, and how many of them each has right.
export function scores(questions, answers, shares) {
  const none = () => ({ asked: 0, you: 0, model: 0 });
  const rows = new Map(kindsOf(questions).map((kind) => [kind, none()])),
    all = none();
  answers.forEach((answer, i) => {
    const truth = isNext(questions[i]);
    for (const row of [rows.get(questions[i].kind), all]) {
      row.asked++;
      row.you += answer === truth;
      row.model += shares[i] > 0.5 === truth;
    }
  });
  return { rows, all };
}

// The negative pairs that their topic gives away, and those that it doesn't.
export function byTopic({ rows }) {
  const sum = (chosen) =>
    chosen.reduce(
      (a, [, b]) => ({ asked: a.asked + b.asked, you: a.you + b.you, model: a.model + b.model }),
      { asked: 0, you: 0, model: 0 },
    );
  const wrong = [...rows].filter(([kind]) => kind !== NEXT);
  return [
    sum(wrong.filter(([kind]) => kind === TOPIC)),
    sum(wrong.filter(([kind]) => kind !== TOPIC)),
  ];
}

// What became of an answer, in words; `share` is undefined while the model is on its way.
export function report({ kind }, answer, share) {
  const truth = kind === NEXT,
    mark = (said) => WORDS.marks[said === truth];
  const model = share === undefined ? WORDS.waiting : WORDS.model(share, mark(share > 0.5));
  return `${WORDS.you(WORDS.verdict[answer], mark(answer))} ${WORDS.truth(kind, truth)}. ${model}`;
}

export const total = ({ all }, knows) =>
  WORDS.total(all.you, all.asked, knows ? all.model : undefined);

// The end of the round that is being played; `open` rounds are.
export const goal = (size, open) => Math.min(size, ROUND * open);
