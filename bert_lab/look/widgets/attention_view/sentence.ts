// AttentionView's picture described in words. No DOM here.

import type { BERTModel } from "#web/bert/model.ts";
import { largest, reads } from "#web/bert/pass.ts";
import type { Entry } from "#web/bert/ribbons.ts";
import {
  type Answer,
  type Answered,
  type Compared,
  isCut,
  loses,
  passOf,
  type Seen,
  weightsFrom,
} from "./effects.ts";
import { WORDS } from "./words.toml";

// at a ribbon, or at a word
export type Point = Entry | { key: number };
// what stands beside the words
export interface Shares {
  block: number; // whose shares stand there
  head?: number; // if it is alone
  shares: Float32Array; // of what the query reads there
  compared: Compared | null; // once all is known
}

export const moves = ({ name, share: before }: Answer, after: number) =>
  Math.abs(before - after) < 0.005
    ? WORDS.noEffect({ name, after })
    : WORDS.effect({ name, before, after });

const placeInWords = (block: number, head?: number) =>
  head === undefined ? WORDS.placeOfBlock({ block }) : WORDS.place({ block, head });

// A ribbon that is pointed at, and what is left without it.
function ribbonInWords(bert: BERTModel, { input, query, pass, answer }: Seen, ribbon: Entry) {
  const { block, head, key } = ribbon,
    own = ribbon.query === query,
    summary = (own ? WORDS.seen : WORDS.passes)({
      query: input.tokens[ribbon.query],
      where: placeInWords(block, head),
      key: input.tokens[key],
      share: weightsFrom(pass, ribbon)[key],
    });
  if (!answer) return summary;
  const { probabilities } = passOf(bert, input, query, [[block, head, ribbon.query, key]]);
  return WORDS.withoutRibbon({ seen: summary, effect: moves(answer, probabilities[answer.id]) });
}

// A word that is pointed at, likewise.
function wordInWords(
  { input: { tokens }, query, answer, pass, cuts, left }: Seen,
  { block, head, shares }: Shares,
  key: number,
) {
  const summary = WORDS.seen({
    query: tokens[query],
    where: placeInWords(block, head),
    key: tokens[key],
    share: shares[key],
  });
  if (isCut(cuts, key)) return WORDS.already({ key: tokens[key] });
  if (!answer || left[key] === undefined) return summary;
  const now = { ...answer, share: pass.probabilities[answer.id] };
  return WORDS.withoutWord({
    seen: summary,
    effect: moves(now, left[key]),
    too: cuts.length > 0,
  });
}

// What several cuts cost together, beside what each would cost by itself.
function severalInWords(bert: BERTModel, { input, query, cuts, pass, answer }: Seen) {
  const several = WORDS.cuts.several({ number: cuts.length });
  if (!answer) return WORDS.resultAlone({ cut: several });
  const lost = ({ probabilities }: Pick<Answered, "probabilities">) =>
    loses(answer.share, probabilities[answer.id]);
  const together = lost(pass),
    sum = cuts.reduce((all, cut) => all + lost(passOf(bert, input, query, [cut])), 0);
  return WORDS.several({
    cut: several,
    effect: moves(answer, pass.probabilities[answer.id]),
    together,
    sum,
    same: sum === together,
  });
}

function cutInWords({ cuts, plain, input: { tokens } }: Seen) {
  const [[block, head, query, key]] = cuts;
  if (key < 0) return WORDS.cuts.head({ block, head });
  if (query < 0) return WORDS.cuts.word({ key: tokens[key] });
  const one = head < 0 ? undefined : head,
    share = reads(plain.blocks[block], plain.T, query, one)[key];
  return WORDS.cuts.ribbon({
    place: placeInWords(block, one),
    query: tokens[query],
    key: tokens[key],
    share,
  });
}

// finger: whether it is what presses
export function sentence(
  bert: BERTModel,
  seen: Seen,
  shown: Shares,
  { point, finger }: { point: Point | null; finger: boolean },
) {
  const { input, query, pass, cuts, answer, left } = seen,
    { block, head, shares, compared } = shown,
    { tokens } = input;
  if (point && "query" in point) return ribbonInWords(bert, seen, point);
  if (point) return wordInWords(seen, shown, point.key);
  if (cuts.length > 1) return severalInWords(bert, seen);
  if (cuts.length) {
    const cut = cutInWords(seen);
    return answer
      ? WORDS.result({ cut, effect: moves(answer, pass.probabilities[answer.id]) })
      : WORDS.resultAlone({ cut });
  }
  const others = shares.map((share, t) => (t === query ? -1 : share)),
    [most] = largest(others, 1);
  const facts = {
    query: tokens[query],
    where: placeInWords(block, head),
    read: tokens[most],
    share: shares[most],
  };
  if (!answer) return WORDS.onlyReads(facts);
  if (!compared) return "";
  const { needed } = compared;
  return needed < 0
    ? WORDS.unneeded({ ...facts, name: answer.name, after: answer.share })
    : WORDS.idle({
        ...facts,
        needed: tokens[needed],
        same: tokens[needed] === facts.read,
        effect: moves(answer, left[needed]),
        finger,
      });
}
