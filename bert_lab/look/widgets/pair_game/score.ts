// PairGame's numbers: the model's answers, and both scores. No DOM here.

import type { BERTModel } from "#web/bert/model.ts";
import { get_tokens_and_segments, words } from "#web/bert/tokens.ts";
import { softmax } from "#web/bert/torch.ts";
import type { PairGame } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { WORDS } from "./words.toml";

export type Pair = PairGame["questions"][number];
export type Kind = Pair["kind"];
// how many are answered, and right
export type Row = { answered: number; you: number; model: number };
export type Scores = ReturnType<typeof scores>;

// As in pair_game.py: first those that their topic tells.
const [NEXT, TOPIC, ...HARDER]: Kind[] = [
  "really next",
  "other topic",
  "same topic, other story",
  "same story, last sentence",
  "swapped",
];
// where the words fit and B isn't next
const HOW: Partial<Record<Kind, keyof typeof WORDS.reads>> = {
  "same story, last sentence": "late",
  swapped: "order",
};
export const ROUND = 10; // pairs, then there is a rest

// What the model gives to "next".
export function probability(
  bert: Pick<BERTModel, "ids" | "forward">,
  { first, second }: Pick<Pair, "first" | "second">,
) {
  const { tokens, segments } = get_tokens_and_segments(words(first), words(second));
  return softmax(bert.forward(bert.ids(tokens), segments, tokens.length).nsp_Y_hat)[1];
}

export const isNext = ({ kind }: Pick<Pair, "kind">) => kind === NEXT;

// One answer more, as long as there are questions.
export const answered = (answers: boolean[], answer: boolean, size: number) =>
  answers.length < size ? [...answers, answer] : answers;

export function kindsOf(questions: Pick<Pair, "kind">[]) {
  const tallies = new Set(questions.map(({ kind }) => kind));
  return [NEXT, ...[TOPIC, ...HARDER].filter((kind) => tallies.has(kind))];
}

// By kind and in all: how many pairs are answered, and how many of them each has right.
export function scores(questions: Pair[], answers: boolean[], shares: number[]) {
  const rowOf: (kinds: Kind[]) => Row = (kinds) => {
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
export function byTopic({ rows }: Pick<Scores, "rows">) {
  const sum = (chosen: [Kind, Row][]) =>
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
export function report(pair: Pair, answer: boolean, share: number | undefined) {
  const truth = isNext(pair),
    mark = (verdict: boolean) => WORDS.marks[`${verdict === truth}`];
  const model =
    share === undefined ? WORDS.waiting : WORDS.model({ share, mark: mark(share > 0.5) });
  return sentences(WORDS.you({ answer: WORDS.verdict[`${answer}`], mark: mark(answer) }), model);
}

// What a pair is, and whether a count of words could tell.
export function why({ kind, clue }: Pair) {
  const truth = kind === NEXT ? WORDS.wasNext : WORDS.wasNot({ kind: WORDS.kinds[kind] });
  if (!clue) return sentences(truth, WORDS.noClue);
  const fits = clue.met > clue.chance,
    reads = fits === (kind === NEXT) ? "tell" : fits ? HOW[kind] : "against";
  return sentences(truth, WORDS.clue({ ...clue, reads: WORDS.reads[reads ?? "mislead"] }));
}

export const total = ({ all }: Pick<Scores, "all">, knows: boolean) =>
  WORDS.total({ ...all, knows });

export const aheadOf = ({ you, model }: Row) =>
  you > model ? "you" : you < model ? "model" : "nobody";

// The end of the round that is being played; `open` rounds are.
export const goal = (size: number, open: number) => Math.min(size, ROUND * open);
