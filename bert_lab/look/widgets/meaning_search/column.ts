// One search's results, best first: its name, its rows, and a note below.

import { h } from "#web/shared/elements.ts";

export function column(name: string, rows: HTMLElement[]) {
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
