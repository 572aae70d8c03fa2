// TrainingScrubber's record, without a page.

import { whereOf } from "../../runs/run.js";
import { WORDS } from "./words.js";

/**
 * @import { Probe, Truth } from "../../runs/run.js"
 * @import { TrainingScrubber } from "../../shared/traits.js"
 * @typedef {TrainingScrubber["probes"][number]} Packed a probe
 * @typedef {Probe & { words: string[][], probabilities: number[][], truth: Truth[] }} Unpacked
 * @typedef {Pick<TrainingScrubber, "steps" | "loss" | "lines"> & { probes: Unpacked[] }} Run
 */

// The place in the record of the step nearest to this one.
/** @param {number[]} steps @param {number} step */
export const nearest = (steps, step) =>
  steps.reduce((best, s, i) => (Math.abs(s - step) < Math.abs(steps[best] - step) ? i : best), 0);

// The last of the kept states that a step has reached.
/** @param {number[]} kept @param {number} step */
export const reached = (kept, step) => kept.findLast((one) => one <= step) ?? kept[0];

// The likeliest words for a probe at one step: [[word, probability], ...].
/**
 * @param {Pick<Unpacked, "words" | "probabilities">} probe @param {number} i
 * @returns {[word: string, probability: number][]}
 */
export const best = ({ words, probabilities }, i) =>
  words[i].map((word, k) => [word, probabilities[i][k]]);

// A probe as a page has it -> by steps its words, their probabilities, and where the truth stands,
// which is written down only where it is not among the words.
/** @param {Packed} packed @param {number} steps @returns {Unpacked} */
export function unpacked({ words, probabilities, rank, probability, ...rest }, steps) {
  const all = words.split(" "),
    shares = probabilities.split(" ").map((share) => Number(share) / 1e4),
    size = all.length / steps;
  /** @type {<T>(list: T[]) => T[][]} */
  const rows = (list) =>
    Array.from({ length: steps }, (_, i) => list.slice(i * size, (i + 1) * size));
  const probe = { ...rest, words: rows(all), probabilities: rows(shares) };
  let absent = 0;
  const truth = probe.words.map((row, i) => {
    const place = row.indexOf(rest.answer);
    if (place >= 0) return { rank: place + 1, share: probe.probabilities[i][place] };
    return { rank: rank[absent], share: probability[absent++] / 1e4 };
  });
  return { ...probe, truth };
}

/** @param {Pick<Unpacked, "truth">[]} probes @param {number} i */
export const solved = (probes, i) => probes.filter((probe) => probe.truth[i].rank === 1).length;

// What is seen, in words: the run at one step, and what a closer look says of the loss and of one
// probe.
/** @param {Pick<Run, "steps" | "loss" | "probes">} run @param {number} i */
export const describe = ({ steps, loss, probes }, i) =>
  WORDS.loss(steps[i], steps[steps.length - 1], loss[i], solved(probes, i), probes.length);

/** @param {Pick<Run, "loss" | "lines">} run @param {number} i @param {Unpacked} probe */
export function describeClosely({ loss, lines }, i, probe) {
  const { rank } = probe.truth[i];
  return [
    WORDS.where(whereOf(loss[i], lines)),
    WORDS.likeliest(best(probe, i).slice(0, 3)),
    rank === 1 ? WORDS.first : WORDS.rank(probe.answer, rank),
  ].join(" ");
}
