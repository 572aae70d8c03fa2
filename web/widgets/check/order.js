// Steps to be put in order. Rows stay where they are and steps walk through them, so that the focus
// is never lost. A row can be dragged, too.

import { h, setText, unseen } from "../../shared/elements.js";
import { moved } from "./judge.js";
import { button, rich } from "./pieces.js";
import { WORDS } from "./words.js";

/**
 * @import { Question } from "./judge.js"
 * @import { Listener, Part } from "./pieces.js"
 * @typedef {ReturnType<typeof stepRow>} Row
 */

/** @param {(by: number) => void} move */
function stepRow(move) {
  const text = h("span"),
    mark = h("span", { class: "bw-mark", "aria-hidden": "true" });
  const up = button("↑", () => move(-1)),
    down = button("↓", () => move(1));
  return { el: h("li", {}, mark, text, up, down), text, mark, up, down };
}

// A step in its row: the `i`th of `all`, `done` of which are right.
/**
 * @param {Row} row @param {string} name @param {number} i @param {number} all
 * @param {number} [done] once it is known
 */
function drawStep({ el, text, mark, up, down }, name, i, all, done = -1, held = false) {
  text.replaceChildren(...rich(name), unseen(`, ${WORDS.step(i, all)}`));
  setText(mark, i < done ? "✓" : i === done ? "✗" : String(i + 1));
  el.classList.toggle("bw-true", i < done);
  el.classList.toggle("bw-false", i === done);
  el.classList.toggle("bw-held", held);
  up.setAttribute("aria-label", WORDS.up(name));
  down.setAttribute("aria-label", WORDS.down(name));
  up.setAttribute("aria-disabled", String(i === 0));
  down.setAttribute("aria-disabled", String(i === all - 1));
}

// `hold` and `drag` are told of rows, and whether the row that is held has moved is what `drag`
// returns.
/** @param {Row[]} rows @param {(from: number, to: number) => boolean} put @param {(held: number) => void} hold */
function draggable(rows, put, hold) {
  let held = -1;
  /** @param {number} row */
  const take = (row) => {
    held = row;
    hold(row);
  };
  rows.forEach(({ el }, i) => {
    el.addEventListener("pointerdown", (event) => {
      if (event.button || /** @type {Element} */ (event.target).closest("button")) return;
      el.setPointerCapture(event.pointerId);
      take(i);
    });
    el.addEventListener("pointermove", ({ clientY }) => {
      if (held < 0) return;
      const over = rows.findIndex((row) => clientY < row.el.getBoundingClientRect().bottom),
        to = over < 0 ? rows.length - 1 : over;
      if (put(held, to)) take(to);
    });
    for (const end of ["pointerup", "pointercancel"]) el.addEventListener(end, () => take(-1));
  });
}

/** @param {Question} question @param {Listener} listener @returns {Part} */
export function order({ parts, solution, because }, { answer, say }) {
  const all = parts.length,
    name = (/** @type {number} */ i) => parts[now[i]].text;
  let now = parts.map((_, i) => i),
    held = -1;
  /** @type {number | undefined} */
  let done;
  /** @param {number} from @param {number} to */
  const put = (from, to) => {
    if (to < 0 || to >= all || to === from) return false;
    now = moved(now, from, to);
    done = undefined;
    paint();
    say(WORDS.moved(name(to), to, all));
    return true;
  };
  const rows = parts.map((_, i) =>
    stepRow((by) => {
      if (put(i, i + by)) rows[i + by][by < 0 ? "up" : "down"].focus();
    }),
  );
  const paint = () => rows.forEach((row, i) => drawStep(row, name(i), i, all, done, i === held));
  draggable(rows, put, (row) => {
    held = row;
    paint();
  });
  const list = h("ol", { class: "bw-steps" }, ...rows.map(({ el }) => el)),
    check = button(WORDS.check, () => answer(now), { class: "bw-primary" });
  return {
    el: h("div", {}, list, h("div", { class: "bw-row" }, check)),
    draw(answer, verdict) {
      now = answer.length ? /** @type {number[]} */ (answer) : parts.map((_, i) => i);
      done = verdict?.done;
      paint();
    },
    show() {
      [now, done] = [solution, undefined];
      paint();
      say(because);
    },
  };
}
