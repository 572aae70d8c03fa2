// PairGame's picture: the current pair, the last one's result, and a lane for each kind of pair.

import { h, setText, unmoved, unseen } from "#web/shared/elements.ts";
import { count } from "#web/shared/numbers.ts";
import { answerBar, dotUnit, pile } from "#web/shared/picture.ts";
import { isNext, type Kind, kindsOf, type Pair, type Row, type Scores, truthOf } from "./score.ts";
import { WORDS } from "./words.toml";

const SLIDE = { duration: 320, easing: "ease-out" };

// Two sentences, one above or beside the other.
export function cards(kind: string) {
  const texts = ["A", "B"].map((letter) => ({ letter, text: h("span", { lang: "en" }) }));
  const el = h(
    "div",
    { class: `pg-cards ${kind}` },
    ...texts.map(({ letter, text }) =>
      h("p", { class: `pg-card pg-${letter}` }, h("b", {}, letter), text),
    ),
  );
  const draw = ({ first, second }: Pick<Pair, "first" | "second">) =>
    [first, second].forEach((one, i) => setText(texts[i].text, one));
  return { el, draw, parts: [...el.children] };
}

// What became of the last pair: the two answers as bars, with a mark for right or wrong; `before`
// the first answer, words.
export function lastPair() {
  const hint = h("p", { class: "pg-hint" }),
    pair = cards("pg-small"),
    kind = h("p", { class: "pg-kind" });
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
  const lines = [line(WORDS.youShort), line(WORDS.modelShort)];
  lines[0].el.classList.add("pg-sure");
  const el = h(
    "div",
    { class: "pg-last", "aria-hidden": "true" },
    hint,
    pair.el,
    h("div", { class: "pg-verdicts" }, kind, ...lines.map((one) => one.el)),
  );
  const draw = (
    one: Pair | undefined,
    answer: boolean,
    share: number | undefined,
    before: string,
  ) => {
    el.classList.toggle("pg-none", !one);
    setText(hint, before);
    if (!one) return;
    const truth = isNext(one);
    pair.draw(one);
    setText(kind, truthOf(one));
    lines[0].draw(answer, 1, truth);
    lines[1].el.hidden = share === undefined;
    if (share !== undefined) lines[1].draw(share > 0.5, Math.max(share, 1 - share), truth);
  };
  // The cards come from where they were asked, then the model's bar slides in.
  const slide = (places: DOMRect[]) => {
    if (unmoved()) return;
    pair.parts.forEach((card, i) => {
      const { left, top } = card.getBoundingClientRect();
      card.animate(
        [
          { transform: `translate(${places[i].left - left}px, ${places[i].top - top}px)` },
          { transform: "none" },
        ],
        SLIDE,
      );
    });
    lines[1].fill.animate([{ width: 0 }, {}], SLIDE);
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

export function scoreTable(kinds: Kind[]) {
  const cells = () => WORDS.columns.map(() => h("td", { class: "bw-number bw-end" }));
  const rows = new Map<Kind | "all", HTMLElement[]>(
    [...kinds, "all" as const].map((kind) => [kind, cells()]),
  );
  const head = WORDS.columns.map((text) => h("th", { scope: "col", class: "bw-end" }, text));
  const el = h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, WORDS.kind), ...head)),
    h(
      "tbody",
      {},
      ...[...rows].map(([kind, tds]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, kind === "all" ? WORDS.all : WORDS.kinds[kind]),
          ...tds,
        ),
      ),
    ),
  );
  const draw = ({ rows: tallies, all }: Scores, knows: boolean) => {
    for (const [kind, [answered, you, model]] of rows) {
      const row = kind === "all" ? all : (tallies.get(kind) as Row);
      setText(answered, count(row.answered));
      setText(you, count(row.you));
      setText(model, knows ? count(row.model) : "…");
    }
  };
  return { el, draw };
}
