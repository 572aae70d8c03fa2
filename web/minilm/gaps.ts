// The gap filler's guesses at each [MASK].

import type { MiniLM } from "./model.ts";

// A place, the likeliest pieces there with their shares, and of the piece that a reader has hidden
// its rank, from 0, and share.
export type Gap = { t: number; top: [string, number][]; own?: { rank: number; share: number } };

const SHOWN = 5,
  MOST = 12; // gaps that are filled

function bestOf(logits: Float32Array, most: number) {
  let best: number[] = [];
  logits.forEach((logit, id) => {
    if (best.length === most && logit <= logits[best[most - 1]]) return;
    best = [...best, id].sort((a, b) => logits[b] - logits[a]).slice(0, most);
  });
  return best;
}

// model: after a pass with its adapter on
// typed: the pieces with nothing hidden
export const gapsOf = (model: MiniLM, places: number[], ids: number[], typed: number[]): Gap[] =>
  places.slice(0, MOST).map((t) => {
    const logits = model.logits(t),
      most = logits.reduce((a, b) => Math.max(a, b)),
      sum = logits.reduce((total, logit) => total + Math.exp(logit - most), 0);
    const best = bestOf(logits, SHOWN);
    const shareOf = (id: number) => Math.exp(logits[id] - most) / sum,
      own = logits[typed[t]],
      rank = logits.reduce((n, logit) => n + Number(logit > own), 0);
    return {
      t,
      top: best.map((id) => [model.vocab[id], shareOf(id)]),
      ...(typed[t] !== ids[t] && { own: { rank, share: shareOf(typed[t]) } }),
    };
  });
