// Filling in gaps a few words at a time, as bert_lab/ask/writing.py does. No DOM here.

import type { BERTModel } from "#web/bert/model.ts";
import { forwardPass, largest, SPECIAL } from "#web/bert/pass.ts";
import { uniform } from "#web/masking/draw.ts";

export const ORDERS = ["surest", "left to right", "random"] as const;
export type How = {
  order: (typeof ORDERS)[number];
  at_once: number;
  temperature: number;
  seed: number;
};
export type Text = { tokens: string[]; segments: number[] };
export type Put = { place: number; word: string };
export type Answers = Map<number, Float32Array>;

// What the model has for each gap (V,); it writes no special token.
export function answers(bert: BERTModel, text: Text): Answers {
  const { masks, guesses } = forwardPass(bert, text);
  for (const shares of guesses)
    for (const [id, token] of bert.vocab.entries()) if (SPECIAL.test(token)) shares[id] = 0;
  return new Map(masks.map((place, p) => [place, guesses[p]]));
}

// Which words come next, drawn without knowing of each other. What is drawn for a place depends on
// nothing else, so a step back and one on lead to the same.
export function choose(
  bert: BERTModel,
  found: Answers,
  { order, at_once, temperature, seed }: How,
): Put[] {
  const places = [...found.keys()];
  const key = (place: number) => {
    if (order === "random") return uniform(seed, place, 0);
    const shares = found.get(place) as Float32Array;
    return order === "surest" ? shares[largest(shares, 1)[0]] : -place;
  };
  return largest(places.map(key), at_once).map((i) => {
    const place = places[i],
      shares = found.get(place) as Float32Array;
    return { place, word: bert.vocab[draw(shares, temperature, uniform(seed, place, 1))] };
  });
}

// u: at random from 0 to 1
function draw(shares: Float32Array, temperature: number, u: number) {
  const [best] = largest(shares, 1);
  if (!temperature) return best;
  const powers = Float64Array.from(shares, (share) => (share / shares[best]) ** (1 / temperature));
  let left = u * powers.reduce((sum, power) => sum + power, 0);
  const drawn = powers.findIndex((power) => {
    left -= power;
    return left < 0;
  });
  return drawn < 0 ? best : drawn;
}
