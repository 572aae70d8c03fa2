// The handle beside the word that asks: a slider along the rows, for pointer and arrow keys.

import { h } from "../../shared/elements.js";
import { HEADER } from "./layout.js";
import { put } from "./tokens.js";
import { WORDS } from "./words.js";

/**
 * @import { Layout } from "./layout.js"
 * @param {(t: number) => void} set @param {(y: number) => number} rowAt of the pointer
 */
export function handle(set, rowAt) {
  const el = h("div", {
    class: "mic-handle",
    role: "slider",
    tabindex: 0,
    "aria-orientation": "vertical",
    "aria-label": WORDS.asking,
    "aria-valuemin": 1,
  });
  let now = 0,
    last = 0;
  el.addEventListener("keydown", (event) => {
    /** @type {Record<string, number | undefined>} */
    const places = {
      ArrowDown: now + 1,
      ArrowRight: now + 1,
      ArrowUp: now - 1,
      ArrowLeft: now - 1,
      Home: 0,
      End: last,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to <= last) set(to);
  });
  el.addEventListener("pointerdown", (event) => {
    el.setPointerCapture(event.pointerId);
    event.preventDefault();
    el.focus({ preventScroll: true });
  });
  el.addEventListener("pointermove", ({ pointerId, clientY }) => {
    if (el.hasPointerCapture(pointerId) && rowAt(clientY) !== now) set(rowAt(clientY));
  });
  /** @param {number} query @param {string[]} tokens */
  const draw = (query, tokens) => {
    now = query;
    last = tokens.length - 1;
    el.setAttribute("aria-valuenow", String(query + 1));
    el.setAttribute("aria-valuemax", String(tokens.length));
    el.setAttribute("aria-valuetext", tokens[query]);
  };
  /** @param {Layout} layout @param {number} query */
  const place = ({ row }, query) => {
    const height = Math.max(24, row);
    put(el, 4, HEADER + (query + 0.5) * row - height / 2);
    el.style.height = `${height}px`;
  };
  return { el, draw, place };
}
