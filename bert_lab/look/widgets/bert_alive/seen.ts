// What BertAlive shows: one pass of the reader's text, with and without the cuts. No DOM here.

import type { Cut } from "#web/bert/close.ts";
import type { BERTModel } from "#web/bert/model.ts";
import {
  cutsWithin,
  forwardPass,
  type Input,
  largest,
  type Pass,
  reads,
  type Trace,
} from "#web/bert/pass.ts";
import { type Worth, worthsOf } from "#web/worth/worth.ts";
import type { Stop } from "./tour.ts";

export interface Seen {
  bert: BERTModel;
  input: Input;
  plain: Pass; // the pass without cuts
  pass: Pass; // the one with them
  own: Cut[]; // the reader's cuts that this model has
  cuts: Cut[]; // with the tour's
  worths: Worth[]; // of the words of a text in which nothing is hidden
}

// What a stop of the tour traces in this pass, and what it cuts.
export function stopIn(stop: Stop | undefined, plain: Pass): { trace: Trace | null; cuts: Cut[] } {
  if (stop?.trace === undefined) return { trace: null, cuts: [] };
  const query = plain.masks[0] ?? Math.min(1, plain.T - 1);
  const [key] = largest(reads(plain.blocks[stop.trace], plain.T, query), 1);
  return {
    trace: { query, block: stop.trace },
    cuts: stop.cut ? [[stop.trace, -1, query, key]] : [],
  };
}

// weigh: whether the worth of the words is wanted
export function see(
  bert: BERTModel,
  input: Input,
  cut: Cut[],
  stop: Stop | undefined,
  weigh: boolean,
): Seen {
  const plain = forwardPass(bert, input),
    own = cutsWithin(cut, bert.config, plain.T),
    cuts = [...own, ...stopIn(stop, plain).cuts];
  const pass = cuts.length ? forwardPass(bert, input, cuts) : plain;
  const worths = weigh && !plain.masks.length && !input.pair ? worthsOf(bert, input) : [];
  return { bert, input, plain, pass, own, cuts, worths };
}
