// MaskingLab, the draw: the rule of bert_core.masking.mask_tokens on one sentence.

const OUTCOMES = ["mask", "random", "keep"];

// Pure functions, tested without a browser. `lab` holds the widget's traits.

// A number in [0, 1) for a place, as random as MurmurHash3 and always the same for the same seed.
export function uniform(seed, ...place) {
  let hash = seed | 0;
  for (let k of place) {
    k = Math.imul(k, 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    hash ^= k;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= 4 * place.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

// As Python rounds: 2.5 to 2, 3.5 to 4.
export function round(x) {
  const below = Math.floor(x);
  return below + Number(x - below > 0.5 || (x - below === 0.5 && below % 2 === 1));
}

const candidates = ({ tokens, specials }) =>
  tokens.flatMap((token, i) => (specials.includes(token) ? [] : [i]));

export function numChosen(lab) {
  const length = lab.tokens.filter((token) => token !== lab.specials[0]).length; // without <pad>
  const wanted = Math.min(lab.max_preds ?? Infinity, Math.max(1, round(lab.rate * length)));
  return Math.min(wanted, candidates(lab).length);
}

// The candidates with the highest keys: a uniform draw without replacement. A higher rate takes
// more of the same order, so the choice grows and doesn't jump.
export function choose(lab, seed) {
  const key = (i) => uniform(seed, i, 0);
  const order = candidates(lab).sort((a, b) => key(b) - key(a));
  return order.slice(0, numChosen(lab)).sort((a, b) => a - b);
}

export function outcome({ shares }, seed, position) {
  const u = uniform(seed, position, 1);
  if (u < shares.mask) return "mask";
  return u < shares.mask + shares.random ? "random" : "keep";
}

export function replacement({ tokens, specials, vocab }, seed, position, what) {
  if (what === "mask") return specials[4];
  if (what === "keep") return tokens[position];
  return vocab[Math.floor(uniform(seed, position, 2) * vocab.length)];
}

// What is given for some positions ({position: outcome}) holds, and so does what the lab shows
// there already; for the rest the seed decides.
export function corrupt(lab, seed, chosen, given = {}) {
  const outcomes = chosen.map((i) => given[i] ?? outcome(lab, seed, i));
  const inputs = [...lab.tokens];
  chosen.forEach((i, slot) => {
    const before = lab.chosen.indexOf(i);
    const same = given[i] && before >= 0 && lab.outcomes[before] === outcomes[slot];
    inputs[i] = same ? lab.inputs[i] : replacement(lab, seed, i, outcomes[slot]);
  });
  return { chosen, outcomes, inputs };
}

export const roll = (lab, seed) => corrupt(lab, seed, choose(lab, seed));

const outcomesByPosition = ({ chosen, outcomes }) =>
  Object.fromEntries(chosen.map((i, slot) => [i, outcomes[slot]]));

export function toggle(lab, position) {
  const without = lab.chosen.filter((i) => i !== position);
  const chosen = without.length < lab.chosen.length ? without : [...without, position];
  return corrupt(lab, lab.seed, chosen.sort((a, b) => a - b), outcomesByPosition(lab));
}

export const setOutcome = (lab, position, what) =>
  corrupt(lab, lab.seed, lab.chosen, { ...outcomesByPosition(lab), [position]: what });

export const tallyOf = (outcomes, before = { rolls: 0, mask: 0, random: 0, keep: 0 }) => ({
  rolls: before.rolls + 1,
  ...Object.fromEntries(
    OUTCOMES.map((what) => [what, before[what] + outcomes.filter((o) => o === what).length])),
});

// The next `times` seeds, one roll each; the last one is shown.
export function rollOn(lab, times) {
  let { seed, tally } = lab, drawn;
  for (let n = 0; n < times; n++) {
    drawn = roll(lab, ++seed);
    tally = tallyOf(drawn.outcomes, tally);
  }
  return { ...drawn, seed, tally, drawn_by: "page" };
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
  const { tokens, specials, vocab, shares, chosen, outcomes, inputs } = lab, free = candidates(lab);
  const sum = OUTCOMES.reduce((total, what) => total + shares[what], 0);
  const reads = { mask: (i) => [specials[4]], random: (i) => vocab, keep: (i) => [tokens[i]] };
  return Object.keys(shares).length === 3 && Math.abs(sum - 1) < 1e-9 &&
    outcomes.length === chosen.length && inputs.length === tokens.length &&
    chosen.every((i, slot) => free.includes(i) && !(i <= chosen[slot - 1])) &&
    inputs.every((read, i) => {
      const slot = chosen.indexOf(i);
      return slot < 0 ? read === tokens[i] : reads[outcomes[slot]](i).includes(read);
    });
}

