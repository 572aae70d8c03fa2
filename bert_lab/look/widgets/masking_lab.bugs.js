// MaskingLab, find the bug: a procedure that may be wrong is drawn many times and counted, beside what
// the rule says. The bugs are those of public code; what is said of them comes with the state (`bugs`).

const RULE = { mask: 0.8, random: 0.1, keep: 0.1 };
const BATCH = { rate: 0.15, shares: RULE, max_preds: null };
const READS = ["<mask>", "<unk>", "another word", "the word itself"];
const ASKED = ["the word that stood there", "something else", "a token that was not chosen", "a slot that only fills the row"];

// Chi-square.

// How probable it is that a chi-square variable with `df` degrees of freedom is `x` or more. The series
// of the incomplete gamma function ends by itself, since df is a whole number.
export function chiSquareTail(x, df) {
  const y = x / 2, odd = df % 2;
  if (y > 700) return 0;
  let tail = odd ? 1 - erf(Math.sqrt(y)) : Math.exp(-y);
  let term = Math.exp(-y) * (odd ? 2 * Math.sqrt(y / Math.PI) : y);
  for (let a = odd ? 1.5 : 2; a <= df / 2; term *= y / a++) tail += term;
  return tail;
}

// Observed counts against expected ones. What is expected never may not happen once; what is expected
// less than five times is too rare to be judged.
export function chiSquare(observed, expected, scale = 1) {
  const possible = expected.flatMap((n, i) => (n ? [i] : []));
  const broken = observed.some((n, i) => n && !expected[i]);
  const x = possible.reduce((sum, i) => sum + (observed[i] - expected[i]) ** 2 / expected[i], 0) * scale;
  const df = possible.length - 1;
  return { x, df, broken, enough: possible.every((i) => expected[i] >= 5), p: broken ? 0 : df > 0 ? chiSquareTail(x, df) : 1 };
}

export function verdict({ x, df, broken, enough, p }) {
  if (broken) return "Broken: something is counted that must never happen.";
  if (!enough) return "Too few draws for a verdict: each count should be expected five times or more.";
  if (df < 1) return "Fits: nothing else is counted.";
  const sure = `χ² = ${x.toFixed(1)}, ${p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`}`;
  if (p < 0.001) return `Does not fit (${sure}).`;
  return p < 0.05 ? `Doubtful (${sure}): chance does so once in ${Math.round(1 / p)} times. Draw more.` : `Fits (${sure}).`;
}

// The procedures.

// Seven procedures, the right one among them, in an order drawn anew for every seven mysteries.
export function procedureOf(mystery, bugs) {
  const block = Math.floor(mystery / bugs.length);
  const order = bugs.map((_, i) => i).sort((a, b) => uniform(block, a, 9) - uniform(block, b, 9));
  return bugs[order[mystery % bugs.length]].key;
}

// One draw: what the model reads, which positions are chosen, and what the loss asks for in its slots,
// [position, label]. `slots` has a slot more than there are chosen tokens, as in a row of a batch.
export function attempt(bug, lab, seed) {
  const { tokens, specials } = lab, [pad] = specials, batch = { ...lab, ...BATCH, chosen: [], outcomes: [] };
  const chosen = choose(bug === "specials" ? { ...batch, specials: [pad] } : batch, seed);
  const fate = (i) => { // first a tenth becomes random, then nine tenths of what is left are masked
    if (uniform(seed, i, 3) < 0.1) return "random";
    return uniform(seed, i, 4) < 0.9 ? "mask" : "keep";
  };
  const given = bug === "order" ? Object.fromEntries(chosen.map((i) => [i, fate(i)])) : {};
  const { outcomes, inputs } = corrupt(batch, seed, chosen, given);
  if (bug === "unknown") chosen.forEach((i, slot) => { if (outcomes[slot] === "random") inputs[i] = specials[1]; });
  const labels = bug === "alias" ? inputs : tokens;
  const asking = bug === "unassigned" ? tokens.flatMap((token, i) => (token === pad ? [] : [i])) : chosen;
  const slots = asking.map((i) => [i, labels[i]]);
  if (bug === "weights") slots.push([0, pad]);
  return { chosen, inputs, slots };
}

const zeros = (n) => Array(n).fill(0);
export const nothingYet = ({ tokens }) => ({ draws: 0, chosen: zeros(tokens.length), reads: zeros(4), asked: zeros(4) });

// Draws `first` to `end` - 1 of one mystery, added to what was counted before.
export function investigate(bug, lab, mystery, end, before = nothingYet(lab)) {
  const found = { draws: end, chosen: [...before.chosen], reads: [...before.reads], asked: [...before.asked] };
  for (let draw = before.draws; draw < end; draw++) {
    const { chosen, inputs, slots } = attempt(bug, lab, 1e6 * (mystery + 1) + draw);
    for (const i of chosen) {
      found.chosen[i]++;
      const same = inputs[i] === lab.tokens[i], kind = READS.indexOf(inputs[i]);
      found.reads[same ? 3 : kind < 0 ? 2 : kind]++;
    }
    for (const [i, label] of slots)
      found.asked[label === lab.specials[0] ? 3 : !chosen.includes(i) ? 2 : label === lab.tokens[i] ? 0 : 1]++;
  }
  return found;
}

// The same counts as the rule lets one expect them.
export function expectedCounts(lab, draws) {
  const words = candidates(lab), n = numChosen({ ...lab, ...BATCH }), all = draws * n, same = all * RULE.random / lab.vocab.length;
  return {
    chosen: lab.tokens.map((_, i) => (words.includes(i) ? all / words.length : 0)),
    reads: [all * RULE.mask, 0, all * RULE.random - same, all * RULE.keep + same],
    asked: [all, 0, 0, 0],
  };
}

// Three verdicts. Positions are drawn without being put back: with k of n in each draw their counts
// vary less than those of a die, by (n - k) / (n - 1).
export function judge(lab, found) {
  const expected = expectedCounts(lab, found.draws);
  const n = candidates(lab).length, k = numChosen({ ...lab, ...BATCH });
  const scale = n > k ? (n - 1) / (n - k) : 1;
  return {
    chosen: chiSquare(found.chosen, expected.chosen, scale),
    reads: chiSquare(found.reads, expected.reads),
    asked: chiSquare(found.asked, expected.asked),
  };
}
