// MaskingLab, the draws: rolls, the reader's own choice, and what is counted of them.

import { chiSquare } from "../../masking/counts.js";
import { candidates, chooseTokens, corrupt } from "../../masking/draw.js";
import { isWhole } from "../../shared/allowed.js";

/**
 * @import { Draw, Lab, Outcome } from "../../masking/draw.js"
 * @import { MaskingLab } from "../../shared/traits.js"
 * @typedef {MaskingLab["shares"]} Shares
 * @typedef {MaskingLab["tally"]} Tally of rolls, and of what became of the tokens chosen in them
 */

/** @type {Outcome[]} */
export const OUTCOMES = ["mask", "random", "keep"];
export const isSeed = isWhole(1 - 1e15, 1e15 - 1); // the next ones are whole numbers, too
/** @param {Outcome | undefined} what */
export const nextOf = (what) => OUTCOMES[what ? (OUTCOMES.indexOf(what) + 1) % OUTCOMES.length : 0];

/** @param {Lab} lab @param {number} seed */
export const roll = (lab, seed) => corrupt(lab, seed, chooseTokens(lab, seed));

/** @param {Draw} draw @returns {Record<number, Outcome>} */
const outcomesByPosition = ({ chosen, outcomes }) =>
  Object.fromEntries(chosen.map((i, slot) => [i, outcomes[slot]]));

/** @param {Lab & { seed: number }} lab @param {number} position */
export function toggle(lab, position) {
  const without = lab.chosen.filter((i) => i !== position);
  const chosen = without.length < lab.chosen.length ? without : [...without, position];
  return corrupt(
    lab,
    lab.seed,
    chosen.sort((a, b) => a - b),
    outcomesByPosition(lab),
  );
}

/** @param {Lab & { seed: number }} lab @param {number} position @param {Outcome} what */
export const setOutcome = (lab, position, what) =>
  corrupt(lab, lab.seed, lab.chosen, { ...outcomesByPosition(lab), [position]: what });

/** @param {Outcome[]} outcomes @returns {Tally} */
export function tallyOf(outcomes, before = { rolls: 0, mask: 0, random: 0, keep: 0 }) {
  const tally = { ...before, rolls: before.rolls + 1 };
  for (const what of outcomes) tally[what]++;
  return tally;
}

// How often each position was chosen, in `before` and once more.
/** @param {Pick<Lab, "tokens">} lab @param {number[]} chosen */
export const placesOf = ({ tokens }, chosen, before = tokens.map(() => 0)) =>
  before.map((n, i) => n + Number(chosen.includes(i)));

// A draw with which counting begins.
/** @param {Lab} lab @param {Draw} drawn */
export const startOver = (lab, drawn) => ({
  chosen: drawn.chosen,
  outcomes: drawn.outcomes,
  inputs: drawn.inputs,
  tally: tallyOf(drawn.outcomes),
  places: placesOf(lab, drawn.chosen),
});

// The next `times` seeds, one roll each; the last one is shown.
/** @param {MaskingLab} lab @param {number} times */
export function rollOn(lab, times) {
  let { seed, tally, chosen, outcomes, inputs } = lab;
  const places = [...lab.places],
    drawn_by = /** @type {const} */ ("page");
  for (let n = 0; n < times; n++) {
    ({ chosen, outcomes, inputs } = roll(lab, ++seed));
    tally = tallyOf(outcomes, tally);
    for (const i of chosen) places[i]++;
  }
  return { chosen, outcomes, inputs, seed, tally, places, drawn_by };
}

// Do the outcomes of all rolls fit the shares?
/** @param {Pick<MaskingLab, "tally" | "shares">} lab */
export function fateTest({ tally, shares }) {
  const observed = OUTCOMES.map((what) => tally[what]),
    all = observed.reduce((a, b) => a + b);
  return chiSquare(
    observed,
    OUTCOMES.map((what) => all * shares[what]),
  );
}

// Three shares that add up to one: the other two keep their ratio.
/** @param {Shares} shares @param {Outcome} which @param {number} value @returns {Shares} */
export function rebalance(shares, which, value) {
  const [a, b] = OUTCOMES.filter((what) => what !== which);
  const together = shares[a] + shares[b];
  const exact = (/** @type {number} */ x) => Math.round(x * 1e6) / 1e6;
  const first = exact((1 - value) * (together ? shares[a] / together : 0.5));
  return { ...shares, [which]: value, [a]: first, [b]: exact(1 - value - first) };
}

// Whether a lab that a link describes could be: positions in order, outcomes and inputs that agree.
/** @param {Lab} lab */
export function possible(lab) {
  const { tokens, specials, vocab, shares, chosen, outcomes, inputs } = lab,
    free = candidates(lab);
  const sum = OUTCOMES.reduce((total, what) => total + shares[what], 0);
  /** @type {Record<Outcome, (i: number) => string[]>} */
  const reads = { mask: () => [specials[4]], random: () => vocab, keep: (i) => [tokens[i]] };
  return (
    Math.abs(sum - 1) < 1e-9 &&
    outcomes.length === chosen.length &&
    inputs.length === tokens.length &&
    chosen.every((i, slot) => free.includes(i) && !(i <= chosen[slot - 1])) &&
    inputs.every((read, i) => {
      const slot = chosen.indexOf(i);
      return slot < 0 ? read === tokens[i] : reads[outcomes[slot]](i).includes(read);
    })
  );
}
