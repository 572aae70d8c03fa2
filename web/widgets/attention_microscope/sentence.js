// The one sentence that says what is to be seen in AttentionMicroscope's picture.

import { largest } from "../../bert/pass.js";
import { WORDS } from "./words.js";

/**
 * @import { AttentionMicroscope } from "../../shared/traits.js"
 * @import { Point } from "./paint.js"
 * @import { Chosen, Now } from "./view.js"
 * @typedef {keyof AttentionMicroscope["code"]} Told a line of code's name
 */

// What was asked for last, a mask or a step: its line of code is shown, its sentence is said.
/** @param {Chosen} choice @param {Pick<Now, "choice" | "told"> | null} before @returns {Told} */
export function toldOf(choice, before) {
  const { step, padding, padding_mask, causal_mask } = choice,
    was = before?.choice;
  if (step >= 3) {
    if (causal_mask && !was?.causal_mask) return "causal";
    const pads = padding !== was?.padding || padding_mask !== was.padding_mask;
    if (padding && pads) return "padding";
    const masked = causal_mask || (padding > 0 && padding_mask);
    if (step === 4 && masked) return "masked";
  }
  return /** @type {Told} */ (`step${step}`);
}

// What the pointer or the focus is on.
/** @param {Now} now @param {Point} point */
function ofPoint({ tokens, attention, question, choice }, { key = 0, cell, query: row }) {
  const { T, N, K, weights, divisor, mask } = attention,
    query = row ?? choice.query,
    share = weights[(choice.head * T + query) * T + key],
    asks = tokens[query],
    answers = tokens[key];
  if (!mask[query * T + key]) return WORDS.masked(asks, answers);
  if (cell !== undefined) {
    const at = key * K + cell;
    if (choice.step === 5) return WORDS.valueCell(cell, question.values[at], answers, share);
    return WORDS.cell(
      cell,
      question.query[cell],
      question.keys[at],
      question.products[at],
      answers,
    );
  }
  if (choice.step === 7) {
    const shares = Array.from({ length: N }, (_, n) => weights[(n * T + query) * T + key]);
    return WORDS.inHeads(asks, answers, shares);
  }
  if (row !== undefined || choice.step > 3) return WORDS.entry(asks, answers, share);
  if (choice.step === 3) return WORDS.key(asks, answers, question.sums[key], divisor, share);
  return WORDS.sum(asks, answers, question.sums[key], K);
}

/** @param {Now} now */
function ofHeads({ tokens, attention: { T, N, weights }, choice: { query, head } }) {
  const parts = Array.from({ length: N }, (_, n) => {
    const row = weights.subarray((n * T + query) * T, (n * T + query + 1) * T),
      [key] = largest(row, 1);
    return WORDS.ofHead(n, tokens[key], row[key]);
  });
  return WORDS.heads(tokens[query], N > 4 ? [parts[head]] : parts);
}

/** @param {Now} now */
function ofStep(now) {
  const { tokens, attention, question, choice } = now,
    { T, K, divisor } = attention,
    { sums, scores, shares } = question,
    { step, root } = choice,
    asks = tokens[choice.query];
  const [most] = largest(shares, 1),
    best = tokens[most],
    share = shares[most];
  if (step === 1) return WORDS.compares(asks, K);
  if (step === 2) return WORDS.multiplies(best, sums[most]);
  if (step === 3)
    return (root > 0.995 ? WORDS.divides : WORDS.undivided)(best, scores[most], share, divisor);
  if (step === 4) return WORDS.answers(asks, best, share);
  if (step === 6) return WORDS.all(asks, best, share);
  if (step === 7) return ofHeads(now);
  const first = largest(shares, Math.min(3, T)).map((t) => WORDS.part(tokens[t], shares[t]));
  return WORDS.mixes(asks, first);
}

/** @param {Now} now @param {Point | null} point */
export function sentence(now, point) {
  const { tokens, question, choice, told } = now;
  if (point) return ofPoint(now, point);
  if (told === "causal") return WORDS.causal(tokens[choice.query]);
  if (told !== "padding") return ofStep(now);
  if (choice.padding_mask) return WORDS.padsMasked;
  return WORDS.padsRead(
    question.shares.subarray(-choice.padding).reduce((sum, share) => sum + share, 0),
  );
}
