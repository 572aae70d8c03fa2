// Masks one sentence once, by the rule of bert_core.masking.mask_tokens: for MaskingLab and
// FindTheBug.

// Pure functions, tested without a browser.
export type Outcome = "mask" | "random" | "keep";
export const OUTCOMES: Outcome[] = ["mask", "random", "keep"];
export const RATE = 0.15;
export const SHARES: Record<Outcome, number> = { mask: 0.8, random: 0.1, keep: 0.1 };
export interface Lab {
  tokens: string[];
  specials: string[]; // <pad>, <unk>, <cls>, <sep>, <mask>
  vocab: string[];
}
type Sentence = Pick<Lab, "tokens" | "specials">;

// A number in [0, 1) for a place, as random as MurmurHash3 and always the same for the same seed.
export function uniform(seed: number, ...place: number[]) {
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
export function roundToEven(x: number) {
  const below = Math.floor(x);
  return below + Number(x - below > 0.5 || (x - below === 0.5 && below % 2 === 1));
}

export const candidates = ({ tokens, specials }: Sentence) =>
  tokens.flatMap((token, i) => (specials.includes(token) ? [] : [i]));

export function numChosen(lab: Sentence) {
  return Math.min(Math.max(1, roundToEven(RATE * lab.tokens.length)), candidates(lab).length);
}

// The candidates with the highest keys: a uniform draw without replacement.
export function chooseTokens(lab: Sentence, seed: number) {
  const key = (i: number) => uniform(seed, i, 0);
  const order = candidates(lab).sort((a, b) => key(b) - key(a));
  return order.slice(0, numChosen(lab)).sort((a, b) => a - b);
}

export function outcomeAt(seed: number, position: number): Outcome {
  const u = uniform(seed, position, 1);
  if (u < SHARES.mask) return "mask";
  return u < SHARES.mask + SHARES.random ? "random" : "keep";
}

function replacementAt(
  { tokens, specials, vocab }: Lab,
  seed: number,
  position: number,
  what: Outcome,
): string {
  if (what === "mask") return specials[4];
  if (what === "keep") return tokens[position];
  return vocab[Math.floor(uniform(seed, position, 2) * vocab.length)];
}

// What the chosen positions become, and what the model reads.
export function corrupt(
  lab: Lab,
  seed: number,
  chosen: number[],
  fate = (position: number) => outcomeAt(seed, position),
) {
  const outcomes = chosen.map(fate),
    inputs = [...lab.tokens];
  chosen.forEach((i, slot) => {
    inputs[i] = replacementAt(lab, seed, i, outcomes[slot]);
  });
  return { chosen, outcomes, inputs };
}
