// What there is to learn and what became of it: sentences, their classes, and each learner's
// probabilities after each epoch.

import { heldOut, LEARNERS } from "#web/classifier/epochs.ts";

export { LEARNERS };
// Sentences in classes, in the order of the classes.
export type Own = { classes: string[]; texts: string[]; labels: number[] };
// `frames`: by learner, after each epoch, (n, classes).
export type Lesson = Own & { held: boolean[]; frames: ArrayLike<number>[][] };
export const MOST = { classes: 6, texts: 400, letters: 600, name: 40 };
export const SEED = 1;
const LEAST = 4; // sentences of a class, so that one can be kept back

export const untaught = (own: Own): Lesson => ({
  ...own,
  held: heldOut(own.labels, SEED),
  frames: LEARNERS.map(() => []),
});

export const epochOf = ({ frames }: Lesson) =>
  Math.max(0, Math.min(...frames.map(({ length }) => length)) - 1);

// The likeliest class; null if all are as likely.
export function verdict(shares: number[]) {
  const most = Math.max(...shares),
    least = Math.min(...shares);
  return most - least < 1e-6 ? null : shares.indexOf(most);
}

// The sentences that were kept back, and what a learner says of each by now.
export function answers({ classes, texts, labels, held, frames }: Lesson, learner: number) {
  const frame = frames[learner].at(-1),
    C = classes.length;
  return [...texts.keys()]
    .filter((i) => held[i])
    .map((i) => {
      const found = frame ? verdict(Array.from({ length: C }, (_, c) => frame[i * C + c])) : null;
      return { text: texts[i], label: labels[i], found, right: found === labels[i] };
    });
}
export const rightOf = (lesson: Lesson, learner: number) =>
  answers(lesson, learner).filter(({ right }) => right).length;

// The first class that is too small to learn from, and how many sentences it has.
export function tooFew({ classes, labels }: Own) {
  const counts = classes.map((_, c) => labels.filter((label) => label === c).length),
    c = counts.findIndex((n) => n < LEAST);
  return c < 0 ? null : { name: classes[c], n: counts[c] };
}
