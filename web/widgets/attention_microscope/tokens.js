// What lies over AttentionMicroscope's picture, row by row: the words, and the numbers beside the
// bars.

import { h, setText } from "../../shared/elements.js";
import { fixed, percent, percentOf } from "../../shared/numbers.js";
import { drawToken } from "../../shared/picture.js";
import { HEADER, roomFor } from "./layout.js";
import { WORDS } from "./words.js";

/**
 * @import { Layout } from "./layout.js"
 * @import { Frame, Point } from "./paint.js"
 * @import { Now } from "./view.js"
 * @typedef {ReturnType<typeof tokenRow>} Row
 * @typedef {Record<string, number | undefined>} Keys where a key leads
 */

/** @type {(el: HTMLElement, x: number, y: number, w?: number) => void} */
export const put = (el, x, y, w) => {
  el.style.transform = `translate(${x}px, ${y}px)`;
  if (w !== undefined) el.style.width = `${w}px`;
};

/** @param {() => void} press @param {{ focus(): void, blur(): void }} listeners */
function tokenRow(press, listeners) {
  const label = h("span", {}),
    word = h("button", { type: "button", class: "mic-word", click: press, ...listeners }, label);
  /** @param {string} name */
  const number = (name) => h("span", { class: `mic-number ${name}`, "aria-hidden": "true" });
  const [score, share, column] = ["", "", "mic-column"].map(number),
    name = h("span", { lang: "en" });
  column.append(name);
  return { word, label, score, share, column, name, els: [word, score, share, column] };
}

/** @param {Row} row @param {number} t @param {Now} now @param {Point | null} point */
function drawRow({ word, label, score, share, name }, t, { tokens, unknown, ...now }, point) {
  const { step, query } = now.choice,
    { sums, scores, shares, open } = now.question,
    token = tokens[t];
  drawToken(label, token, step >= 4 && step < 7 ? shares[t] : 0);
  label.classList.toggle("mic-unknown", unknown.includes(token));
  word.dataset.share = step >= 4 && step < 7 ? String(Math.round(100 * shares[t]) || "") : "";
  word.classList.toggle("mic-query", t === query);
  word.classList.toggle("mic-pointed", point?.key === t);
  word.setAttribute("aria-pressed", String(t === query));
  word.setAttribute(
    "aria-label",
    open[t] ? WORDS.word(token, scores[t], shares[t]) : WORDS.closed(token),
  );
  setText(score, open[t] ? fixed(step <= 2 ? sums[t] : scores[t]) : WORDS.infinite);
  setText(share, open[t] ? percent(shares[t]) : percentOf(0)); // exactly
  setText(name, token);
}

/** @param {Row} row @param {number} t @param {number} T @param {Layout} layout */
function placeRow({ word, score, share, column }, t, T, { columns, wide, row }) {
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

// Arrow keys walk through the words; to point at one or to focus it traces its cells, one by one
// with the arrows to the sides; to press it lets it ask.
/**
 * @param {{ press: (t: number) => void, point: (to: Point | null) => void, cells: () => number }} does
 *   `cells`: how many of them can be traced
 */
export function tokenRows({ press, point, cells }) {
  const el = h("div", {
    class: "mic-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.words,
  });
  /** @type {Row[]} */
  const rows = [];
  let cell = -1;
  /** @param {EventTarget | null} target */
  const rowOf = (target) =>
    rows.findIndex(({ word }) => word.contains(/** @type {Node | null} */ (target)));
  /** @param {number} to */
  const rove = (to) =>
    rows.forEach(({ word }, t) => {
      word.tabIndex = t === to ? 0 : -1;
    });
  /** @param {number} t */
  const traced = (t) => {
    cell = -1;
    point({ key: t });
  };
  el.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch" && rowOf(target) >= 0) point({ key: rowOf(target) });
  });
  el.addEventListener("pointerleave", () => point(null));
  el.addEventListener("keydown", (event) => {
    const at = rowOf(document.activeElement),
      end = rows.length - 1;
    /** @type {Keys} */
    const rowAt = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: end },
      /** @type {Keys} */
      cellAt = { ArrowRight: cell + 1, ArrowLeft: cell - 1 };
    const to = rowAt[event.key],
      next = cellAt[event.key];
    if (to !== undefined && rows[to]) {
      rove(to);
      rows[to].word.focus();
    } else if (next !== undefined && next >= 0 && next < cells()) {
      cell = next;
      point({ key: at, cell });
    } else return;
    event.preventDefault();
  });
  /** @param {number} T */
  const fit = (T) => {
    while (rows.length < T) {
      const t = rows.length,
        row = tokenRow(() => press(t), { focus: () => traced(t), blur: () => point(null) });
      rows.push(row);
      el.append(...row.els);
    }
    for (const { els } of rows.splice(T)) for (const one of els) one.remove();
    if (!rows.some(({ word }) => word === document.activeElement)) rove(0);
  };
  /** @param {Now} now @param {Point | null} point */
  const draw = (now, point) => rows.forEach((row, t) => drawRow(row, t, now, point));
  /** @param {Frame["layout"]} layout */
  const place = (layout) => {
    el.style.setProperty("--row", `${layout.row}px`);
    el.classList.toggle("mic-dense", layout.row < 19);
    rows.forEach((row, t) => placeRow(row, t, rows.length, layout));
  };
  const width = () => Math.max(48, ...rows.map(({ label }) => label.scrollWidth)) + 54;
  return { el, fit, draw, place, width };
}
