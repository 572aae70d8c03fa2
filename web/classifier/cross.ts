// Cross-validation: each text is new once, and the four learn from the others each time. A control
// does the same with shuffled labels, which nobody can learn.

import { Bag, type Features, LinearLearner } from "./linear.ts";
import { foldsOf, type Learning, shuffled, USUAL } from "./passes.ts";

// By learner, how many of the texts are sorted right while they are new, and how many by the
// shuffled labels after learning those.
export type Checked = { right: number[]; shuffled: number[] };

// The labels, and the same shuffled, each with its folds.
export const rounds = (labels: number[], seed: number) =>
  [labels, shuffled(labels, seed)].map((labels) => ({ labels, folds: foldsOf(labels, seed) }));
export type Round = ReturnType<typeof rounds>[number];

// found: of each fold (n, classes)
export function rightOf(found: ArrayLike<number>[], { labels, folds }: Round, classes: number) {
  let right = 0;
  for (const [at, fold] of folds.entries())
    for (const [row, i] of fold.entries()) {
      const shares = Array.from({ length: classes }, (_, c) => found[at][row * classes + c]);
      right += Number(shares.every((share, c) => c === labels[i] || share < shares[labels[i]]));
    }
  return right;
}

// Of each fold in turn what the bag of words and the layer on `above` make of it: (n, classes) each.
export function* simpleCrossed(
  texts: string[],
  above: Features[],
  classes: number,
  { labels, folds }: Round,
  { passes, rate }: Learning,
) {
  for (const [at, fold] of folds.entries()) {
    const learns = folds.filter((_, i) => i !== at).flat(),
      bag = new Bag(learns.map((i) => texts[i])),
      kinds = [texts.map((text) => bag.of(text)), above];
    yield kinds.map((rows, kind) => {
      const size = kind ? above[0].at.length : bag.size,
        learner = new LinearLearner(size, classes),
        of = <One>(all: One[]) => learns.map((i) => all[i]);
      for (let pass = 0; pass < passes; pass++)
        learner.learn(of(rows), of(labels), rate / USUAL.rate);
      return fold.flatMap((i) => learner.of(rows[i]));
    });
  }
}
