// InputBuilder's picture: a row for each place.

import { h, option, setText, unmoved } from "../../shared/elements.js";
import { drawToken, strip } from "../../shared/picture.js";
import { shares } from "./sequence.js";
import { LETTERS, WORDS } from "./words.js";

/**
 * @import { Sequence, Terms } from "./sequence.js"
 * @typedef {typeof ADDED[number]} Added what a row shows
 * @typedef {Record<Added, ReturnType<typeof strip>>} Strips
 * @typedef {object} Drawn how vectors are drawn
 * @property {number} position the chosen one
 * @property {number} scale from which on a cell has its full colour
 * @property {number} after the norm
 * @typedef {ReturnType<typeof placeRow>} Row
 */

export const ROW = 24; // px
export const MOVE = { duration: 320, easing: "ease-out" };
const ADDED = /** @type {const} */ (["token", "segment", "position", "sum"]);

/** @param {string} name @param {number} t @param {() => void} choose */
function placeRow(name, t, choose) {
  const token = h("span", { class: "bw-token" }),
    strips = /** @type {Strips} */ (Object.fromEntries(ADDED.map((kind) => [kind, strip(32)])));
  const word = h("span", { class: "ib-word" }, token, strips.token.el),
    mark = h("b", { class: "ib-letter" });
  const { el, draw } = option(
    name,
    "",
    choose,
    word,
    h("span", { class: "ib-mark" }, WORDS.signs.segment, mark),
    strips.segment.el,
    h("span", { class: "ib-mark" }, WORDS.signs.position, h("b", {}, String(t))),
    strips.position.el,
    h("span", { class: "ib-mark" }, WORDS.signs.sum),
    strips.sum.el,
  );
  el.classList.add("ib-line");
  const radio = /** @type {HTMLInputElement} */ (el.querySelector("input"));
  return { el, radio, pick: draw, token, strips, word, mark, drawn: "" };
}

/** @param {Row} row @param {number} t @param {Sequence} sequence @param {Terms[]} vectors @param {Drawn} drawn */
function drawRow(row, t, sequence, vectors, { position, scale }) {
  const { tokens, segments, ids, valid_len, unknown, home } = sequence,
    valid = t < valid_len;
  drawToken(row.token, tokens[t]);
  row.token.classList.toggle("ib-unknown", unknown.includes(tokens[t]));
  row.token.classList.toggle("ib-held", Boolean(home[t]));
  row.el.classList.toggle("ib-pad", !valid);
  row.el.dataset.segment = valid ? String(segments[t]) : "";
  setText(row.mark, LETTERS[segments[t]]);
  row.radio.setAttribute("aria-label", WORDS.row(t, tokens[t], segments[t], valid));
  row.pick(t === position);
  // a drag at the edge leaves most rows as they are
  const drawn = [ids[t], segments[t], scale].join();
  if (drawn === row.drawn) return;
  row.drawn = drawn;
  for (const kind of ADDED) row.strips[kind].draw(vectors[t][kind], scale);
}

const rowsHead = () =>
  h(
    "div",
    { class: "ib-line ib-head", "aria-hidden": "true" },
    h("span", { class: "ib-hint" }, WORDS.drag),
    ...ADDED.flatMap((kind) => [
      h("b", {}, WORDS.signs[kind]),
      h("span", {}, WORDS.terms[kind]),
    ]).slice(1),
  );

// The rows; `choose` is told of the place. What belongs to the word can be moved by itself: see
// `slide`.
/** @param {string} name @param {(position: number) => void} choose */
export function placeRows(name, choose) {
  const el = h("div", { class: "ib-rows", role: "radiogroup", "aria-label": WORDS.places });
  /** @type {Row[]} */
  const rows = [];
  /** @param {Sequence} sequence @param {Terms[]} vectors @param {Drawn} drawn */
  const draw = (sequence, vectors, drawn) => {
    const { length } = sequence.tokens;
    while (rows.length < length) {
      const t = rows.length;
      rows.push(placeRow(name, t, () => choose(t)));
      el.append(rows[t].el);
    }
    for (const row of rows.splice(length)) row.el.remove();
    rows.forEach((row, t) => drawRow(row, t, sequence, vectors, drawn));
  };
  // What has nothing in common with the row that is traced stands back.
  /** @param {Sequence} input @param {number | null} traced */
  const light = (input, traced) =>
    rows.forEach(({ strips }, t) =>
      ADDED.forEach((kind) =>
        strips[kind].el.classList.toggle(
          "ib-dim",
          traced !== null && !shares(input, kind, t, traced),
        ),
      ),
    );
  // The word at place `t` comes from place `from`; one that is dragged follows the pointer instead.
  /** @param {number} t @param {number} from */
  const slide = (t, from) => {
    const start = { transform: `translateY(${(from - t) * ROW}px)` };
    if (!unmoved()) rows[t].word.animate([start, { transform: "none" }], MOVE);
  };
  /** @param {number} t @param {number} [y] */
  const hold = (t, y) =>
    rows.forEach(({ el, word }, u) => {
      el.classList.toggle("ib-moving", u === t);
      word.style.transform = u === t ? `translateY(${y}px)` : "";
    });
  /** @param {EventTarget | null} target */
  const at = (target) => rows.findIndex((row) => row.el.contains(/** @type {Node} */ (target)));
  /** @param {number} y */
  const under = (y) => Math.floor((y - el.getBoundingClientRect().top) / ROW);
  return { head: rowsHead(), el, rows, draw, light, slide, hold, at, under };
}
