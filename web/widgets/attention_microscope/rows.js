// AttentionMicroscope, what lies over the canvas: words, the handle of the one that asks, titles
// and numbers of the columns.

import { h, setText } from "../../shared/elements.js";
import { fixed, percent } from "../../shared/numbers.js";
import { drawToken } from "../../shared/picture.js";
import { HEADER, middle, panels, slotTop } from "./layout.js";
import { WORDS } from "./words.js";

/**
 * @import { Column, Layout } from "./layout.js"
 * @import { Frame, Point } from "./paint.js"
 */

/** @type {(el: HTMLElement, x: number, y: number, w?: number) => void} */
const put = (el, x, y, w) => {
  el.style.transform = `translate(${x}px, ${y}px)`;
  if (w !== undefined) el.style.width = `${w}px`;
};

// The words. Arrow keys walk through them, to point at one or to focus it traces its cells, and to
// press it lets it ask.
/**
 * @param {{ press: (t: number) => void, point: (to: Point | null) => void, cells: () => number }} does
 */
export function tokenRows({ press, point, cells }) {
  const el = h("div", {
    class: "mic-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.words,
  });
  /** @type {{ word: HTMLButtonElement, label: HTMLElement, score: HTMLElement, share: HTMLElement }[]} */
  const rows = [];
  let cell = -1;
  /** @param {EventTarget | null} target */
  const rowOf = (target) =>
    rows.findIndex(({ word }) => word.contains(/** @type {Node} */ (target)));
  /** @param {number} t */
  const make = (t) => {
    const label = h("span", {}),
      [score, share] = ["mic-score", "mic-share"].map((name) =>
        h("span", { class: `mic-number ${name}`, "aria-hidden": "true" }),
      );
    const word = h(
      "button",
      {
        type: "button",
        class: "mic-word",
        click: () => press(t),
        focus: () => {
          cell = -1;
          point({ key: t });
        },
        blur: () => point(null),
      },
      label,
    );
    return { word, label, score, share };
  };
  el.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch" && rowOf(target) >= 0) point({ key: rowOf(target) });
  });
  el.addEventListener("pointerleave", () => point(null));
  /** @param {number} to */
  const rove = (to) =>
    rows.forEach(({ word }, t) => {
      word.tabIndex = t === to ? 0 : -1;
    });
  el.addEventListener("keydown", (event) => {
    const at = rowOf(document.activeElement),
      sideways = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[
        event.key
      ];
    const to = /** @type {Record<string, number>} */ ({
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
    })[event.key];
    if (sideways && cells()) {
      cell = Math.min(Math.max(cell + sideways, 0), cells() - 1);
      point({ key: at, cell });
    } else if (rows[to]) {
      rove(to);
      rows[to].word.focus();
    } else return;
    event.preventDefault();
  });
  /** @param {number} T */
  const fit = (T) => {
    while (rows.length < T) {
      const row = make(rows.length);
      rows.push(row);
      el.append(row.word, row.score, row.share);
    }
    for (const { word, score, share } of rows.splice(T))
      for (const one of [word, score, share]) one.remove();
    if (!rows.some(({ word }) => word === document.activeElement)) rove(0);
  };
  /**
   * @param {string[]} tokens @param {string[]} unknown @param {Frame} frame @param {number} step
   * @param {number} query @param {Point | null} point
   */
  const draw = (tokens, unknown, { seen }, step, query, point) =>
    rows.forEach(({ word, label, score, share }, t) => {
      const read = step >= 3 ? seen.shares[t] : 0,
        open = seen.open[t] > 0;
      drawToken(label, tokens[t], step >= 4 && step < 7 ? read : 0);
      label.classList.toggle("mic-unknown", unknown.includes(tokens[t]));
      word.classList.toggle("mic-query", t === query);
      word.classList.toggle("mic-pointed", point?.key === t);
      word.setAttribute("aria-pressed", String(t === query));
      word.setAttribute(
        "aria-label",
        open ? WORDS.word(tokens[t], seen.scores[t], seen.shares[t]) : WORDS.closed(tokens[t]),
      );
      setText(score, open ? fixed(step <= 2 ? seen.sums[t] : seen.scores[t]) : WORDS.infinite);
      setText(share, percent(seen.shares[t]));
    });
  /** @param {Layout} layout */
  const place = (layout) => {
    const { scores, shares } = layout.columns;
    el.style.setProperty("--row", `${layout.row}px`);
    el.classList.toggle("mic-dense", layout.row < 19);
    rows.forEach(({ word, score, share }, t) => {
      const y = middle(layout, t) - layout.row / 2;
      put(word, 0, y, layout.wide);
      score.hidden = !(scores.on === 1 && scores.w > 110);
      put(score, scores.x + scores.w - 44, y, 42);
      share.hidden = !(shares.on && shares.w > 60);
      put(share, shares.x + shares.w - 44, y, 42);
    });
  };
  const width = () => Math.max(60, ...rows.map(({ label }) => label.scrollWidth)) + 16;
  return { el, fit, draw, place, width };
}

// The handle around the word that asks: a slider along the rows, for pointer and arrow keys.
/** @param {(t: number) => void} set @param {() => { T: number, at: (y: number) => number }} rows */
export function handle(set, rows) {
  const el = h("div", {
    class: "mic-handle",
    role: "slider",
    tabindex: 0,
    "aria-orientation": "vertical",
    "aria-label": WORDS.asking,
    "aria-valuemin": 1,
  });
  let now = 0;
  el.addEventListener("keydown", (event) => {
    const last = rows().T - 1;
    const to = /** @type {Record<string, number>} */ ({
      ArrowDown: now + 1,
      ArrowRight: now + 1,
      ArrowUp: now - 1,
      ArrowLeft: now - 1,
      Home: 0,
      End: last,
    })[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to <= last) set(to);
  });
  el.addEventListener("pointerdown", (event) => {
    el.setPointerCapture(event.pointerId);
    event.preventDefault();
    el.focus({ preventScroll: true });
  });
  el.addEventListener("pointermove", (event) => {
    if (!el.hasPointerCapture(event.pointerId)) return;
    const to = rows().at(event.clientY);
    if (to !== now) set(to);
  });
  /** @param {number} query @param {string} token @param {number} T */
  const draw = (query, token, T) => {
    now = query;
    el.setAttribute("aria-valuenow", String(query + 1));
    el.setAttribute("aria-valuemax", String(T));
    el.setAttribute("aria-valuetext", token);
  };
  /** @param {Layout} layout @param {number} query */
  const place = (layout, query) => {
    put(el, 3, HEADER + query * layout.row, 24);
    el.style.height = `${layout.row}px`;
  };
  return { el, draw, place };
}

// Titles of the columns, as long as there is room, the query's own, and those of the heads' maps.
/** @param {number} N @param {(head: number) => void} choose */
export function titles(N, choose) {
  const names = /** @type {Column[]} */ (Object.keys(WORDS.columns)),
    each = new Map(names.map((name) => [name, h("span", { class: "mic-title" })])),
    own = h("span", { class: "mic-title mic-asks" }),
    output = h("span", { class: "mic-title mic-output" }, WORDS.output);
  const heads = Array.from({ length: N }, (_, n) => {
    const button = h(
      "button",
      { type: "button", class: "mic-map", "aria-label": WORDS.headOf(n), click: () => choose(n) },
      h("span", {}, WORDS.headOf(n)),
    );
    button.style.setProperty("--own", `var(--head-${(n % 4) + 1})`);
    return button;
  });
  const el = h("div", { class: "mic-titles" }, ...each.values(), own, output, ...heads);
  /**
   * @param {Layout} layout @param {{ T: number, query: number, token: string, head: number }} shown
   */
  const place = (layout, { T, query, token, head }) => {
    for (const [name, title] of each) {
      const { x, w, on } = layout.columns[name],
        texts =
          name === "mixture"
            ? WORDS[layout.mixed > 0.5 ? "mixed" : "slot"]
            : /** @type {string[]} */ (WORDS.columns[name]);
      title.hidden = !on || w < 12;
      setText(title, texts.find((text) => w > 6.3 * text.length) ?? "");
      title.style.opacity = String(Math.max(0.75, on));
      put(title, x, 0, w);
    }
    setText(own, WORDS.asks(token));
    own.hidden = !layout.columns.keys.on || layout.columns.keys.w < 12;
    put(own, 0, 22, layout.wide);
    const { mixture } = layout.columns;
    output.hidden = !layout.mixed;
    put(output, mixture.x - 54, slotTop(layout, query) + layout.slot + 11, 48);
    panels(layout, N, T).forEach(({ x, y, title, cell }, n) => {
      heads[n].hidden = !layout.columns.heads.on;
      heads[n].setAttribute("aria-pressed", String(n === head));
      put(heads[n], x - 4, y - 4, Math.max(60, cell * T + 8));
      heads[n].style.height = `${title + cell * T + 8}px`;
    });
  };
  return { el, place };
}
