// TrainingRun described in words: a run's progress, what it has learned, what its recipe changes.

import { below1 } from "#web/shared/numbers.ts";
import { listed as joined } from "#web/text/text.ts";
import type { Preset } from "./recipe.ts";
import { type Curve, type Lines, left, listed, type Point, rightOf } from "./record.ts";
import type { Runner } from "./runner.ts";
import { WORDS } from "./words.toml";

export type Row = NonNullable<Preset["measured"]>["metrics"][number];

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

function metricInWords([metric, [mean, sd], base]: Row) {
  if (metric === "nsp_accuracy") {
    const book = base ? WORDS.ofBookShare({ mean: below1(base[0]) }) : "";
    return WORDS.measured.nsp_accuracy({ mean: below1(mean), book });
  }
  const book = base ? WORDS.ofBook({ mean: base[0], sd: base[1] }) : "";
  return WORDS.measured[metric]({ mean, sd, book });
}

// What Evidence B found for a preset, and on the same questions for the book's recipe.
export const evidence = (measured: Preset["measured"]) =>
  measured
    ? WORDS.seeds({
        number: measured.seeds,
        measured: joined(measured.metrics.map(metricInWords), WORDS.seedsEach),
      })
    : WORDS.unrecorded;

// How far the reader's own run is.
export function stateInWords({ phase, run }: Pick<Runner, "phase" | "run">) {
  if (phase) return WORDS.phases[phase];
  if (!run) return "";
  const { step, steps: all, seconds } = run,
    rest = left(run);
  if (run.done) return WORDS.trained({ stopped: step < all, steps: step, seconds });
  return rest === null ? WORDS.trainingYet : WORDS.training({ left: rest });
}

// Of the recipe, until what it brought stands beside it.
export function aboutInWords({ shown, preset, run }: Pick<Runner, "shown" | "preset" | "run">) {
  const key = preset?.key ?? "own";
  if (shown?.done && preset === shown.preset) return evidence(preset?.measured);
  return !run && key === "book" ? WORDS.begin : WORDS.about[key];
}
