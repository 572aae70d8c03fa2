// AttentionMicroscope, the one sentence that says what is to be seen.

import { largest } from "../../bert/pass.js";
import { WORDS } from "./words.js";

/**
 * @import { Question, Attention } from "./head.js"
 * @import { Point } from "./paint.js"
 * @typedef {object} Seen
 * @property {string[]} tokens
 * @property {Attention} attention
 * @property {Question} question
 * @property {{ query: number, head: number, step: number, root: number, padding: number,
 *   padding_mask: boolean, causal_mask: boolean }} choice
 * @property {Point | null} point
 * @property {"step" | "padding" | "causal"} told which of step, padding or causal was asked for last
 */

// What the pointer or the focus is on.
/** @param {Seen} seen @param {Point} point */
function ofPoint({ tokens, attention, question, choice }, { key = 0, cell, query: asked }) {
  const { T, K, weights, divisor, mask } = attention,
    query = asked ?? choice.query,
    share = weights[(choice.head * T + query) * T + key],
    [asks, answers] = [tokens[query], tokens[key]];
  if (!mask[query * T + key]) return WORDS.masked(asks, answers);
  if (cell !== undefined && choice.step !== 5) {
    const at = key * K + cell;
    return WORDS.cell(
      cell,
      question.query[cell],
      question.keys[at],
      question.products[at],
      answers,
    );
  }
  if (asked !== undefined || choice.step > 3) return WORDS.entry(asks, answers, share);
  return WORDS.key(asks, answers, question.sums[key], divisor, share);
}

/** @param {Seen} seen */
function ofStep({ tokens, attention, question, choice }) {
  const { T, K, N, weights } = attention,
    { sums, scores, shares } = question,
    { query, head, step, root } = choice,
    asks = tokens[query];
  const [most] = largest(shares, 1),
    best = tokens[most];
  if (step === 1) return WORDS.compares(asks, K);
  if (step === 2) return WORDS.multiplies(best, sums[most], K);
  if (step === 3)
    return root > 0.995
      ? WORDS.divides(K, best, scores[most], shares[most])
      : WORDS.undivided(best, scores[most], shares[most]);
  if (step === 4) return WORDS.answers(asks, best, shares[most]);
  if (step === 5)
    return WORDS.mixes(
      asks,
      largest(shares, Math.min(3, T)).map((key) => WORDS.part(tokens[key], shares[key])),
    );
  if (step === 6) return WORDS.all(asks, best, shares[most]);
  const parts = Array.from({ length: N }, (_, n) => {
    const row = weights.subarray((n * T + query) * T, (n * T + query + 1) * T),
      [key] = largest(row, 1);
    return WORDS.ofHead(n, tokens[key], row[key]);
  });
  return WORDS.heads(asks, N > 4 ? [parts[head]] : parts);
}

/** @param {Seen} seen */
export function sentence(seen) {
  const { told, point, tokens, question, choice } = seen;
  if (point) return ofPoint(seen, point);
  if (told === "causal" && choice.causal_mask) return WORDS.causal;
  if (told === "padding" && choice.padding) {
    const read = tokens.reduce(
      (sum, token, t) => sum + (token === "<pad>" ? question.shares[t] : 0),
      0,
    );
    return choice.padding_mask ? WORDS.padsMasked : WORDS.padsRead(read);
  }
  return ofStep(seen);
}
