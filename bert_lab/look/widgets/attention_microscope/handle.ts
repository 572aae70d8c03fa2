// The handle beside the word that asks: a slider along the rows, for pointer and arrow keys.

import { h } from "#web/shared/elements.ts";
import { leadsTo } from "#web/shared/keyboard.ts";
import { HEADER, type Layout } from "./layout.ts";
import { put } from "./tokens.ts";
import { WORDS } from "./words.toml";

// rowAt: of the pointer
export function handle(set: (t: number) => void, rowAt: (y: number) => number) {
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
    const to = leadsTo(event, now, last + 1, { across: 1, down: 1 });
    if (Number.isNaN(to)) return;
    event.preventDefault(); // at the ends, too: a slider's key doesn't scroll the page
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
  const draw = (query: number, tokens: string[]) => {
    now = query;
    last = tokens.length - 1;
    el.setAttribute("aria-valuenow", String(query + 1));
    el.setAttribute("aria-valuemax", String(tokens.length));
    el.setAttribute("aria-valuetext", tokens[query]);
  };
  const place = ({ row }: Layout, query: number) => {
    const height = Math.max(24, row);
    put(el, 4, HEADER + (query + 0.5) * row - height / 2);
    el.style.height = `${height}px`;
  };
  return { el, draw, place };
}
