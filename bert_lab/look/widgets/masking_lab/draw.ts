// MaskingLab's draws: rolls of the dice, the reader's own choice, and their counts.

import {
  chooseTokens,
  corrupt,
  type Lab,
  numChosen,
  OUTCOMES,
  type Outcome,
} from "#web/masking/draw.ts";
import type { MaskingLab } from "#web/shared/traits.ts";

export type Draw = Pick<MaskingLab, "chosen" | "inputs">;

export const roll = (lab: Lab, seed: number) => corrupt(lab, seed, chooseTokens(lab, seed));

export const outcomeOf = (
  { tokens, specials, inputs }: Pick<MaskingLab, "tokens" | "specials" | "inputs">,
  i: number,
): Outcome => (inputs[i] === specials[4] ? "mask" : inputs[i] === tokens[i] ? "keep" : "random");

// A word that the reader covers, or lets go.
export function toggle({ tokens, specials, chosen, inputs }: Lab & Draw, position: number): Draw {
  const without = chosen.filter((i) => i !== position),
    free = without.length < chosen.length;
  return {
    chosen: free ? without : [...chosen, position].sort((a, b) => a - b),
    inputs: inputs.with(position, free ? tokens[position] : specials[4]),
  };
}

// Rolls so far, what became of the tokens chosen in them, and how often each position was.
export interface Tally {
  rolls: number;
  outcomes: Record<Outcome, number>;
  places: number[];
}

// The roll that is shown, and those of the seeds before its own.
export function tallyOf(lab: Lab & Draw & Pick<MaskingLab, "seed" | "rolls">): Tally {
  const { rolls, seed } = lab,
    outcomes = { mask: 0, random: 0, keep: 0 },
    places = lab.tokens.map((_, i) => Number(lab.chosen.includes(i)));
  for (const i of lab.chosen) outcomes[outcomeOf(lab, i)]++;
  for (let n = seed - rolls + 1; n < seed; n++) {
    const one = roll(lab, n);
    for (const what of one.outcomes) outcomes[what]++;
    for (const i of one.chosen) places[i]++;
  }
  return { rolls, outcomes, places };
}

export const numOutcomes = ({ outcomes }: Tally) =>
  OUTCOMES.reduce((sum, what) => sum + outcomes[what], 0);

// How often each word should have been chosen in all rolls of a tally.
export const expectedChoices = (
  lab: Pick<Lab, "tokens" | "specials">,
  { rolls }: Pick<Tally, "rolls">,
  words: number,
) => (rolls * numChosen(lab)) / Math.max(1, words);
