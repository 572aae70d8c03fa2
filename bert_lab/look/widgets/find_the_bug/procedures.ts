// FindTheBug's procedures: runs possibly buggy masking code many times and counts, beside what the
// rule expects. The bugs are those of public code; what is said of them comes with the state
// (`bugs`).

import { chiSquare } from "#web/masking/counts.ts";
import {
  candidates,
  chooseTokens,
  corrupt,
  numChosen,
  type Outcome,
  type Lab as Sentence,
  uniform,
} from "#web/masking/draw.ts";
import type { FindTheBug } from "#web/shared/traits.ts";

export type Bugs = FindTheBug["bugs"];
export type Lab = Pick<Sentence, "tokens" | "specials" | "vocab">;
export type PileName = "chosen" | "reads" | "labels";
// by position; by what is read there; by what the loss asks
export type Counts = Record<PileName, number[]>;
export type Investigation = Counts & { draws: number };

const RULE = { mask: 0.8, random: 0.1, keep: 0.1 };
const BATCH = { rate: 0.15, shares: RULE };
export const MOST_TRIALS = 100000;

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

// Seven procedures, the right one among them, in an order drawn anew for every seven mysteries.
export function procedureOf(mystery: number, bugs: Pick<Bugs[number], "key">[]) {
  const block = Math.floor(mystery / bugs.length);
  const order = bugs.map((_, i) => i).sort((a, b) => uniform(block, a, 9) - uniform(block, b, 9));
  return bugs[order[mystery % bugs.length]].key;
}

// One draw: what the model reads, which positions are chosen, and what the loss asks for in its
// slots, [position, label]. `slots` has a slot more than there are chosen tokens, as in a row of a
// batch.
export function attempt(bug: string, lab: Lab, seed: number) {
  const { tokens, specials } = lab,
    [pad] = specials,
    batch = { ...lab, ...BATCH, chosen: [], outcomes: [], inputs: [] };
  const chosen = chooseTokens(bug === "specials" ? { ...batch, specials: [pad] } : batch, seed);
  const fate = (i: number): Outcome => {
    // first a tenth becomes random, then nine tenths of what is left are masked
    if (uniform(seed, i, 3) < 0.1) return "random";
    return uniform(seed, i, 4) < 0.9 ? "mask" : "keep";
  };
  const given = bug === "order" ? Object.fromEntries(chosen.map((i) => [i, fate(i)])) : {};
  const { outcomes, inputs } = corrupt(batch, seed, chosen, given);
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
export const nothingYet = ({ tokens }: Pick<Lab, "tokens">): Investigation => ({
  draws: 0,
  chosen: zeros(tokens.length),
  reads: zeros(4),
  labels: zeros(4),
});

// Draws `first` to `end` - 1 of one mystery, added to what was counted before.
export function investigate(
  bug: string,
  lab: Lab,
  mystery: number,
  end: number,
  before = nothingYet(lab),
) {
  const observed = {
    draws: end,
    chosen: [...before.chosen],
    reads: [...before.reads],
    labels: [...before.labels],
  };
  for (let draw = before.draws; draw < end; draw++) {
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
    n = numChosen({ ...lab, ...BATCH }),
    all = draws * n,
    same = (all * RULE.random) / lab.vocab.length;
  return {
    chosen: lab.tokens.map((_, i) => (words.includes(i) ? all / words.length : 0)),
    reads: [all * RULE.mask, 0, all * RULE.random - same, all * RULE.keep + same],
    labels: [all, 0, 0, 0],
  };
}

// Three verdicts. Positions are drawn without being put back: with k of n in each draw their counts
// vary less than those of a die, by (n - k) / (n - 1).
export function judge(lab: Lab, observed: Investigation) {
  const expected = expectedCounts(lab, observed.draws);
  const n = candidates(lab).length,
    k = numChosen({ ...lab, ...BATCH });
  const scale = n > k ? (n - 1) / (n - k) : 1;
  return {
    chosen: chiSquare(observed.chosen, expected.chosen, scale),
    reads: chiSquare(observed.reads, expected.reads),
    labels: chiSquare(observed.labels, expected.labels),
  };
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
