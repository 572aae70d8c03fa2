// TrainingRun's record of a run: the book's, loaded from the state, or the reader's, which is still
// growing. No DOM here.

import type { Done, Guess, Pictured, Prepared, Scored } from "#web/page_trainer/run_in_worker.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import type { Truth } from "./lanes.ts";

export type Lines = TrainingRun["book"]["lines"];
export type Line = keyof Lines;
// what is known of a run at one step
export interface Point {
  step: number;
  loss: number;
  nsp: number;
  truths: Truth[]; // of the probes
  weights?: Scored["weights"]; // of a run in the page
}
export interface Curve {
  name: string;
  steps: number; // planned
  step: number;
  seconds: number;
  points: Point[]; // that can be looked at: their states are kept
  drawn?: Pick<Point, "step" | "loss">[]; // what its curve goes through, where that is more
  lines: Lines | null; // known once the stories are written
  done: boolean;
}
// with its answers to the own questions
export type Run = Curve & { answers: Guess[] };

const MOST_POINTS = 40; // so many states of an own run are kept, and one more

export const begin = (name: string, steps: number): Run => ({
  name,
  steps,
  step: 0,
  seconds: 0,
  points: [],
  answers: [],
  lines: null,
  done: false,
});

// How many steps lie between two points of an own run, at least.
export const spacing = (steps: number, every: number = 100) =>
  Math.max(every, Math.ceil(steps / MOST_POINTS));

// Of each probe the rank and the share of what stood there. The rank is one more than the number of
// words sent before it for all that are not among these.
export const truthsOf = (probes: Guess[][]): Truth[] =>
  probes.map((words) => {
    const { word, p } = words[words.length - 1],
      place = words.findIndex((one) => one.word === word);
    return { rank: place + 1, share: p };
  });

// The run after one more event of its trainer; `numProbes`: how many probes there are before the
// own questions.
export function advance<R extends Run>(
  run: R,
  event: Prepared | Scored | Pictured | Done,
  numProbes: number,
): R {
  if (event.kind === "prepared") {
    const { floor: ideal, ...lines } = event.lines;
    return { ...run, lines: ideal === undefined ? lines : { ...lines, ideal } };
  }
  const { kind, step, seconds } = event;
  if (kind === "pictured") return { ...run, step, seconds };
  if (kind === "done") return { ...run, step, seconds, done: true };
  const { loss, nsp, weights } = event,
    probes = event.probes.slice(0, numProbes);
  return {
    ...run,
    step,
    seconds,
    points: [...run.points, { step, loss, nsp, truths: truthsOf(probes), weights }],
    answers: event.probes.slice(numProbes).map(([first]) => first),
  };
}

export const rightOf = (truths: Truth[]) => truths.filter(({ rank }) => rank === 1).length;

const MEASURED = 20; // steps on this machine, before any time is promised
// How many seconds are left, as far as one can tell.
export const left = ({ step, steps, seconds }: Pick<Curve, "step" | "steps" | "seconds">) =>
  step >= MEASURED ? Math.ceil(((steps - step) * seconds) / step) : null;

// The record of the book as such a run.
export function recorded(
  {
    book: { steps, loss, nsp, lines, seconds },
    probes,
    kept,
  }: Pick<TrainingRun, "book" | "probes" | "kept">,
  name: string,
): Curve {
  const last = steps[steps.length - 1];
  const drawn = steps.map((step, i) => ({
    step,
    loss: loss[i],
    nsp: nsp[i],
    truths: probes.map(({ rank, probability }) => ({
      rank: rank[i],
      share: probability[i] / 1000,
    })),
  }));
  const points = drawn.filter(({ step }) => kept.includes(step));
  return { name, steps: last, step: last, seconds, points, drawn, lines, done: true };
}

// How far along the curve a step stands, 0 to 1: the first steps, in which most happens, get the
// more room.
export const along = (step: number, steps: number) => Math.sqrt(step / steps);

// The place of the point that is nearest so far along.
export function nearest({ points, steps }: Pick<Curve, "points" | "steps">, share: number) {
  const far = points.map(({ step }) => Math.abs(along(step, steps) - share));
  return far.indexOf(Math.min(...far));
}

export const listed = (lines: Lines) => Object.entries(lines) as [Line, number][];
