// TrainingRun described in words: a run's progress, and what it has learned.

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
    next: below1(nsp),
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
