// MaskingLab, the draws: rolls, the reader's own choice, and what is counted of them.

import { chiSquare } from "../../masking/counts.js";
import { candidates, chooseTokens, corrupt } from "../../masking/draw.js";
import { isWhole } from "../../shared/allowed.js";

export const OUTCOMES = ["mask", "random", "keep"];
export const isSeed = isWhole(1 - 1e15, 1e15 - 1); // the next ones are whole numbers, too
export const nextOf = (what) => OUTCOMES[(OUTCOMES.indexOf(what) + 1) % OUTCOMES.length];

export const roll = (lab, seed) => corrupt(lab, seed, chooseTokens(lab, seed));

const outcomesByPosition = ({ chosen, outcomes }) =>
  Object.fromEntries(chosen.map((i, slot) => [i, outcomes[slot]]));

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

export const setOutcome = (lab, position, what) =>
  corrupt(lab, lab.seed, lab.chosen, { ...outcomesByPosition(lab), [position]: what });

export const tallyOf = (outcomes, before = { rolls: 0, mask: 0, random: 0, keep: 0 }) => ({
  rolls: before.rolls + 1,
  ...Object.fromEntries(
    OUTCOMES.map((what) => [what, before[what] + outcomes.filter((o) => o === what).length]),
  ),
});

// How often each position was chosen, in `before` and once more.
export const placesOf = ({ tokens }, chosen, before = tokens.map(() => 0)) =>
  before.map((n, i) => n + Number(chosen.includes(i)));

// A draw with which counting begins.
export const startOver = (lab, drawn) => ({
  chosen: drawn.chosen,
  outcomes: drawn.outcomes,
  inputs: drawn.inputs,
  tally: tallyOf(drawn.outcomes),
  places: placesOf(lab, drawn.chosen),
});

// The next `times` seeds, one roll each; the last one is shown.
export function rollOn(lab, times) {
  let { seed, tally } = lab,
    drawn;
  const places = [...lab.places];
  for (let n = 0; n < times; n++) {
    drawn = roll(lab, ++seed);
    tally = tallyOf(drawn.outcomes, tally);
    for (const i of drawn.chosen) places[i]++;
  }
  return { ...drawn, seed, tally, places, drawn_by: "page" };
}

// Do the outcomes of all rolls fit the shares?
export function fateTest({ tally, shares }) {
  const observed = OUTCOMES.map((what) => tally[what]),
    all = observed.reduce((a, b) => a + b);
  return chiSquare(
    observed,
    OUTCOMES.map((what) => all * shares[what]),
  );
}

// Three shares that add up to one: the other two keep their ratio.
export function rebalance(shares, which, value) {
  const [a, b] = OUTCOMES.filter((what) => what !== which);
  const together = shares[a] + shares[b];
  const exact = (x) => Math.round(x * 1e6) / 1e6;
  const first = exact((1 - value) * (together ? shares[a] / together : 0.5));
  return { ...shares, [which]: value, [a]: first, [b]: exact(1 - value - first) };
}

// Whether a lab that a link describes could be: positions in order, outcomes and inputs that agree.
export function possible(lab) {
  const { tokens, specials, vocab, shares, chosen, outcomes, inputs } = lab,
    free = candidates(lab);
  const sum = OUTCOMES.reduce((total, what) => total + shares[what], 0);
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
