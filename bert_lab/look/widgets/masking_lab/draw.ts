// MaskingLab's draws: random ones, the reader's own choice, and their counts.

import {
  candidates,
  chooseTokens,
  corrupt,
  type Draw,
  type Lab,
  type Outcome,
} from "#web/masking/draw.ts";
import { isWhole } from "#web/shared/allowed.ts";
import type { MaskingLab } from "#web/shared/traits.ts";

export type Shares = MaskingLab["shares"];
// of rolls, and of what became of the tokens chosen in them
export type Tally = MaskingLab["tally"];

export const OUTCOMES: Outcome[] = ["mask", "random", "keep"];
export const isSeed = isWhole(1 - 1e15, 1e15 - 1); // the next ones are whole numbers, too
export const nextOf = (what: Outcome | undefined) =>
  OUTCOMES[what ? (OUTCOMES.indexOf(what) + 1) % OUTCOMES.length : 0];

export const roll = (lab: Lab, seed: number) => corrupt(lab, seed, chooseTokens(lab, seed));

const outcomesByPosition = ({ chosen, outcomes }: Draw): Record<number, Outcome> =>
  Object.fromEntries(chosen.map((i, slot) => [i, outcomes[slot]]));

export function toggle(lab: Lab & { seed: number }, position: number) {
  const without = lab.chosen.filter((i) => i !== position);
  const chosen = without.length < lab.chosen.length ? without : [...without, position];
  return corrupt(
    lab,
    lab.seed,
    chosen.sort((a, b) => a - b),
    outcomesByPosition(lab),
  );
}

export const setOutcome = (lab: Lab & { seed: number }, position: number, what: Outcome) =>
  corrupt(lab, lab.seed, lab.chosen, { ...outcomesByPosition(lab), [position]: what });

export function tallyOf(
  outcomes: Outcome[],
  before = { rolls: 0, mask: 0, random: 0, keep: 0 },
): Tally {
  const tally = { ...before, rolls: before.rolls + 1 };
  for (const what of outcomes) tally[what]++;
  return tally;
}

// How often each position was chosen, in `before` and once more.
export const placesOf = (
  { tokens }: Pick<Lab, "tokens">,
  chosen: number[],
  before = tokens.map(() => 0),
) => before.map((n, i) => n + Number(chosen.includes(i)));

// A draw with which counting begins.
export const startOver = (lab: Lab, drawn: Draw) => ({
  chosen: drawn.chosen,
  outcomes: drawn.outcomes,
  inputs: drawn.inputs,
  tally: tallyOf(drawn.outcomes),
  places: placesOf(lab, drawn.chosen),
});

// The next `times` seeds, one roll each; the last one is shown.
export function rollOn(lab: MaskingLab, times: number) {
  let { seed, tally, chosen, outcomes, inputs } = lab;
  const places = [...lab.places],
    drawn_by = "page" as const;
  for (let n = 0; n < times; n++) {
    ({ chosen, outcomes, inputs } = roll(lab, ++seed));
    tally = tallyOf(outcomes, tally);
    for (const i of chosen) places[i]++;
  }
  return { chosen, outcomes, inputs, seed, tally, places, drawn_by };
}

// Three shares that add up to one: the other two keep their ratio.
export function rebalance(shares: Shares, which: Outcome, value: number): Shares {
  const [a, b] = OUTCOMES.filter((what) => what !== which);
  const together = shares[a] + shares[b];
  const exact = (x: number) => Math.round(x * 1e6) / 1e6;
  const first = exact((1 - value) * (together ? shares[a] / together : 0.5));
  return { ...shares, [which]: value, [a]: first, [b]: exact(1 - value - first) };
}

// Whether a lab that a link describes could be: positions in order, outcomes and inputs that agree.
export function possible(lab: Lab) {
  const { tokens, specials, vocab, shares, chosen, outcomes, inputs } = lab,
    free = candidates(lab);
  const sum = OUTCOMES.reduce((total, what) => total + shares[what], 0);
  const reads: Record<Outcome, (i: number) => string[]> = {
    mask: () => [specials[4]],
    random: () => vocab,
    keep: (i) => [tokens[i]],
  };
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
