// AttentionView's overlays: before each word how much it is read, behind it the prediction without
// it.

import { type Layout, middle, top } from "#web/bert/layout.ts";
import { largest } from "#web/bert/pass.ts";
import { h, setText } from "#web/shared/elements.ts";
import { rovingTabIndex } from "#web/shared/keyboard.ts";
import { answerBar, drawToken } from "#web/shared/picture.ts";
import { type Bet, coinInWords, isOver, mayBet } from "./bet.ts";
import { isCut, type Seen } from "./effects.ts";
import type { Point, Shares } from "./sentence.ts";
import { WORDS } from "./words.toml";

export type Row = ReturnType<typeof tokenRow>;

// A word, and its answer at the other end of its row.
function tokenRow(
  press: (event: PointerEvent) => void,
  listeners: { focus(): void; blur(): void },
) {
  const label = h("span", {}),
    answer = answerBar(),
    coin = h("li", { class: "attend-coin", click: press }),
    word = h("button", { type: "button", class: "attend-word", click: press, ...listeners }, label);
  answer.el.addEventListener("click", press);
  return { word, label, answer, coin };
}

// What is read of the word.
function drawWord(
  { word, label }: Row,
  t: number,
  { input, query, cuts, answer, left }: Seen,
  shares: Float32Array,
  bet: Bet | null,
) {
  const token = input.tokens[t],
    typed = input.typed[t],
    known = answer && left[t] !== undefined;
  drawToken(label, token.length > 14 ? `${token.slice(0, 13)}…` : token, shares[t]);
  label.classList.toggle("attend-unknown", input.unknown.includes(typed));
  word.dataset.share = shares[t] >= 0.005 ? String(Math.round(100 * shares[t])) : "";
  const coin = bet?.coins.includes(t);
  word.setAttribute("aria-pressed", String(bet ? coin : isCut(cuts, t)));
  const facts = {
    token: token === typed ? typed : WORDS.hides({ token: typed }),
    share: shares[t],
  };
  const name = known
    ? WORDS.wordWithout({
        ...facts,
        name: answer.name,
        left: left[t],
        too: cuts.length > 0,
      })
    : WORDS.word(facts);
  const own = t === query ? WORDS.query({ token: name }) : name;
  word.setAttribute("aria-label", coin ? WORDS.bet.on({ word: own }) : own);
}

// A coin on it, or the place for one.
function drawCoin({ coin }: Row, t: number, seen: Seen, bet: Bet | null) {
  const on = bet?.coins.includes(t);
  coin.hidden = !bet || !(on || (mayBet(seen, t) && bet.at < 0));
  if (!bet || coin.hidden) return;
  coin.classList.toggle("attend-laid", on);
  const text = on ? coinInWords(seen, bet, t) : "";
  coin.classList.toggle("attend-burnt", on && text === WORDS.bet.coin({ points: 0 }));
  setText(coin, text);
}

// What the guess is without it.
function drawAnswer({ answer: bar }: Row, t: number, { input, query, pass, answer, left }: Seen) {
  const own = t === query;
  bar.el.hidden = !answer || (!own && left[t] === undefined);
  if (!answer || bar.el.hidden) return;
  bar.draw(own ? answer.name : "", own ? pass.probabilities[answer.id] : left[t], answer.share);
  bar.el.style.setProperty("--before", `${100 * answer.share}%`);
  bar.el.classList.toggle(
    "bw-right",
    own && input.tokens[t] !== input.typed[t] && answer.name === input.typed[t],
  );
}

function marked(els: Element[], marks: Record<string, boolean>) {
  for (const el of els)
    for (const [name, on] of Object.entries(marks)) el.classList.toggle(name, on);
}

// Where each word and each answer stands.
function placeRows(words: HTMLElement, answers: HTMLElement, rows: Row[], layout: Layout) {
  const { x, w } = layout.parts.answers,
    high = Math.min(22, layout.row);
  words.style.width = `${layout.wide}px`;
  words.classList.toggle("attend-dense", layout.row < 19);
  Object.assign(answers.style, { left: `${x}px`, width: `${w}px` });
  answers.style.setProperty("--answer", `${high}px`);
  rows.forEach(({ word, answer, coin }, t) => {
    Object.assign(word.style, { top: `${top(layout, t)}px`, height: `${layout.row}px` });
    for (const el of [answer.el, coin]) el.style.top = `${middle(layout, t) - high / 2 + 1}px`;
  });
}

// To point at a word, or at its answer, points at its key.
function pointable(columns: HTMLElement[], rows: Row[], point: (to: Point | null) => void) {
  const rowOf = (target: EventTarget | null) =>
    rows.findIndex(({ word, answer, coin }) =>
      [word, answer.el, coin].some((el) => el.contains(target as Node)),
    );
  for (const el of columns) {
    el.addEventListener("pointerover", ({ target, pointerType }) => {
      const key = rowOf(target);
      if (pointerType !== "touch" && key >= 0) point({ key });
    });
    el.addEventListener("pointerleave", () => point(null));
  }
}

// The words, each with its answer. To point at one or to focus it lights what is read of it.
export function tokenRows({
  press,
  point,
}: {
  press(t: number, event: PointerEvent): void;
  point(to: Point | null): void;
}) {
  const words = h("div", {
    class: "attend-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.tokens,
  });
  const answers = h("ol", { class: "attend-answers", "aria-hidden": "true" });
  const rows: Row[] = [];
  const rove = rovingTabIndex(words, () => rows.map(({ word }) => word), { down: 1 });
  pointable([words, answers], rows, point);
  const fit = (T: number) => {
    while (rows.length < T) {
      const key = rows.length,
        listeners = { focus: () => point({ key }), blur: () => point(null) },
        row = tokenRow((event) => press(key, event), listeners);
      rows.push(row);
      words.append(row.word);
      answers.append(row.answer.el, row.coin);
    }
    for (const { word, answer, coin } of rows.splice(T))
      for (const el of [word, answer.el, coin]) el.remove();
    rove();
  };
  const draw = (
    seen: Seen,
    { shares, compared }: Shares,
    pointed: Point | null,
    bet: Bet | null,
  ) => {
    const { query, cuts } = seen,
      [most] = largest(
        shares.map((share, t) => (t === query ? -1 : share)),
        1,
      );
    answers.classList.toggle("attend-over", bet !== null && isOver(bet));
    rows.forEach((row, t) => {
      drawWord(row, t, seen, shares, bet);
      drawAnswer(row, t, seen);
      drawCoin(row, t, seen, bet);
      marked([row.word, row.answer.el], {
        "attend-query": t === query,
        "attend-cut": isCut(cuts, t),
        "attend-pointed": pointed?.key === t,
      });
      marked([row.word], { "attend-most": t === most });
      marked([row.answer.el], { "attend-most": t === compared?.needed });
    });
  };
  const place = (layout: Layout) => placeRows(words, answers, rows, layout);
  const width = () => Math.max(...rows.map(({ label }) => label.scrollWidth)) + 34;
  return { els: [words, answers], fit, draw, place, width };
}
