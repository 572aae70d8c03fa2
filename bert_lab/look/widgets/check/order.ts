// A question whose steps are to be put in order. Rows stay where they are and steps move through
// them, so that the focus is never lost. Rows can also be dragged.

import { button, h, setText, unseen } from "#web/shared/elements.ts";
import { moved, type Question } from "./judge.ts";
import { type Listener, type Part, rich } from "./pieces.ts";
import { WORDS } from "./words.toml";

export type Row = ReturnType<typeof stepRow>;

function stepRow(move: (by: number) => void) {
  const text = h("span"),
    mark = h("span", { class: "bw-mark", "aria-hidden": "true" });
  const up = button("↑", () => move(-1)),
    down = button("↓", () => move(1));
  return { el: h("li", {}, mark, text, up, down), text, mark, up, down };
}

// A step in its row: the `i`th of `all`, `done` of which are right.
// done: once it is known
function drawStep(
  { el, text, mark, up, down }: Row,
  name: string,
  i: number,
  all: number,
  done: number = -1,
  held = false,
) {
  text.replaceChildren(...rich(name), unseen(`, ${WORDS.step({ i, all })}`));
  setText(mark, i < done ? "✓" : i === done ? "✗" : String(i + 1));
  el.classList.toggle("bw-true", i < done);
  el.classList.toggle("bw-false", i === done);
  el.classList.toggle("bw-held", held);
  up.setAttribute("aria-label", WORDS.up({ step: name }));
  down.setAttribute("aria-label", WORDS.down({ step: name }));
  up.setAttribute("aria-disabled", String(i === 0));
  down.setAttribute("aria-disabled", String(i === all - 1));
}

// `hold` and `drag` are told of rows, and whether the row that is held has moved is what `drag`
// returns.
function draggable(
  rows: Row[],
  put: (from: number, to: number) => boolean,
  hold: (held: number) => void,
) {
  let held = -1;
  const take = (row: number) => {
    held = row;
    hold(row);
  };
  rows.forEach(({ el }, i) => {
    el.addEventListener("pointerdown", (event) => {
      if (event.button || (event.target as Element).closest("button")) return;
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

export function order({ parts, solution, because }: Question, { answer, say }: Listener): Part {
  const all = parts.length,
    name = (i: number) => parts[now[i]].text;
  let now = parts.map((_, i) => i),
    held = -1;
  let done: number | undefined;
  const put = (from: number, to: number) => {
    if (to < 0 || to >= all || to === from) return false;
    now = moved(now, from, to);
    done = undefined;
    paint();
    say(WORDS.moved({ step: name(to), i: to, all }));
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
      now = answer.length ? (answer as number[]) : parts.map((_, i) => i);
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
