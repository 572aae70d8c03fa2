// Filling in gaps word by word, as bert_lab/ask/writing.py does. No DOM here.

import type { BERTModel } from "#web/bert/model.ts";
import { forwardPass, largest, SPECIAL } from "#web/bert/pass.ts";
import { uniform } from "#web/masking/draw.ts";

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

const surest = (shares: Float32Array) => shares.reduce((a, b) => Math.max(a, b));

// What comes next: a word for the gap of which the model is surest. What is drawn for a place depends
// on nothing else, so a step back and one on lead to the same.
export function choose(bert: BERTModel, found: Answers, seed: number, temperature = 0.3): Put {
  const [place, shares] = [...found].reduce((best, one) =>
    surest(one[1]) > surest(best[1]) ? one : best,
  );
  return { place, word: bert.vocab[draw(shares, temperature, uniform(seed, place, 1))] };
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
