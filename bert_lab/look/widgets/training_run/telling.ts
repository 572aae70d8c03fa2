// TrainingRun described in words: a run's progress, what it has learned, what its recipe changes.

import { below1 } from "#web/shared/numbers.ts";
import { type Curve, type Lines, left, listed, type Point, rightOf } from "./record.ts";
import type { Runner } from "./runner.ts";
import { WORDS } from "./words.toml";

// The lowest line that a loss has come to, in words.
export function reachedBy(loss: number, lines: Lines) {
  const passed = listed(lines).filter(([, value]) => value >= loss),
    [lowest] = passed.sort(([, a], [, b]) => a - b);
  return WORDS.reached[lowest?.[0] ?? "none"];
}

export const describe = ({ lines }: Pick<Curve, "lines">, { step, loss, nsp, truths }: Point) =>
  WORDS.progress({
    step,
    loss,
    reached: reachedBy(loss, lines as Lines),
    hasPairs: nsp !== null,
    next: below1(nsp ?? 0),
    right: rightOf(truths),
    all: truths.length,
  });

// How far the reader's own run is.
export function stateInWords({ phase, run }: Pick<Runner, "phase" | "run">) {
  if (phase) return WORDS.phases[phase];
  if (!run) return "";
  const { step, steps: all, seconds } = run,
    rest = left(run);
  if (run.done) return WORDS.trained({ stopped: step < all, steps: step, seconds });
  return rest === null ? WORDS.trainingYet : WORDS.training({ left: rest });
}

// Of the recipe, until there is a run of it.
export function aboutInWords({ shown, isBooks, run }: Pick<Runner, "shown" | "isBooks" | "run">) {
  if (shown?.done) return WORDS.seeds;
  if (!isBooks) return WORDS.aboutOwn;
  return run ? WORDS.aboutBooks : WORDS.begin;
}
