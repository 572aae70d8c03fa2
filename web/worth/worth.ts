// What the words of a text are worth to a model: how probable each is where it stands, hidden with
// the further pieces of its word, as bert_lab/ask/likelihood.py has it. No DOM here.

import type { BERTModel } from "../bert/model.ts";
import { softmax } from "../bert/torch.ts";
import { WORDS } from "./words.toml";

// A place, the probability of what stands there, and its rank among all guesses, from 0.
export type Worth = { t: number; share: number; rank: number };

const AROUND = /^<(?:cls|sep)>$/;

// Of each word of the mini-BERT's, which are never cut.
export function worthsOf(
  bert: BERTModel,
  { tokens, segments }: { tokens: string[]; segments: number[] },
): Worth[] {
  const ids = bert.ids(tokens),
    [mask] = bert.ids(["<mask>"]);
  return [...ids.keys()]
    .filter((t) => !AROUND.test(tokens[t]))
    .map((t) => {
      const hidden = ids.map((id, place) => (place === t ? mask : id)),
        asked = [t - Number(bert.config.causal)], // from left to right it says what comes next
        { mlm_Y_hat } = bert.forward(hidden, segments, ids.length, asked),
        shares = softmax(mlm_Y_hat as Float32Array),
        share = shares[ids[t]];
      return { t, share, rank: shares.filter((other) => other > share).length };
    });
}

// The odd word out: the least probable one.
export const oddOf = (worths: Worth[]) =>
  worths.reduce((least, one) => (one.share < least.share ? one : least));

// The pseudo-log-likelihood, in nats.
export const totalOf = (worths: Worth[]) =>
  worths.reduce((sum, { share }) => sum + Math.log(share), 0);

// A word that isn't among the best guesses, with its rank, from 0.
export const rankedName = (rank: number, piece: string) => WORDS.rank({ rank: rank + 1, piece });

// The text's worth in words, and the odd one by its name.
export function worthInWords(worths: Worth[], nameOf: (t: number) => string) {
  const { t, rank } = oddOf(worths);
  return WORDS.worth({ word: nameOf(t), rank, nats: totalOf(worths) });
}
