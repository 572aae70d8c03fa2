// What lies over AttentionView's picture: the words with what is read of them before, and with what
// the guess is without them behind.

import { middle, top } from "../../bert/layout.js";
import { largest } from "../../bert/pass.js";
import { h, inEnglish } from "../../shared/elements.js";
import { answerBar, drawToken } from "../../shared/picture.js";
import { WORDS } from "./words.js";

/**
 * @import { Layout } from "../../bert/layout.js"
 * @import { Seen } from "./effects.js"
 * @import { Point, Shares } from "./sentence.js"
 * @typedef {ReturnType<typeof tokenRow>} Row
 */

// A word, and its answer at the other end of its row.
/** @param {() => void} press @param {{ focus(): void, blur(): void }} listeners */
function tokenRow(press, listeners) {
  const label = h("span", {}),
    answer = answerBar(),
    word = h("button", { type: "button", class: "attend-word", click: press, ...listeners }, label);
  answer.el.addEventListener("click", press);
  return { word, label, answer };
}

// What is read of the word.
/** @param {Row} row @param {number} t @param {Seen} seen @param {Float32Array} shares */
function drawWord({ word, label }, t, { input, query, cuts, answer, left }, shares) {
  const token = input.tokens[t],
    typed = input.typed[t],
    known = answer && left[t] !== undefined;
  drawToken(label, token.length > 14 ? `${token.slice(0, 13)}…` : token, shares[t]);
  label.classList.toggle("attend-unknown", input.unknown.includes(typed));
  word.dataset.share = shares[t] >= 0.005 ? String(Math.round(100 * shares[t])) : "";
  word.setAttribute("aria-pressed", String(isCut(cuts, t)));
  const name = WORDS.word(
    token === typed ? typed : WORDS.hides(typed),
    shares[t],
    answer?.name ?? "",
    known ? left[t] : null,
  );
  word.setAttribute("aria-label", t === query ? WORDS.query(name) : name);
}

// What the guess is without it.
/** @param {Row} row @param {number} t @param {Seen} seen */
function drawAnswer({ answer: bar }, t, { input, query, pass, answer, left }) {
  const own = t === query;
  bar.el.hidden = !answer || (!own && left[t] === undefined);
  if (!answer || bar.el.hidden) return;
  bar.draw(own ? answer.name : "", own ? pass.said[answer.id] : left[t], answer.share);
  inEnglish(bar.word, input.tokens[query] !== "<cls>"); // else a verdict
  bar.el.style.setProperty("--before", `${100 * answer.share}%`);
  bar.el.classList.toggle(
    "bw-right",
    own && input.tokens[t] !== input.typed[t] && answer.name === input.typed[t],
  );
}

/** @param {Seen["cuts"]} cuts @param {number} t */
const isCut = (cuts, t) =>
  cuts.some(([block, , query, key]) => block < 0 && query < 0 && key === t);

/** @param {Element[]} els @param {Record<string, boolean>} marks */
function marked(els, marks) {
  for (const el of els)
    for (const [name, on] of Object.entries(marks)) el.classList.toggle(name, on);
}

// Where each word and each answer stands.
/** @param {HTMLElement} words @param {HTMLElement} answers @param {Row[]} rows @param {Layout} layout */
function placeRows(words, answers, rows, layout) {
  const { x, w } = layout.parts.answers,
    high = Math.min(22, layout.row);
  words.style.width = `${layout.wide}px`;
  words.classList.toggle("attend-dense", layout.row < 19);
  Object.assign(answers.style, { left: `${x}px`, width: `${w}px` });
  answers.style.setProperty("--answer", `${high}px`);
  rows.forEach(({ word, answer }, t) => {
    Object.assign(word.style, { top: `${top(layout, t)}px`, height: `${layout.row}px` });
    answer.el.style.top = `${middle(layout, t) - high / 2 + 1}px`;
  });
}

// To point at a word, or at its answer, points at its key.
/** @param {HTMLElement[]} columns @param {Row[]} rows @param {(to: Point | null) => void} point */
function pointable(columns, rows, point) {
  /** @param {EventTarget | null} target */
  const rowOf = (target) =>
    rows.findIndex(({ word, answer }) =>
      [word, answer.el].some((el) => el.contains(/** @type {Node} */ (target))),
    );
  for (const el of columns) {
    el.addEventListener("pointerover", ({ target, pointerType }) => {
      const key = rowOf(target);
      if (pointerType !== "touch" && key >= 0) point({ key });
    });
    el.addEventListener("pointerleave", () => point(null));
  }
}

// Arrow keys walk through the words; Tab enters them at one.
/** @param {HTMLElement} column @param {Row[]} rows */
function walkable(column, rows) {
  /** @param {number} at */
  const enter = (at) =>
    rows.forEach(({ word }, t) => {
      word.tabIndex = t === at ? 0 : -1;
    });
  column.addEventListener("keydown", (event) => {
    const at = rows.findIndex(({ word }) => word === document.activeElement);
    /** @type {Record<string, number>} */
    const ways = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
    const to = ways[event.key];
    if (!rows[to]) return;
    event.preventDefault();
    enter(to);
    rows[to].word.focus();
  });
  return enter;
}

// The words, each with its answer. To point at one or to focus it lights what is read of it.
/** @param {{ press(t: number): void, point(to: Point | null): void }} reader */
export function tokenRows({ press, point }) {
  const words = h("div", {
    class: "attend-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.tokens,
  });
  const answers = h("ol", { class: "attend-answers", "aria-hidden": "true" });
  /** @type {Row[]} */
  const rows = [];
  const enter = walkable(words, rows);
  pointable([words, answers], rows, point);
  /** @param {number} T */
  const fit = (T) => {
    while (rows.length < T) {
      const key = rows.length,
        listeners = { focus: () => point({ key }), blur: () => point(null) },
        row = tokenRow(() => press(key), listeners);
      rows.push(row);
      words.append(row.word);
      answers.append(row.answer.el);
    }
    for (const { word, answer } of rows.splice(T)) for (const el of [word, answer.el]) el.remove();
    if (!rows.some(({ word }) => word === document.activeElement)) enter(0);
  };
  /** @param {Seen} seen @param {Shares} shown @param {Point | null} pointed */
  const draw = (seen, { shares, compared }, pointed) => {
    const { query, cuts } = seen,
      [most] = largest(
        shares.map((share, t) => (t === query ? -1 : share)),
        1,
      );
    rows.forEach((row, t) => {
      drawWord(row, t, seen, shares);
      drawAnswer(row, t, seen);
      marked([row.word, row.answer.el], {
        "attend-query": t === query,
        "attend-cut": isCut(cuts, t),
        "attend-pointed": pointed?.key === t,
      });
      marked([row.word], { "attend-most": t === most });
      marked([row.answer.el], { "attend-most": t === compared?.needed });
    });
  };
  /** @param {Layout} layout */
  const place = (layout) => placeRows(words, answers, rows, layout);
  const width = () => Math.max(...rows.map(({ label }) => label.scrollWidth)) + 34;
  return { els: [words, answers], fit, draw, place, width };
}
