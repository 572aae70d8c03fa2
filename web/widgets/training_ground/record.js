// What TrainingGround knows of a run, without a page.

import { whereOf } from "../../runs/run.js";
import { WORDS } from "./words.js";

/**
 * @import { Recipe } from "../../page_trainer/recipe.js"
 * @import { Done, Guess, Pictured, Prepared, Scored } from "../../page_trainer/run_in_worker.js"
 * @import { Lines, Truth } from "../../runs/run.js"
 * @import { TrainingGround } from "../../shared/traits.js"
 * @import { Preset } from "./recipe.js"
 * @typedef {{ step: number, loss: number, nsp: number | null }} Point
 * @typedef {{ name: string, steps: number, step: number, seconds: number, points: Point[] }} Curve
 * @typedef {object} Learned
 * @property {Truth[]} truths of the probes
 * @property {Guess[]} answers to the own questions
 * @property {Lines | null} lines known once the stories are written
 * @property {boolean} done
 * @typedef {Curve & Learned} Run
 */

/** @param {string} name @param {number} steps @returns {Run} */
export const begin = (name, steps) => ({
  name,
  steps,
  step: 0,
  seconds: 0,
  points: [],
  truths: [],
  answers: [],
  lines: null,
  done: false,
});

// Of each probe the rank and the share of what stood there, of which the trainer sends three words
// and that one.
/** @param {Guess[][]} probes @returns {Truth[]} */
export const truthsOf = (probes) =>
  probes.map((words) => {
    const { word, p } = words[words.length - 1],
      place = words.findIndex((one) => one.word === word);
    return { rank: place + 1, share: p };
  });

// The run after one more event of its trainer; `numProbes`: how many probes there are before the
// own questions.
/**
 * @template {Run} R
 * @param {R} run @param {Prepared | Scored | Pictured | Done} event @param {number} numProbes
 * @returns {R}
 */
export function advance(run, event, numProbes) {
  if (event.kind === "prepared") {
    const { floor: ideal, ...lines } = event.lines;
    return {
      ...run,
      lines: ideal === undefined ? lines : { ...lines, ideal },
      vocab: event.vocab,
      parameters: event.parameters,
    };
  }
  const { kind, step, seconds } = event;
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

/** @param {Truth[]} truths */
export const rightOf = (truths) => truths.filter(({ rank }) => rank === 1).length;

// How many seconds are left, as far as one can tell.
/** @param {Pick<Curve, "step" | "steps" | "seconds">} run */
export const left = ({ step, steps, seconds }) =>
  step && seconds > 1 ? Math.ceil(((steps - step) * seconds) / step) : null;

// What Python and the next widget get to know of a run.
/**
 * @param {Run & { recipe: Recipe }} run
 * @returns {NonNullable<TrainingGround["outcome"]>}
 */
export function outcomeOf(run) {
  const { loss, nsp } = run.points[run.points.length - 1];
  return {
    recipe: run.recipe,
    step: run.step,
    seconds: Math.round(10 * run.seconds) / 10,
    loss,
    nsp,
    right: rightOf(run.truths),
    lines: run.lines ?? undefined,
  };
}

// The record of the book as such a run.
/** @param {TrainingGround["book"]} book @param {string} name */
export const recorded = ({ steps, loss, nsp, right, seconds }, name) => ({
  name,
  steps: steps[steps.length - 1],
  step: steps[steps.length - 1],
  seconds,
  right,
  done: true,
  points: steps.map((step, i) => ({ step, loss: loss[i], nsp: nsp[i] })),
});

/** @param {Run} run @param {number} all */
export function describe(run, all) {
  const { step, loss, nsp } = run.points[run.points.length - 1];
  return WORDS.progress({
    step,
    loss,
    where: whereOf(loss, /** @type {Lines} */ (run.lines)),
    next: nsp,
    right: rightOf(run.truths),
    all,
  });
}

// What Evidence B found for a preset, and on the same questions for the book's recipe.
/** @param {Preset["measured"]} measured */
export const evidence = (measured) =>
  measured
    ? WORDS.seeds(
        measured.seeds,
        measured.metrics.map(([metric, own, base]) => WORDS.measured[metric](own, base)),
      )
    : WORDS.unrecorded;
