// One pass of a model on the reader's texts, with what was asked for beside it.

import { type Gap, gapsOf } from "./gaps.ts";
import { encode, type Texts } from "./input.ts";
import { lastBlocks } from "./learning.ts";
import type { MiniLM } from "./model.ts";
import { nextOf } from "./next.ts";
import type { Tokenizer } from "./tokenizer.ts";

export type ReadRequest = Texts & {
  learning?: number; // of how many last blocks the weights are wanted, too
  untrained?: boolean; // of MiniLM's network before anybody trained it
};
// What a pass leaves: `tokens`, which are `typed` with what is hidden behind [MASK], and the rest
// of input.ts; states (num_blks + 1, T, D), attention weights (num_blks, N, T, T). With a [MASK] in it
// the gap filler's adapter is on, and `gaps` are its guesses.
export type Pass = {
  tokens: string[];
  typed: string[];
  words: number[];
  segments: number[];
  unknown: string[];
  gaps: Gap[];
  states: Float32Array;
  weights: Float32Array;
  next?: number; // that the second text follows the first, where a head says so
  learning?: Record<string, Float32Array>; // weights of the last so many blocks
};
export function read(
  model: MiniLM,
  tokenizer: Tokenizer,
  { learning, ...texts }: ReadRequest,
): Pass {
  const { ids, typed, ...rest } = encode(tokenizer, model.most, texts),
    piecesOf = (all: number[]) => all.map((id) => model.vocab[id]),
    MASK = tokenizer.idOf("[MASK]"),
    masks = [...ids.keys()].filter((t) => ids[t] === MASK),
    filling = model.fills && masks.length > 0;
  model.run(ids, rest.segments, filling);
  const next = rest.segments.includes(1) ? nextOf(model) : null;
  return {
    ...{ ...rest, tokens: piecesOf(ids), typed: piecesOf(typed) },
    gaps: filling ? gapsOf(model, masks, ids, typed) : [],
    ...{ states: model.states(), weights: model.weights() },
    ...(next !== null && { next }),
    ...(learning && { learning: lastBlocks(model, learning) }),
  };
}
