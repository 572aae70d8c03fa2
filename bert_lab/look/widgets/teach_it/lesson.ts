// What there is to learn and what became of it: sentences, their classes, and each learner's
// probabilities, pass by pass.

import { heldOut, LEARNERS } from "#web/classifier/passes.ts";
import type { TeachIt } from "#web/shared/traits.ts";

export { LEARNERS };
// Sentences in classes, in the order of the classes.
export type Own = { classes: string[]; texts: string[]; labels: number[] };
// `frames`: by learner, after each pass, (n, classes); `asked`, what each learner says of other
// sentences.
export type Lesson = Own & {
  held: boolean[];
  frames: ArrayLike<number>[][];
  asked: Map<string, number[][]>;
};
export const MOST = { classes: 6, texts: 400, letters: 600, name: 40 };
export const SEED = 1;

const AVOIDED = new Set([34, 38, 60, 92]); // " & < and a backslash
// Shares are written as letters, see `shares` in __init__.py: what is nearly 0 or 1 takes one byte.
const PLAIN = Array.from({ length: 94 }, (_, i) => i + 33).filter((code) => !AVOIDED.has(code));
export const shareOf = (letter: string) => {
  const code = letter.charCodeAt(0);
  if (code > 160) return (code - 161 + 45) / 100;
  const place = PLAIN.indexOf(code);
  return (place < 45 ? place : place + 11) / 100;
};

// (n, classes) of each pass; the last class's share is what is left.
export function framesOf(letters: string, texts: number, classes: number) {
  const shares = Array.from(letters, shareOf),
    perPass = texts * (classes - 1);
  return Array.from({ length: shares.length / perPass }, (_, pass) => {
    const found = new Float32Array(texts * classes);
    for (let i = 0; i < texts; i++) {
      let left = 1;
      for (let c = 0; c < classes - 1; c++) {
        const share = shares[pass * perPass + i * (classes - 1) + c];
        found[i * classes + c] = share;
        left -= share;
      }
      found[i * classes + classes - 1] = Math.max(0, left);
    }
    return found;
  });
}

export function recorded(set: TeachIt["sets"][number]): Lesson {
  const texts = set.texts.flat(),
    labels = set.texts.flatMap((some, label) => some.map(() => label)),
    classes = set.classes;
  return {
    ...{ classes, texts, labels, held: heldOut(labels, SEED) },
    frames: set.frames.map((letters) => framesOf(letters, texts.length, classes.length)),
    asked: new Map(set.asked.map(({ text, shares }) => [text, shares])),
  };
}

// Before anybody has learned: all classes are as likely.
// most: labels of each class, 0 for all
export function untaught(own: Own, most = 0): Lesson {
  const even = new Float32Array(own.texts.length * own.classes.length).fill(1 / own.classes.length);
  return {
    ...own,
    held: heldOut(own.labels, SEED, most),
    frames: LEARNERS.map(() => [even]),
    asked: new Map(),
  };
}

export const sharesOf = (lesson: Lesson, learner: number, pass: number, text: number) => {
  const C = lesson.classes.length,
    frames = lesson.frames[learner],
    frame = frames[Math.min(pass, frames.length - 1)];
  return Array.from({ length: C }, (_, c) => frame?.[text * C + c] ?? 1 / C);
};
// The likeliest class; null if all are as likely.
export function verdict(shares: number[]) {
  const most = Math.max(...shares),
    least = Math.min(...shares);
  return most - least < 1e-6 ? null : shares.indexOf(most);
}
export const isRight = (lesson: Lesson, learner: number, pass: number, text: number) =>
  verdict(sharesOf(lesson, learner, pass, text)) === lesson.labels[text];
export const passesOf = (lesson: Lesson) =>
  Math.max(0, Math.min(...lesson.frames.map(({ length }) => length)) - 1);

// Of the sentences that are kept back, or of those that are not: how many it sorts right, and the
// mean loss in nats.
export function score(lesson: Lesson, learner: number, pass: number, held: boolean) {
  const places = [...lesson.texts.keys()].filter((i) => lesson.held[i] === held);
  const losses = places.map(
    (i) => -Math.log(Math.max(sharesOf(lesson, learner, pass, i)[lesson.labels[i]], 0.005)),
  );
  return {
    right: places.filter((i) => isRight(lesson, learner, pass, i)).length,
    all: places.length,
    loss: losses.reduce((a, b) => a + b, 0) / Math.max(1, places.length),
  };
}

// How many of the held-out sentences chance would have right.
export function coin({ labels, held, classes }: Lesson) {
  return labels.filter((_, i) => held[i]).length / Math.max(1, classes.length);
}

// Whether a learner gets worse at new sentences while it gets better at its own: the pass at which
// the held-out loss was least, that loss, and the one that has become of it.
export function overfits(lesson: Lesson, learner: number, pass: number) {
  const [own, fresh] = [false, true].map((held) =>
      Array.from({ length: pass + 1 }, (_, i) => score(lesson, learner, i, held).loss),
    ),
    least = Math.min(...fresh),
    best = fresh.indexOf(least);
  return fresh[pass] > least + 0.1 && own[pass] < own[best]
    ? { best, least, now: fresh[pass] }
    : null;
}

// Whether after all passes a learner does no better than a guess at what it has learned from: its
// loss, and that of the guess.
export function fails(lesson: Lesson, learner: number, pass: number) {
  const { loss } = score(lesson, learner, pass, false),
    guess = Math.log(lesson.classes.length);
  return pass === passesOf(lesson) && loss > 0.9 * guess ? { loss, guess } : null;
}
