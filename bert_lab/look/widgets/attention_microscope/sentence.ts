// The one sentence that describes AttentionMicroscope's picture.

import { largest } from "#web/bert/pass.ts";
import { percent } from "#web/shared/numbers.ts";
import { listed } from "#web/text/text.ts";
import type { Now, Point } from "./state.ts";
import { WORDS } from "./words.toml";

// What the pointer or the focus is on.
function ofPoint(
  { tokens, attention, question, choice }: Now,
  { key = 0, cell, query: row }: Point,
) {
  const { T, N, K, weights, divisor, mask } = attention,
    query = row ?? choice.query,
    share = weights[(choice.head * T + query) * T + key],
    asks = tokens[query],
    answers = tokens[key];
  if (!mask[query * T + key]) return WORDS.masked({ query: asks, key: answers });
  if (cell !== undefined) {
    const at = key * K + cell;
    if (choice.step === 4) {
      const value = question.values[at];
      return WORDS.valueCell({ c: cell, value, key: answers, share, adds: share * value });
    }
    return WORDS.cell({
      c: cell,
      q: question.query[cell],
      k: question.keys[at],
      product: question.products[at],
      key: answers,
    });
  }
  if (choice.step === 6) {
    const shares = Array.from({ length: N }, (_, n) => weights[(n * T + query) * T + key]);
    return WORDS.inHeads({
      query: asks,
      key: answers,
      shares: listed(shares.map(percent)),
      heads: N,
    });
  }
  if (row !== undefined || choice.step === 0 || choice.step > 3)
    return WORDS.entry({ query: asks, key: answers, share });
  if (choice.step === 3) {
    const sum = question.sums[key];
    return WORDS.key({ query: asks, key: answers, sum, divisor, score: sum / divisor, share });
  }
  return WORDS.sum({ query: asks, key: answers, sum: question.sums[key], K });
}

function ofHeads({ tokens, attention: { T, N, weights }, choice: { query } }: Now) {
  const parts = Array.from({ length: N }, (_, n) => {
    const row = weights.subarray((n * T + query) * T, (n * T + query + 1) * T),
      [key] = largest(row, 1);
    return WORDS.ofHead({ n, key: tokens[key], share: row[key] });
  });
  return WORDS.heads({ query: tokens[query], parts: listed(parts) });
}

function ofStep(now: Now) {
  const { tokens, attention, question, choice } = now,
    { T, K, divisor } = attention,
    { sums, scores, shares } = question,
    { step, root } = choice,
    asks = tokens[choice.query];
  const [most] = largest(shares, 1),
    best = tokens[most],
    share = shares[most];
  if (step === 1) return WORDS.compares({ query: asks, K, key: best, share });
  if (step === 2) return WORDS.multiplies({ key: best, sum: sums[most] });
  if (step === 3) {
    const facts = { key: best, score: scores[most], share, divisor };
    return root > 0.995
      ? WORDS.divides({ ...facts, sum: facts.score * divisor })
      : WORDS.undivided(facts);
  }
  if (step === 0) return WORDS.answers({ query: asks, key: best, share });
  if (step === 5) return WORDS.all({ query: asks, key: best, share });
  if (step === 6) return ofHeads(now);
  const first = largest(shares, Math.min(3, T)).map((t) =>
    WORDS.part({ key: tokens[t], share: shares[t] }),
  );
  return WORDS.mixes({ query: asks, parts: listed(first) });
}

export const sentence = (now: Now, point: Point | null) =>
  point ? ofPoint(now, point) : ofStep(now);
