// One draw by the rule of bert_core.masking.mask_tokens, on one sentence: for MaskingLab and
// FindTheBug.

// Pure functions, tested without a browser. `lab` holds the widget's traits.
/**
 * @typedef {"mask" | "random" | "keep"} Outcome
 * @typedef {object} Lab
 * @property {string[]} tokens
 * @property {string[]} specials <pad>, <unk>, <cls>, <sep>, <mask>
 * @property {string[]} vocab
 * @property {number} rate
 * @property {number | null} max_preds
 * @property {{ mask: number, random: number, keep: number }} shares
 * @property {number[]} chosen positions
 * @property {Outcome[]} outcomes of the chosen
 * @property {string[]} inputs
 * @typedef {Pick<Lab, "chosen" | "outcomes" | "inputs">} Draw
 */

// A number in [0, 1) for a place, as random as MurmurHash3 and always the same for the same seed.
/** @param {number} seed @param {number[]} place */
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
/** @param {number} x */
export function roundToEven(x) {
  const below = Math.floor(x);
  return below + Number(x - below > 0.5 || (x - below === 0.5 && below % 2 === 1));
}

/** @param {Pick<Lab, "tokens" | "specials">} lab */
export const candidates = ({ tokens, specials }) =>
  tokens.flatMap((token, i) => (specials.includes(token) ? [] : [i]));

/** @param {Pick<Lab, "tokens" | "specials" | "rate" | "max_preds">} lab */
export function numChosen(lab) {
  const length = lab.tokens.filter((token) => token !== lab.specials[0]).length; // without <pad>
  const wanted = Math.min(lab.max_preds ?? Infinity, Math.max(1, roundToEven(lab.rate * length)));
  return Math.min(wanted, candidates(lab).length);
}

// The candidates with the highest keys: a uniform draw without replacement. A higher rate takes
// more of the same order, so the choice grows and doesn't jump.
/** @param {Parameters<typeof numChosen>[0]} lab @param {number} seed */
export function chooseTokens(lab, seed) {
  /** @param {number} i */
  const key = (i) => uniform(seed, i, 0);
  const order = candidates(lab).sort((a, b) => key(b) - key(a));
  return order.slice(0, numChosen(lab)).sort((a, b) => a - b);
}

/** @type {(lab: Pick<Lab, "shares">, seed: number, position: number) => Outcome} */
export function outcomeAt({ shares }, seed, position) {
  const u = uniform(seed, position, 1);
  if (u < shares.mask) return "mask";
  return u < shares.mask + shares.random ? "random" : "keep";
}

/** @type {(lab: Lab, seed: number, position: number, what: Outcome) => string} */
export function replacementAt({ tokens, specials, vocab }, seed, position, what) {
  if (what === "mask") return specials[4];
  if (what === "keep") return tokens[position];
  return vocab[Math.floor(uniform(seed, position, 2) * vocab.length)];
}

// What is given for some positions ({position: outcome}) holds, and so does what the lab shows
// there already; for the rest the seed decides.
/** @type {(lab: Lab, seed: number, chosen: number[], given?: Record<number, Outcome>) => Draw} */
export function corrupt(lab, seed, chosen, given = {}) {
  const outcomes = chosen.map((i) => given[i] ?? outcomeAt(lab, seed, i));
  const inputs = [...lab.tokens];
  chosen.forEach((i, slot) => {
    const before = lab.chosen.indexOf(i);
    const same = given[i] && before >= 0 && lab.outcomes[before] === outcomes[slot];
    inputs[i] = same ? lab.inputs[i] : replacementAt(lab, seed, i, outcomes[slot]);
  });
  return { chosen, outcomes, inputs };
}
