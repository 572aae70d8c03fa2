// AttentionMicroscope's overlays in each row: the words, and the numbers beside the bars.

import { h, setText } from "#web/shared/elements.ts";
import { leadsTo, rovingTabIndex } from "#web/shared/keyboard.ts";
import { fixed, percent, percentOf } from "#web/shared/numbers.ts";
import { drawToken } from "#web/shared/picture.ts";
import type { Frame } from "./frame.ts";
import { HEADER, type Layout, roomFor } from "./layout.ts";
import type { Now, Point } from "./state.ts";
import { WORDS } from "./words.toml";

export type Row = ReturnType<typeof tokenRow>;

export const put: (el: HTMLElement, x: number, y: number, w?: number) => void = (el, x, y, w) => {
  el.style.transform = `translate(${x}px, ${y}px)`;
  if (w !== undefined) el.style.width = `${w}px`;
};

function tokenRow(
  press: (event: PointerEvent) => void,
  listeners: { focus(): void; blur(): void },
) {
  const label = h("span", {}),
    word = h("button", { type: "button", class: "mic-word", click: press, ...listeners }, label);
  const number = (name: string) =>
    h("span", { class: `mic-number ${name}`, "aria-hidden": "true" });
  const [score, share, column] = ["", "", "mic-column"].map(number),
    name = h("span", { lang: "en" });
  column.append(name);
  return { word, label, score, share, column, name, els: [word, score, share, column] };
}

function drawRow(
  { word, label, score, share, name }: Row,
  t: number,
  { tokens, ...now }: Now,
  point: Point | null,
) {
  const { step, query } = now.choice,
    { sums, scores, shares, open } = now.question,
    token = tokens[t];
  const read = step === 0 || step === 4 || step === 5;
  drawToken(label, token, read ? shares[t] : 0);
  word.dataset.share = read && step ? String(Math.round(100 * shares[t]) || "") : "";
  word.classList.toggle("mic-query", t === query);
  word.classList.toggle("mic-pointed", point?.key === t);
  word.setAttribute("aria-pressed", String(t === query));
  word.setAttribute(
    "aria-label",
    open[t] ? WORDS.word({ token, score: scores[t], share: shares[t] }) : WORDS.closed({ token }),
  );
  setText(score, open[t] ? fixed(step <= 2 ? sums[t] : scores[t]) : WORDS.infinite);
  setText(share, open[t] ? percent(shares[t]) : percentOf(0)); // exactly
  setText(name, token);
}

function placeRow(
  { word, score, share, column }: Row,
  t: number,
  T: number,
  { columns, wide, row }: Layout,
) {
  const { scores, shares, matrix } = columns,
    y = HEADER + t * row,
    w = matrix.w / T;
  put(word, 0, y, wide);
  score.hidden = !(scores.on === 1 && roomFor(scores));
  put(score, scores.x + scores.w - 44, y, 42);
  share.hidden = !(shares.on && roomFor(shares));
  put(share, shares.x + shares.w - 44, y, 42);
  column.hidden = !matrix.on || w < 12;
  put(column, matrix.x + (t + 0.5) * w - 8, 0);
}

// Up and down move through the words; pointing at one or focusing it traces its cells, left and
// right step through them, and pressing makes it the query.
// does: `cells`: how many of them can be traced
export function tokenRows({
  press,
  point,
  cells,
}: {
  press: (t: number, event: PointerEvent) => void;
  point: (to: Point | null) => void;
  cells: () => number;
}) {
  const el = h("div", {
    class: "mic-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.words,
  });
  const rows: Row[] = [];
  let cell = -1;
  const rowOf = (target: EventTarget | null) =>
    rows.findIndex(({ word }) => word.contains(target as Node | null));
  const rove = rovingTabIndex(el, () => rows.map(({ word }) => word), { down: 1 });
  const traced = (t: number) => {
    cell = -1;
    point({ key: t });
  };
  el.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch" && rowOf(target) >= 0) point({ key: rowOf(target) });
  });
  el.addEventListener("pointerleave", () => point(null));
  el.addEventListener("keydown", (event) => {
    const next = leadsTo(event, cell, cells(), { across: 1 });
    if (!(next >= 0 && next < cells())) return;
    event.preventDefault();
    cell = next;
    point({ key: rowOf(event.target), cell });
  });
  const fit = (T: number) => {
    while (rows.length < T) {
      const t = rows.length,
        row = tokenRow((event) => press(t, event), {
          focus: () => traced(t),
          blur: () => point(null),
        });
      rows.push(row);
      el.append(...row.els);
    }
    for (const { els } of rows.splice(T)) for (const one of els) one.remove();
    rove();
  };
  const draw = (now: Now, point: Point | null) =>
    rows.forEach((row, t) => drawRow(row, t, now, point));
  const place = (layout: Frame["layout"]) => {
    el.style.setProperty("--row", `${layout.row}px`);
    el.classList.toggle("mic-dense", layout.row < 19);
    rows.forEach((row, t) => placeRow(row, t, rows.length, layout));
  };
  const width = () => Math.max(64, ...rows.map(({ label }) => label.scrollWidth)) + 36;
  return { el, fit, draw, place, width };
}
