// FindTheBug's procedures: runs possibly buggy masking code many times and counts, beside what the
// rule expects. The bugs are those of public code; what is said of them comes with the state
// (`bugs`).

import {
  candidates,
  chooseTokens,
  corrupt,
  type Lab,
  numChosen,
  type Outcome,
  outcomeAt,
  SHARES,
  uniform,
} from "#web/masking/draw.ts";
import type { FindTheBug } from "#web/shared/traits.ts";

export type Bugs = FindTheBug["bugs"];
export type PileName = "chosen" | "reads" | "labels";
// by position; by what is read there; by what the loss asks
export type Counts = Record<PileName, number[]>;
export type Investigation = Counts & { draws: number };

const DRAWS = 20000; // enough for 81 / 10 / 9 to show

// The lab of which they draw: its vocabulary has as many words as the tokenizer's, and those of the
// text.
export function laboratory({
  tokens,
  specials,
  num_words,
}: Pick<FindTheBug, "tokens" | "specials" | "num_words">): Lab {
  const words = [...new Set(tokens)]
    .filter((token) => !specials.includes(token))
    .slice(0, num_words);
  return {
    tokens,
    specials,
    vocab: [...words, ...Array.from({ length: num_words - words.length }, (_, i) => `word ${i}`)],
  };
}

// The procedures in an order that tells nothing: places in the list of bugs.
const ORDER = [3, 1, 0, 5, 2, 6, 4];
export const procedureOf = (mystery: number, bugs: Pick<Bugs[number], "key">[]) =>
  bugs[ORDER[mystery]].key;

// One draw: what the model reads, which positions are chosen, and what the loss asks for in its
// slots, [position, label]. `slots` has a slot more than there are chosen tokens, as in a row of a
// batch.
function attempt(bug: string, lab: Lab, seed: number) {
  const { tokens, specials } = lab,
    [pad] = specials;
  const chosen = chooseTokens(bug === "specials" ? { tokens, specials: [pad] } : lab, seed);
  const inOrder = (i: number): Outcome => {
    // first a tenth becomes random, then nine tenths of what is left are masked
    if (uniform(seed, i, 3) < 0.1) return "random";
    return uniform(seed, i, 4) < 0.9 ? "mask" : "keep";
  };
  const fate = bug === "order" ? inOrder : (i: number) => outcomeAt(seed, i);
  const { outcomes, inputs } = corrupt(lab, seed, chosen, fate);
  if (bug === "unknown")
    chosen.forEach((i, slot) => {
      if (outcomes[slot] === "random") inputs[i] = specials[1];
    });
  const labels = bug === "alias" ? inputs : tokens;
  const predicted =
    bug === "unassigned" ? tokens.flatMap((token, i) => (token === pad ? [] : [i])) : chosen;
  const slots: [number, string][] = predicted.map((i) => [i, labels[i]]);
  if (bug === "weights") slots.push([0, pad]);
  return { chosen, inputs, slots };
}

const zeros = (n: number): number[] => Array(n).fill(0);

// Draws of one mystery, counted.
export function investigate(bug: string, lab: Lab, mystery: number, draws = DRAWS): Investigation {
  const observed = {
    draws,
    chosen: zeros(lab.tokens.length),
    reads: zeros(4),
    labels: zeros(4),
  };
  for (let draw = 0; draw < draws; draw++) {
    const { chosen, inputs, slots } = attempt(bug, lab, 1e6 * (mystery + 1) + draw);
    for (const i of chosen) {
      observed.chosen[i]++;
      const same = inputs[i] === lab.tokens[i],
        kind = [lab.specials[4], lab.specials[1]].indexOf(inputs[i]);
      observed.reads[same ? 3 : kind < 0 ? 2 : kind]++;
    }
    for (const [i, label] of slots)
      observed.labels[
        label === lab.specials[0] ? 3 : !chosen.includes(i) ? 2 : label === lab.tokens[i] ? 0 : 1
      ]++;
  }
  return observed;
}

// The same counts as the rule lets one expect them.
export function expectedCounts(lab: Lab, draws: number): Counts {
  const words = candidates(lab),
    n = numChosen(lab),
    all = draws * n,
    same = (all * SHARES.random) / lab.vocab.length;
  return {
    chosen: lab.tokens.map((_, i) => (words.includes(i) ? all / words.length : 0)),
    reads: [all * SHARES.mask, 0, all * SHARES.random - same, all * SHARES.keep + same],
    labels: [all, 0, 0, 0],
  };
}

// What a pile says, a key of WORDS.brief. What is expected never may not happen once; what is
// expected less than five times is too rare to be judged; four standard deviations are no chance.
export function verdictOf(observed: number[], expected: number[]) {
  const off = observed.map((n, i) => Math.abs(n - expected[i]));
  if (off.some((n, i) => n && !expected[i])) return "broken";
  if (expected.some((n) => n && n < 5)) return "few";
  return off.some((n, i) => n > 4 * Math.sqrt(expected[i])) ? "wrong" : "fits";
}

// Which count shows each bug: its pile, and which of its lanes; of positions, all special ones.
export const SYMPTOM: Record<string, [pile: PileName, lane?: number]> = {
  unknown: ["reads", 1],
  weights: ["labels", 3],
  specials: ["chosen"],
  unassigned: ["labels", 2],
  alias: ["labels", 1],
  order: ["reads", 3],
};
