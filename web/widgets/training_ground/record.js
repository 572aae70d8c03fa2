// What TrainingGround knows of a run, without a page.

import { whereOf } from "../../runs/run.js";
import { WORDS } from "./words.js";

export const begin = (name, steps) => ({
  name,
  steps,
  step: 0,
  seconds: 0,
  points: [],
  truths: null,
  answers: [],
  lines: null,
  done: false,
});

// Of each probe the rank and the share of what stood there, of which the trainer sends three words
// and that one.
export const truthsOf = (probes) =>
  probes.map((words) => {
    const { word, p } = words.at(-1),
      place = words.findIndex((one) => one.word === word);
    return { rank: place + 1, share: p };
  });

// The run after one more event of its trainer; `numProbes`: how many probes there are before the
// own questions.
export function advance(run, event, numProbes) {
  const { kind, step, seconds } = event;
  if (kind === "prepared") {
    const { floor: ideal, ...lines } = event.lines;
    return {
      ...run,
      lines: ideal === undefined ? lines : { ...lines, ideal },
      vocab: event.vocab,
      parameters: event.parameters,
    };
  }
  if (kind === "pictured") return { ...run, step, seconds };
  if (kind === "done") return { ...run, step, seconds, done: true };
  const { loss, nsp, probes } = event,
    points = [...run.points, { step, loss, nsp }];
  return {
    ...run,
    step,
    seconds,
    points,
    truths: truthsOf(probes.slice(0, numProbes)),
    answers: probes.slice(numProbes).map(([best]) => best),
  };
}

export const rightOf = (truths) => truths.filter(({ rank }) => rank === 1).length;

// How many seconds are left, as far as one can tell.
export const left = ({ step, steps, seconds }) =>
  step && seconds > 1 ? Math.ceil(((steps - step) * seconds) / step) : null;

// What Python and the next widget get to know of a run.
export function outcomeOf(run) {
  const { loss, nsp } = run.points.at(-1);
  return {
    recipe: run.recipe,
    step: run.step,
    seconds: Math.round(10 * run.seconds) / 10,
    loss,
    nsp,
    right: rightOf(run.truths),
    lines: run.lines,
  };
}

// The record of the book as such a run.
export const recorded = ({ steps, loss, nsp, right, seconds }, name) => ({
  name,
  steps: steps.at(-1),
  step: steps.at(-1),
  seconds,
  right,
  done: true,
  points: steps.map((step, i) => ({ step, loss: loss[i], nsp: nsp[i] })),
});

export function describe(run, all) {
  const { step, loss, nsp } = run.points.at(-1);
  return WORDS.progress({
    step,
    loss,
    where: whereOf(loss, run.lines),
    next: nsp,
    right: rightOf(run.truths),
    all,
  });
}

// What Evidence B found for a preset, and on the same questions for the book's recipe.
export const evidence = (measured) =>
  measured
    ? WORDS.seeds(
        measured.seeds,
        measured.metrics.map(([metric, own, base]) => WORDS.measured[metric](own, base)),
      )
    : WORDS.unrecorded;
