// What one search finds, the first above: its name, its rows, and a note below.

import { h } from "../../shared/elements.js";

/** @param {string} name @param {HTMLElement[]} rows */
export function column(name, rows) {
  const note = h("p", { class: "bw-soft ms-note" });
  const el = h(
    "div",
    { class: "ms-search" },
    h("p", { class: "ms-name" }, name),
    h("ol", { "aria-label": name }, ...rows),
    note,
  );
  return { el, note };
}
