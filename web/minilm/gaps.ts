// The gap filler's guesses at each [MASK].

import type { MiniLM } from "./model.ts";

// A place, and the likeliest pieces there with their shares.
export type Gap = { t: number; top: [string, number][] };

const SHOWN = 5,
  MOST = 12; // gaps that are filled

// model: after a pass with its adapter on
export const gapsOf = (model: MiniLM, places: number[]): Gap[] =>
  places.slice(0, MOST).map((t) => {
    const logits = model.logits(t),
      most = logits.reduce((a, b) => Math.max(a, b)),
      sum = logits.reduce((total, logit) => total + Math.exp(logit - most), 0);
    let best: number[] = [];
    logits.forEach((logit, id) => {
      if (best.length === SHOWN && logit <= logits[best[SHOWN - 1]]) return;
      best = [...best, id].sort((a, b) => logits[b] - logits[a]).slice(0, SHOWN);
    });
    return { t, top: best.map((id) => [model.vocab[id], Math.exp(logits[id] - most) / sum]) };
  });
