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
  const { addresses, step, vectors } = await released.library(),
    pass = await released.read(uniqueName("search"), { text });
  if (!pass) return [];
  const scores = cosines(numbersOf(vectors), step, meaning(pass));
  return best(scores, MOST).map((i) => {
    const address = addresses[i];
    return { address, ...shown(address), score: fixed(scores[i]) };
  });
}

// What the page's own search shows of it, in the page's language (book/search.py writes it).
type Searched = { pages: [string, string][]; passages: [number, string, string, string, string][] };
function shown(address: string) {
  const { pages, passages } = (globalThis as unknown as { searched: Searched }).searched,
    one = passages.find(([page, anchor]) => `${pages[page][1]}#${anchor}` === address);
  if (!one) throw new Error(WORDS.noLibrary);
  const [page, , title, , text] = one;
  return { place: pages[page][0], title, text };
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
    root = document.documentElement.dataset.content_root ?? "";
  found(released, text)
    .then((rows) => {
      if (signal.aborted) return;
      for (const { address, place, title, text, score } of rows) {
        const link = h("a", { href: root + address }, title);
        const beginning = h("span", { class: "ms-text" }, text);
        list.append(
          h("li", { class: "ms-row" }, h("p", {}, link, WORDS.from({ place, score }), beginning)),
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
