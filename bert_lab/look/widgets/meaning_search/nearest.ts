// On the search page: what comes nearest in meaning to what its box asks, once the reader wants it.
// What shares words with it stands below (book/static/search.js).

import { languageSwitch } from "#web/minilm/language_switch.ts";
import type { Released } from "#web/minilm/released.ts";
import { frame, h, setText } from "#web/shared/elements.ts";
import { foot, question } from "#web/shared/picture.ts";
import { HAN } from "#web/text/plain.ts";
import { byMeaning, link } from "./book.ts";
import { WORDS } from "./words.toml";

function answer(released: Released, text: string, signal: AbortSignal) {
  const output = h("output", { class: "bw-says" }),
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
      if (HAN.test(text)) setText(alert, WORDS.foreign);
      if (rows[0]) setText(output, WORDS.first({ title: rows[0].title }));
    })
    .catch((error) => {
      if (!signal.aborted) setText(alert, error instanceof Error ? error.message : WORDS.noLibrary);
    });
  const about = foot(h("p", { class: "bw-soft" }, WORDS.caution));
  return [alert, output, h("div", { class: "bw-picture ms-searches" }, list), about];
}

export function nearest(released: Released | undefined, signal: AbortSignal) {
  const text = new URLSearchParams(location.search).get("q")?.trim();
  if (!text || !released) return "";
  const choice = languageSwitch(released, signal, [WORDS.byWords]).el,
    section = frame(
      "meaning-search",
      WORDS.name,
      h("div", { class: "bw-top" }, question(WORDS.also), choice),
    );
  let parts: HTMLElement[] = [];
  const draw = () => {
    if (Boolean(released.shown) === parts.length > 0) return;
    for (const part of parts) part.remove();
    parts = released.shown ? answer(released, text, signal) : [];
    section.append(...parts);
  };
  released.hear(draw, signal);
  draw();
  return section;
}
