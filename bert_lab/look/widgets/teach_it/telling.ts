// What one sees, in words and in numbers.

import { h, setText } from "#web/shared/elements.ts";
import { remember } from "#web/shared/lifecycle.ts";
import { fixed } from "#web/shared/numbers.ts";
import { sentences } from "#web/text/text.ts";
import { cheat } from "./cheats.ts";
import {
  coin,
  fails,
  LEARNERS,
  type Lesson,
  overfits,
  passesOf,
  score,
  verdict,
} from "./lesson.ts";
import { WORDS } from "./words.toml";

const warning = remember(cheat); // words are counted once

// Without the marks at its ends.
const bare = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || word;

// What became of the verdict when each word was left out: `shares` without it.
export function ofCuts(
  classes: string[],
  whole: number[],
  cuts: { word: string; shares: number[] }[],
) {
  const said = verdict(whole);
  if (said === null || !cuts.length) return "";
  const flip = cuts.find(({ shares }) => verdict(shares) !== said),
    now = flip && verdict(flip.shares);
  if (flip && now != null) return WORDS.flips({ word: bare(flip.word), name: classes[now] });
  const most = cuts.reduce((a, b) => (b.shares[said] < a.shares[said] ? b : a)),
    facts = { before: whole[said], after: most.shares[said] };
  return WORDS.keeps({ name: classes[said], word: bare(most.word), ...facts });
}

export function describe(lesson: Lesson, pass: number) {
  const { texts, held, classes } = lesson,
    all = held.filter(Boolean).length;
  if (!texts.length) return WORDS.nothing;
  if (!passesOf(lesson)) return WORDS.ready({ n: texts.length, classes: classes.length });
  if (!pass) return WORDS.atFirst({ n: texts.length - all, held: all });
  const [bag, frozen, tuned, twin] = LEARNERS.map((_, i) => score(lesson, i, pass, true).right);
  const facts = { pass, held: all, bag, frozen, tuned, twin, coin: coin(lesson) };
  const over = overfits(lesson, 2, pass),
    none = fails(lesson, 2, pass);
  return sentences(
    WORDS.scores(facts),
    none ? WORDS.fails(none) : over ? WORDS.overfits(over) : warning(lesson),
  );
}

// A row of cells for each learner.
function tableOf(heads: readonly string[], caption: string) {
  const cells = LEARNERS.map(() =>
      heads.slice(1).map(() => h("td", { class: "bw-number bw-end" })),
    ),
    title = h("caption", {}, caption),
    el = h(
      "table",
      {},
      title,
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...heads.map((text, i) => h("th", { scope: "col", class: i > 0 && "bw-end" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        ...LEARNERS.map((learner, i) =>
          h("tr", {}, h("th", { scope: "row" }, WORDS.learners[learner]), ...cells[i]),
        ),
      ),
    );
  const fill = (shown: (learner: number) => string[]) =>
    cells.forEach((row, i) => {
      const texts = shown(i);
      row.forEach((cell, c) => setText(cell, texts[c]));
    });
  return { el, title, fill };
}

// Right and loss of each learner, of the sentences that it learned from and of those kept back.
export function numbersTable() {
  const { el, title, fill } = tableOf(WORDS.heads, "");
  const draw = (lesson: Lesson, pass: number) => {
    setText(title, WORDS.caption({ pass }));
    fill((i) =>
      [false, true].flatMap((held) => {
        const { right, all, loss } = score(lesson, i, pass, held);
        return [WORDS.of({ right, all }), all ? fixed(loss) : WORDS.none];
      }),
    );
  };
  return { el, draw };
}
