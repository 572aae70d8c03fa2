// How a network goes through its texts, and which of them are kept back.

export const LEARNERS = ["tuned", "twin", "bag"] as const;
// `rate` of the last blocks; `blocks`, how many of them learn.
export type Learning = {
  rate: number;
  blocks: number;
  epochs: number;
  seed: number;
};
export const USUAL: Learning = { rate: 2e-4, blocks: 1, epochs: 10, seed: 1 };

const PARTS = 4; // of which one is kept back

// Up for a tenth of the steps, then down to 0: a share of the rate.
export const rateAt = (step: number, steps: number) =>
  Math.min(1, (step + 1) / Math.ceil(steps / 10)) * (1 - step / steps);

// Numbers between 0 and 1, the same for the same seed (mulberry32).
export function randoms(seed: number) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<One>(all: readonly One[], seed: number) {
  const random = randoms(seed),
    made = [...all];
  for (let i = made.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [made[i], made[j]] = [made[j], made[i]];
  }
  return made;
}

// The places of each class's texts, by chance.
const mixed = (labels: readonly number[], seed: number) =>
  [...new Set(labels)].map((label) =>
    shuffled(
      [...labels.keys()].filter((i) => labels[i] === label),
      seed,
    ),
  );

// Of each class one in four, by chance, which none learns from.
export function heldOut(labels: readonly number[], seed: number) {
  const held = labels.map(() => false);
  for (const own of mixed(labels, seed)) {
    for (const i of own.slice(0, Math.floor(own.length / PARTS))) held[i] = true;
  }
  return held;
}
