// AttentionView's bet: coins on the words that the guess is thought to need, before they are cut.
// No DOM here.

import { largest, reads, SPECIAL } from "#web/bert/pass.ts";
import { listed, quoted } from "#web/text/text.ts";
import type { Chosen } from "./choice.ts";
import { type Answer, loses, type Seen } from "./effects.ts";
import { moves } from "./sentence.ts";
import { WORDS } from "./words.toml";

const COINS = 3;

export interface Bet {
  coins: number[]; // on these words
  at: number; // the coin whose word is cut; -1 before, their number after
  text: string; // that the bet has brought, if there was one to bring
  back: Chosen | null; // what stood there before
}

export const mayBet = ({ input: { tokens }, query }: Seen, t: number) =>
  t !== query && !SPECIAL.test(tokens[t]);
const wordsOf = (seen: Seen) => [...seen.input.tokens.keys()].filter((t) => mayBet(seen, t));
export const coinsLeft = (seen: Seen, { coins }: Bet) =>
  Math.min(COINS, wordsOf(seen).length) - coins.length;
export const isOver = ({ coins, at }: Bet) => at >= 0 && at === coins.length;

// What a coin on this word pays: what the guess loses without it.
export const pays = ({ answer, alone }: Seen, t: number) =>
  Math.max(0, loses((answer as Answer).share, alone[t]));

// What its mark says, once its word has been cut.
export const coinInWords = (seen: Seen, { coins, at }: Bet, t: number) =>
  coins.indexOf(t) > at ? "" : WORDS.bet.coin({ points: pays(seen, t) });

export function betInWords(seen: Seen, bet: Bet) {
  const { plain, query, alone } = seen,
    { tokens } = seen.input,
    answer = seen.answer as Answer,
    { coins, at } = bet,
    words = listed(coins.map((t) => quoted(tokens[t])));
  if (at < 0) {
    const left = coinsLeft(seen, bet);
    return left ? WORDS.bet.place({ ...answer, left }) : WORDS.bet.placed({ words });
  }
  if (at < coins.length) {
    const t = coins[at];
    return WORDS.bet.cut({
      key: tokens[t],
      effect: moves(answer, alone[t]),
      points: pays(seen, t),
    });
  }
  const sum = (ts: number[]) => ts.reduce((all, t) => all + pays(seen, t), 0),
    best = wordsOf(seen).sort((a, b) => pays(seen, b) - pays(seen, a)),
    shares = reads(plain.blocks[plain.blocks.length - 1], plain.T, query),
    [widest] = largest(
      shares.map((share, t) => (mayBet(seen, t) ? share : -1)),
      1,
    );
  return WORDS.bet.over({
    words,
    parts: coins.map((t) => pays(seen, t)).join(" + "),
    points: sum(coins),
    best: sum(best.slice(0, coins.length)),
    number: coins.length,
    read: tokens[widest],
    share: shares[widest],
    pays: pays(seen, widest),
  });
}
