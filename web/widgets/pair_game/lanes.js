// PairGame's picture: the pair that is asked, what became of the last one, a lane for each kind of
// pair.

import { h, setText, unmoved, unseen } from "../../shared/elements.js";
import { count } from "../../shared/numbers.js";
import { answerBar, dotUnit, pile } from "../../shared/picture.js";
import { isNext, kindsOf } from "./score.js";
import { WORDS } from "./words.js";

/** @import { Kind, Pair, Row, Scores } from "./score.js" */

const SLIDE = { duration: 320, easing: "ease-out" };

// Two sentences, one above or beside the other.
/** @param {string} kind */
export function cards(kind) {
  const texts = ["A", "B"].map((letter) => ({ letter, text: h("span", { lang: "en" }) }));
  const el = h(
    "div",
    { class: `pg-cards ${kind}` },
    ...texts.map(({ letter, text }) =>
      h("p", { class: `pg-card pg-${letter}` }, h("b", {}, letter), text),
    ),
  );
  /** @param {Pick<Pair, "first" | "second">} pair */
  const draw = ({ first, second }) =>
    [first, second].forEach((one, i) => setText(texts[i].text, one));
  return { el, draw, parts: [...el.children] };
}

// What became of the last pair: the two answers as bars, with a mark for right or wrong; `before`
// the first answer, words.
export function lastPair() {
  const hint = h("p", { class: "pg-hint" }),
    pair = cards("pg-small"),
    kind = h("p", { class: "pg-kind" });
  /** @param {string} name */
  const line = (name) => {
    const bar = answerBar("bw-verdict"),
      mark = h("span", { class: "pg-mark" });
    const el = h(
      "div",
      { class: "pg-verdict" },
      h("span", { class: "bw-soft" }, name),
      h("ul", {}, bar.el),
      mark,
    );
    /** @param {boolean} said @param {number} share @param {boolean} truth */
    const draw = (said, share, truth) => {
      bar.draw(WORDS.verdict[`${said}`], share);
      setText(mark, said === truth ? "✓" : "✗");
    };
    return { el, draw, fill: /** @type {HTMLElement} */ (bar.el.firstElementChild) };
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
  /**
   * @param {Pair | undefined} one @param {boolean} answer @param {number | undefined} share
   * @param {string} before
   */
  const draw = (one, answer, share, before) => {
    el.classList.toggle("pg-none", !one);
    setText(hint, before);
    if (!one) return;
    const truth = isNext(one);
    pair.draw(one);
    setText(kind, WORDS.truth(one.kind, truth));
    lines[0].draw(answer, 1, truth);
    lines[1].el.hidden = share === undefined;
    if (share !== undefined) lines[1].draw(share > 0.5, Math.max(share, 1 - share), truth);
  };
  // The cards come from where they were asked, then the model's bar slides in.
  /** @param {DOMRect[]} places */
  const slide = (places) => {
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
/** @param {Pair[]} questions */
export function lanes(questions) {
  const most = Math.max(
    ...kindsOf(questions).map((kind) => questions.filter((one) => one.kind === kind).length),
  );
  const unit = dotUnit(most, 20),
    size = innerWidth > 600 ? 11 : 7,
    sides = /** @type {const} */ (["wrong", "right"]);
  const rows = kindsOf(questions).map((kind) => {
    const players = /** @type {const} */ (["you", "model"]).map((who) => ({
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
    /** @param {Row} row @param {boolean} knows */
    const draw = (row, knows) => {
      for (const { who, piles } of players) {
        const counted = who === "model" && !knows ? [0, 0] : [row.answered - row[who], row[who]];
        counted.forEach((number, i) => piles[i].draw(number, 0, unit));
      }
      setText(spoken, `: ${WORDS.lane(row, knows)}`);
    };
    return { kind, el, draw };
  });
  const key = (/** @type {string} */ text, /** @type {string} */ kind) => {
    const dot = pile(1, kind, size);
    dot.draw(1, 0, 1);
    dot.el.classList.add("pg-key");
    return [dot.el, h("span", {}, text)];
  };
  const keys = [...key(WORDS.youShort, ""), ...key(WORDS.modelShort + WORDS.unit(unit), "bw-pale")];
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
    /** @param {Scores} scores @param {boolean} knows */
    draw: ({ rows: tallies }, knows) =>
      rows.forEach(({ kind, draw }) => draw(/** @type {Row} */ (tallies.get(kind)), knows)),
  };
}

/** @param {Kind[]} kinds */
export function scoreTable(kinds) {
  const cells = () => WORDS.columns.map(() => h("td", { class: "bw-number bw-end" }));
  /** @type {Map<Kind | "all", HTMLElement[]>} */
  const rows = new Map([...kinds, /** @type {const} */ ("all")].map((kind) => [kind, cells()]));
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
  /** @param {Scores} scores @param {boolean} knows */
  const draw = ({ rows: tallies, all }, knows) => {
    for (const [kind, [answered, you, model]] of rows) {
      const row = kind === "all" ? all : /** @type {Row} */ (tallies.get(kind));
      setText(answered, count(row.answered));
      setText(you, count(row.you));
      setText(model, knows ? count(row.model) : "…");
    }
  };
  return { el, draw };
}
