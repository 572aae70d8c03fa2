// FindTheBug, the procedures: masking that may be wrong is drawn many times and counted, beside
// what the rule says. The bugs are those of public code; what is said of them comes with the state
// (`bugs`).

import { chiSquare } from "../../masking/counts.js";
import { candidates, chooseTokens, corrupt, numChosen, uniform } from "../../masking/draw.js";

/**
 * @import { Lab as Sentence, Outcome } from "../../masking/draw.js"
 * @import { FindTheBug } from "../../shared/traits.js"
 * @typedef {FindTheBug["bugs"]} Bugs
 * @typedef {Pick<Sentence, "tokens" | "specials" | "vocab">} Lab
 * @typedef {"chosen" | "reads" | "labels"} PileName
 * @typedef {Record<PileName, number[]>} Counts by position; by what is read there; by what the loss asks
 * @typedef {Counts & { draws: number }} Investigation
 */

const RULE = { mask: 0.8, random: 0.1, keep: 0.1 };
const BATCH = { rate: 0.15, shares: RULE, max_preds: null };
export const MOST_TRIALS = 100000;

// The lab of which they draw: its vocabulary has as many words as the tokenizer's, and those of the
// text.
/** @param {Pick<FindTheBug, "tokens" | "specials" | "num_words">} traits @returns {Lab} */
export function laboratory({ tokens, specials, num_words }) {
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
/** @param {number} mystery @param {Pick<Bugs[number], "key">[]} bugs */
export function procedureOf(mystery, bugs) {
  const block = Math.floor(mystery / bugs.length);
  const order = bugs.map((_, i) => i).sort((a, b) => uniform(block, a, 9) - uniform(block, b, 9));
  return bugs[order[mystery % bugs.length]].key;
}

// One draw: what the model reads, which positions are chosen, and what the loss asks for in its
// slots, [position, label]. `slots` has a slot more than there are chosen tokens, as in a row of a
// batch.
/** @param {string} bug @param {Lab} lab @param {number} seed */
export function attempt(bug, lab, seed) {
  const { tokens, specials } = lab,
    [pad] = specials,
    batch = { ...lab, ...BATCH, chosen: [], outcomes: [], inputs: [] };
  const chosen = chooseTokens(bug === "specials" ? { ...batch, specials: [pad] } : batch, seed);
  /** @param {number} i @returns {Outcome} */
  const fate = (i) => {
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
  /** @type {[number, string][]} */
  const slots = predicted.map((i) => [i, labels[i]]);
  if (bug === "weights") slots.push([0, pad]);
  return { chosen, inputs, slots };
}

/** @param {number} n @returns {number[]} */
const zeros = (n) => Array(n).fill(0);
/** @param {Pick<Lab, "tokens">} lab @returns {Investigation} */
export const nothingYet = ({ tokens }) => ({
  draws: 0,
  chosen: zeros(tokens.length),
  reads: zeros(4),
  labels: zeros(4),
});

// Draws `first` to `end` - 1 of one mystery, added to what was counted before.
/** @param {string} bug @param {Lab} lab @param {number} mystery @param {number} end */
export function investigate(bug, lab, mystery, end, before = nothingYet(lab)) {
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
/** @param {Lab} lab @param {number} draws @returns {Counts} */
export function expectedCounts(lab, draws) {
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
/** @param {Lab} lab @param {Investigation} observed */
export function judge(lab, observed) {
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
/** @type {Record<string, [pile: PileName, lane?: number]>} */
export const SYMPTOM = {
  unknown: ["reads", 1],
  weights: ["labels", 3],
  specials: ["chosen"],
  unassigned: ["labels", 2],
  alias: ["labels", 1],
  order: ["reads", 3],
};
