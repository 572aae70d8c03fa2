// BertAlive's overlay of words. They are DOM elements, so that they can be pressed, reached by
// keyboard and read aloud; the canvas is behind them.

import type { Cut } from "#web/bert/close.ts";
import { type Layout, top } from "#web/bert/layout.ts";
import { type Input, SPECIAL } from "#web/bert/pass.ts";
import { h, inEnglish, setText } from "#web/shared/elements.ts";
import { rovingTabIndex } from "#web/shared/keyboard.ts";
import { WORDS } from "./words.toml";

export type Word = ReturnType<typeof wordButton>;
function wordButton(press: (event: MouseEvent) => void, focus: () => void) {
  const label = inEnglish(h("span", { class: "alive-token" }));
  const el = h("button", { type: "button", class: "alive-word", click: press, focus }, label);
  return { el, label };
}

// typed: what it hides, if that is another
function drawWord(
  { el, label }: Word,
  token: string,
  typed: string,
  { unknown, cut }: { unknown: boolean; cut: boolean },
) {
  const special = SPECIAL.test(typed),
    hidden = token !== typed,
    name = hidden ? WORDS.hides({ token: typed }) : typed;
  el.className = "alive-word";
  el.classList.toggle("alive-special", special && token !== "<mask>");
  el.classList.toggle("alive-mask", token === "<mask>");
  el.classList.toggle("alive-unknown", unknown);
  el.classList.toggle("alive-cut", cut);
  el.setAttribute("aria-label", cut ? WORDS.isCut({ token: name }) : name);
  inEnglish(el, !hidden && !cut);
  if (special) el.removeAttribute("aria-pressed");
  else el.setAttribute("aria-pressed", String(hidden));
  setText(label, token.length > 14 ? `${token.slice(0, 13)}…` : token);
}

// The percentage of what is read, and marker behind the word.
function shadeWord({ el }: Word, share: number, reads: boolean) {
  const marker = share < 0.03 ? "0%" : `${Math.min(100, 15 + 220 * share)}%`;
  el.style.setProperty("--share", marker);
  el.classList.toggle("alive-query", reads);
  el.dataset.share = share >= 0.05 ? String(Math.round(100 * share)) : "";
}

// The column of tokens; to focus a word traces it.
export function wordColumn({
  press,
  focus,
}: {
  press(t: number, event: MouseEvent): void;
  focus(t: number): void;
}) {
  const el = h("div", {
    class: "alive-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.tokens,
  });
  const rows: Word[] = [];
  const rove = rovingTabIndex(el, () => rows.map((row) => row.el), { down: 1 });
  const make = (t: number) =>
    wordButton(
      (event) => press(t, event),
      () => focus(t),
    );
  // named: places of those that the sentence above speaks of
  // odd: of the odd word out
  const draw = (
    { typed, tokens, unknown, segments, pair }: Input,
    cuts: Cut[],
    named: number[],
    odd?: number,
  ) => {
    while (rows.length < tokens.length) el.append(rows[rows.push(make(rows.length)) - 1].el);
    for (const row of rows.splice(tokens.length)) row.el.remove();
    rove();
    rows.forEach((row, t) => {
      const cut = cuts.some(([block, , query, key]) => block < 0 && query < 0 && key === t);
      const how = { unknown: unknown.includes(typed[t]), cut };
      drawWord(row, tokens[t], typed[t], how);
      row.el.classList.toggle("alive-named", named.includes(t));
      row.label.classList.toggle("bw-odd-word", t === odd);
      // each text begins with its letter
      row.el.dataset.letter = pair && segments[t] !== segments[t - 1] ? "AB"[segments[t]] : "";
    });
  };
  const place = (layout: Layout) => {
    el.classList.toggle("alive-dense", layout.row < 19);
    el.style.width = `${layout.wide}px`;
    rows.forEach((row, t) =>
      Object.assign(row.el.style, { top: `${top(layout, t)}px`, height: `${layout.row}px` }),
    );
  };
  const shade = (shares: Float32Array | null, query?: number) =>
    rows.forEach((row, t) => shadeWord(row, shares?.[t] ?? 0, t === query));
  // While one bets, and after: which are pressed, and what is said of each.
  const mark = (of: (t: number) => { pressed: boolean; name: string }) =>
    rows.forEach((row, t) => {
      const { pressed, name } = of(t);
      row.el.setAttribute("aria-pressed", String(pressed));
      row.el.setAttribute("aria-label", name);
    });
  const width = () => Math.max(...rows.map(({ label }) => label.scrollWidth)) + 28;
  const at = (target: EventTarget | null) =>
    rows.findIndex((row) => row.el.contains(target as Node));
  return { el, draw, mark, place, shade, width, at };
}
