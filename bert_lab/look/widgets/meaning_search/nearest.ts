// On the search page: what comes nearest in meaning to what its box asks, once the reader wants it.
// What shares words with it stands below (book/static/search.js).

import type { Released } from "#web/minilm/released.ts";
import { frame, h, sentenceAbove, setText, uniqueName } from "#web/shared/elements.ts";
import { fixed } from "#web/shared/numbers.ts";
import { foot, question } from "#web/shared/picture.ts";
import { best, cosines, meaning } from "./ranking.ts";
import { WORDS } from "./words.toml";

const MOST = 4;

const numbersOf = (letters: string) =>
  Int8Array.from(letters, (letter) => letter.charCodeAt(0) - 64);

async function found(released: Released, text: string) {
  const { passages, step, vectors } = await released.library(),
    pass = await released.base.read(uniqueName("search"), { text });
  if (!pass) return [];
  const scores = cosines(numbersOf(vectors), step, meaning(pass));
  return best(scores, MOST).map((i) => ({ passage: passages[i], score: fixed(scores[i]) }));
}

// released: null before the reader asks for it
export function nearest(released: Released | null, signal: AbortSignal) {
  const text = new URLSearchParams(location.search).get("q")?.trim();
  if (!text) return null;
  const head = question(WORDS.also);
  if (!released) return frame("meaning-search", WORDS.name, head);
  const { el: output, say } = sentenceAbove(signal),
    alert = h("p", { class: "bw-alert", role: "alert" }),
    list = h("ol", { "aria-label": WORDS.byMeaning }),
    root = `${document.documentElement.dataset.content_root ?? ""}chapters/`;
  found(released, text)
    .then((rows) => {
      if (signal.aborted) return;
      for (const { passage, score } of rows) {
        const [place, title, beginning, address] = passage;
        const link = h("a", { lang: "en", href: root + address }, title);
        const shown = h("span", { class: "ms-text", lang: "en" }, beginning);
        list.append(
          h("li", { class: "ms-row" }, h("p", {}, link, WORDS.from({ place, score }), shown)),
        );
      }
      if (rows[0]) say(WORDS.first({ title: rows[0].passage[1] }));
    })
    .catch((error) => {
      if (!signal.aborted) setText(alert, error instanceof Error ? error.message : WORDS.noLibrary);
    });
  const about = foot(h("p", { class: "bw-soft" }, WORDS.caution));
  const lists = h("div", { class: "bw-picture ms-searches" }, list);
  return frame("meaning-search", WORDS.name, head, alert, output, lists, about);
}
