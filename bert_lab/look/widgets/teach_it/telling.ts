// The sentence above, and what decides about a sentence.

import { HAN } from "#web/text/plain.ts";
import { listed, quoted, sentences } from "#web/text/text.ts";
import { inTwo } from "./change.ts";
import { cheat } from "./cheats.ts";
import { LEARNERS, type Lesson, type Own, rightOf, tooFew, verdict } from "./lesson.ts";
import { WORDS } from "./words.toml";

const NAMED = 6; // words that can't be read
const CLEAR = 2; // sentences: a lead of fewer may be luck

// Without the marks at its ends.
const bare = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || word;

// What became of the verdict when each word was left out: `shares` without it.
export function ofCuts(
  classes: string[],
  whole: number[],
  cuts: { word: string; shares: number[] }[],
) {
  const found = verdict(whole);
  if (found === null || !cuts.length) return "";
  const flip = cuts.find(({ shares }) => verdict(shares) !== found),
    now = flip && verdict(flip.shares);
  if (flip && now != null) return WORDS.flips({ word: bare(flip.word), name: classes[now] });
  const most = cuts.reduce((a, b) => (b.shares[found] < a.shares[found] ? b : a)),
    facts = { before: whole[found], after: most.shares[found] };
  return WORDS.keeps({ name: classes[found], word: bare(most.word), ...facts });
}

// That these words can't be read, a few of them named.
export const notRead = (words: string[]) =>
  words.length ? WORDS.notRead({ words: listed(words.slice(0, NAMED).map(quoted)) }) : "";

// That it hasn't learned their language, where most are in one without blanks.
const foreign = ({ texts }: Own) =>
  2 * texts.filter((text) => HAN.test(text)).length > texts.length ? WORDS.foreign : "";

// Before a lesson: what is missing, or that nothing is.
// back: whether they were here before the page was loaded
export function waiting(own: Own, back: boolean) {
  if (!own.texts.length) return WORDS.nothing;
  const few = tooFew(own);
  const n = own.texts.length,
    said = few
      ? WORDS.tooFew(few)
      : (back ? WORDS.back : WORDS.ready)({ n, classes: own.classes.length });
  return sentences(said, foreign(own));
}

// After it: what one may conclude, and what to beware of.
export function conclusion(lesson: Lesson) {
  const [tuned, twin] = LEARNERS.map((_, i) => rightOf(lesson, i)),
    held = lesson.held.filter(Boolean).length,
    lead = tuned - twin,
    which = lead >= CLEAR ? "better" : lead <= -CLEAR ? "worse" : "same",
    both = inTwo(lesson);
  return sentences(
    WORDS.scores({ held, tuned, twin, which }),
    both ? WORDS.inTwo({ text: both }) : cheat(lesson),
    foreign(lesson),
  );
}
