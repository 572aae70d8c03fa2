// PairGame's picture: the current pair, the last one's result, and a lane for each kind of pair.

import { h, setText, unmoved, unseen } from "#web/shared/elements.ts";
import { answerBar, dotUnit, pile } from "#web/shared/picture.ts";
import { isNext, kindsOf, type Pair, type Row, type Scores } from "./score.ts";
import { WORDS } from "./words.toml";

const SLIDE = { duration: 320, easing: "ease-out" };

// A sentence, in which a word is marked wherever it stands.
const marked = (text: string, word?: string) =>
  text
    .split(/( )/)
    .map((part) => (word && part === word ? h("mark", { class: "pg-clue" }, part) : part));

// Two sentences, one above or beside the other; `told`: with the words that count most.
export function cards(id: string) {
  const texts = ["A", "B"].map((letter) => ({ letter, text: h("span", { lang: "en" }) }));
  const el = h(
    "div",
    { class: "pg-cards", id },
    ...texts.map(({ letter, text }) =>
      h("p", { class: `pg-card pg-${letter}` }, h("b", {}, letter), text),
    ),
  );
  const draw = ({ first, second, clue }: Pair, told: boolean) => {
    texts[0].text.replaceChildren(...marked(first, told ? clue?.first : ""));
    texts[1].text.replaceChildren(...marked(second, told ? clue?.second : ""));
  };
  return { el, draw };
}

// The two answers as bars, with a mark for right or wrong.
export function verdicts() {
  const line = (name: string) => {
    const bar = answerBar("bw-verdict"),
      mark = h("span", { class: "pg-mark" });
    const el = h(
      "div",
      { class: "pg-verdict" },
      h("span", { class: "bw-soft" }, name),
      h("ul", {}, bar.el),
      mark,
    );
    const draw = (answer: boolean, share: number, truth: boolean) => {
      bar.draw(WORDS.verdict[`${answer}`], share);
      setText(mark, answer === truth ? "✓" : "✗");
    };
    return { el, draw, fill: bar.el.firstElementChild as HTMLElement };
  };
  const [you, model] = [line(WORDS.youShort), line(WORDS.modelShort)];
  you.el.classList.add("pg-sure");
  const el = h("div", { class: "pg-verdicts", "aria-hidden": "true" }, you.el, model.el);
  const draw = (pair: Pair, answer: boolean, share: number | undefined) => {
    you.draw(answer, 1, isNext(pair));
    model.el.hidden = share === undefined;
    if (share !== undefined) model.draw(share > 0.5, Math.max(share, 1 - share), isNext(pair));
  };
  const slide = () => {
    if (!unmoved()) model.fill.animate([{ width: 0 }, {}], SLIDE);
  };
  return { el, draw, slide };
}

// A lane for each kind of pair: dots to the right of the line are right answers, yours above the
// model's.
export function lanes(questions: Pair[]) {
  const most = Math.max(
    ...kindsOf(questions).map((kind) => questions.filter((one) => one.kind === kind).length),
  );
  const unit = dotUnit(most, 20),
    size = innerWidth > 600 ? 11 : 7,
    sides = ["wrong", "right"] as const;
  const rows = kindsOf(questions).map((kind) => {
    const players = (["you", "model"] as const).map((who) => ({
      who,
      piles: sides.map(() => pile(1, who === "model" ? "bw-pale" : "", size)),
    }));
    const spoken = unseen();
    const el = h(
      "li",
      { class: "pg-lane" },
      h("span", {}, WORDS.kinds[kind], spoken),
      ...sides.map((_, i) =>
        h("span", { class: "pg-side" }, ...players.map(({ piles }) => piles[i].el)),
      ),
    );
    const draw = (row: Row, knows: boolean) => {
      for (const { who, piles } of players) {
        const counted = who === "model" && !knows ? [0, 0] : [row.answered - row[who], row[who]];
        counted.forEach((number, i) => piles[i].draw(number, 0, unit));
      }
      setText(spoken, `: ${WORDS.lane({ ...row, knows })}`);
    };
    return { kind, el, draw };
  });
  const key = (text: string, kind: string) => {
    const dot = pile(1, kind, size);
    dot.draw(1, 0, 1);
    dot.el.classList.add("pg-key");
    return [dot.el, h("span", {}, text)];
  };
  const keys = [
    ...key(WORDS.youShort, ""),
    ...key(WORDS.modelShort + WORDS.unit({ unit }), "bw-pale"),
  ];
  const head = h(
    "div",
    { class: "pg-lane pg-head", "aria-hidden": "true" },
    h("span", {}, ...keys),
    ...sides.map((side) => h("span", { class: "pg-side" }, WORDS[side])),
  );
  const el = h(
    "div",
    { class: "bw-picture" },
    head,
    h("ul", { "aria-label": WORDS.lanes }, ...rows.map((row) => row.el)),
  );
  return {
    el,
    draw: ({ rows: tallies }: Scores, knows: boolean) =>
      rows.forEach(({ kind, draw }) => draw(tallies.get(kind) as Row, knows)),
  };
}
