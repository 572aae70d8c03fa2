// What lies over BertAlive's picture: the words. They are elements, so that they can be pressed,
// reached by keyboard and read aloud; the canvas lies behind them.

import { top } from "../../bert/layout.js";
import { SPECIAL } from "../../bert/pass.js";
import { h, inEnglish, setText } from "../../shared/elements.js";
import { WORDS } from "./words.js";

/**
 * @import { Layout } from "../../bert/layout.js"
 * @import { Cut, Input } from "../../bert/pass.js"
 */

/** @typedef {ReturnType<typeof wordButton>} Word */
/** @param {() => void} press @param {() => void} focus */
function wordButton(press, focus) {
  const label = inEnglish(h("span", { class: "alive-token" }));
  const el = h("button", { type: "button", class: "alive-word", click: press, focus }, label);
  return { el, label };
}

/** @param {Word} word @param {string} token @param {string} typed what it hides, if that is another */
function drawWord({ el, label }, token, typed, unknown = false, cut = false) {
  const special = SPECIAL.test(typed),
    hidden = token !== typed,
    name = hidden ? WORDS.hides(typed) : typed;
  el.className = "alive-word";
  el.classList.toggle("alive-special", special && token !== "<mask>");
  el.classList.toggle("alive-mask", token === "<mask>");
  el.classList.toggle("alive-unknown", unknown);
  el.classList.toggle("alive-cut", cut);
  el.setAttribute("aria-label", cut ? WORDS.isCut(name) : name);
  inEnglish(el, name === typed && !cut);
  if (special) el.removeAttribute("aria-pressed");
  else el.setAttribute("aria-pressed", String(hidden));
  setText(label, token.length > 14 ? `${token.slice(0, 13)}…` : token);
}

// The percentage of what is read, and marker behind the word.
/** @param {Word} word @param {number} share @param {boolean} reads */
function shadeWord({ el }, share, reads) {
  const marker = share < 0.03 ? "0%" : `${Math.min(100, 15 + 220 * share)}%`;
  el.style.setProperty("--share", marker);
  el.classList.toggle("alive-query", reads);
  el.dataset.share = share >= 0.05 ? String(Math.round(100 * share)) : "";
}

// Arrow keys walk through the words; Tab enters them at one.
/** @param {HTMLElement} column @param {Word[]} rows */
function walkable(column, rows) {
  /** @param {number} at */
  const enter = (at) =>
    rows.forEach((row, t) => {
      row.el.tabIndex = t === at ? 0 : -1;
    });
  column.addEventListener("keydown", (event) => {
    const at = rows.findIndex((row) => row.el === document.activeElement);
    /** @type {Record<string, number>} */
    const ways = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
    const to = ways[event.key];
    if (!rows[to]) return;
    event.preventDefault();
    enter(to);
    rows[to].el.focus();
  });
  return enter;
}

// The column of tokens; to focus a word traces it.
/** @param {{ press(t: number): void, focus(t: number): void }} reader */
export function wordColumn({ press, focus }) {
  const el = h("div", {
    class: "alive-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.tokens,
  });
  /** @type {Word[]} */
  const rows = [];
  const enter = walkable(el, rows);
  /** @param {number} t */
  const make = (t) =>
    wordButton(
      () => press(t),
      () => focus(t),
    );
  /** @param {Input} input @param {Cut[]} cuts */
  const draw = ({ typed, tokens, unknown }, cuts) => {
    while (rows.length < tokens.length) el.append(rows[rows.push(make(rows.length)) - 1].el);
    for (const row of rows.splice(tokens.length)) row.el.remove();
    if (!rows.some((row) => row.el.tabIndex === 0 && row.el === document.activeElement)) enter(0);
    rows.forEach((row, t) => {
      const cut = cuts.some(([block, , query, key]) => block < 0 && query < 0 && key === t);
      drawWord(row, tokens[t], typed[t], unknown.includes(typed[t]), cut);
    });
  };
  /** @param {Layout} layout */
  const place = (layout) => {
    el.classList.toggle("alive-dense", layout.row < 19);
    el.style.width = `${layout.wide}px`;
    rows.forEach((row, t) =>
      Object.assign(row.el.style, { top: `${top(layout, t)}px`, height: `${layout.row}px` }),
    );
  };
  /** @param {Float32Array | null} shares @param {number} [query] */
  const shade = (shares, query) =>
    rows.forEach((row, t) => shadeWord(row, shares?.[t] ?? 0, t === query));
  const width = () => Math.max(...rows.map(({ label }) => label.scrollWidth)) + 28;
  /** @param {EventTarget | null} target */
  const at = (target) => rows.findIndex((row) => row.el.contains(/** @type {Node} */ (target)));
  return { el, draw, place, shade, width, at };
}
