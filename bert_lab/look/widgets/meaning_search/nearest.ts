// On the search page: what comes nearest in meaning to what its box asks, once the reader wants it.
// What shares words with it stands below (book/static/search.js).

import type { Released } from "#web/minilm/released.ts";
import { frame, h, sentenceAbove, setText } from "#web/shared/elements.ts";
import { foot, question } from "#web/shared/picture.ts";
import { byMeaning, link } from "./book.ts";
import { WORDS } from "./words.toml";

// released: null before the reader asks for it
export function nearest(released: Released | null, signal: AbortSignal) {
  const text = new URLSearchParams(location.search).get("q")?.trim();
  if (!text) return null;
  const head = question(WORDS.also);
  if (!released) return frame("meaning-search", WORDS.name, head);
  const { el: output, say } = sentenceAbove(signal),
    alert = h("p", { class: "bw-alert", role: "alert" }),
    list = h("ol", { "aria-label": WORDS.byMeaning });
  byMeaning(released, text)
    .then((rows) => {
      if (signal.aborted) return;
      for (const row of rows) {
        const beginning = h("span", { class: "ms-text" }, row.text);
        list.append(
          h("li", { class: "ms-row" }, h("p", {}, link(row), WORDS.from(row), beginning)),
        );
      }
      if (rows[0]) say(WORDS.first({ title: rows[0].title }));
    })
    .catch((error) => {
      if (!signal.aborted) setText(alert, error instanceof Error ? error.message : WORDS.noLibrary);
    });
  const about = foot(h("p", { class: "bw-soft" }, WORDS.caution));
  const lists = h("div", { class: "bw-picture ms-searches" }, list);
  return frame("meaning-search", WORDS.name, head, alert, output, lists, about);
}
