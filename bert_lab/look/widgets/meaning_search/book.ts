// Asks the whole book: by words, as its search page does (book/static/search.js), and by meaning.

import type { Released } from "#web/minilm/released.ts";
import { h, uniqueName } from "#web/shared/elements.ts";
import { fixed } from "#web/shared/numbers.ts";
import { best, cosines, meaning } from "./ranking.ts";
import { WORDS } from "./words.toml";

export const MOST = 4;

type Place = { address: string; title: string; text: string };
// What the page's own search knows, in the page's language (book/search.py writes it).
type Searched = { pages: [string, string][]; passages: [number, string, string, string, string][] };
type Page = { searched?: Searched; searching?: { found(query: string): Place[] } };
const page = globalThis as unknown as Page;
const root = () => document.documentElement.dataset.content_root ?? "";

export const link = ({ address, title }: Place) => h("a", { href: root() + address }, title);

// The scripts of the search page, which another page has not loaded.
async function searching() {
  for (const name of page.searching ? [] : ["minisearch", "searched", "search"])
    await new Promise((resolve, reject) => {
      const src = `${root()}_static/${name}.js`;
      const error = () => reject(new Error(WORDS.noLibrary));
      document.head.append(h("script", { src, load: resolve, error }));
    });
  if (!page.searching) throw new Error(WORDS.noLibrary);
  return page.searching;
}

export async function byWords(text: string) {
  return (await searching()).found(text).slice(0, MOST);
}

const numbersOf = (letters: string) =>
  Int8Array.from(letters, (letter) => letter.charCodeAt(0) - 64);

export async function byMeaning(released: Released, text: string) {
  await searching();
  const { addresses, step, vectors } = await released.library(),
    pass = await released.read(uniqueName("search"), { text });
  if (!pass) return [];
  const scores = cosines(numbersOf(vectors), step, meaning(pass));
  return best(scores, MOST).map((i) => {
    const address = addresses[i];
    return { ...shown(address), score: fixed(scores[i]) };
  });
}

function shown(address: string) {
  const { pages, passages } = page.searched as Searched,
    one = passages.find(([place, anchor]) => `${pages[place][1]}#${anchor}` === address);
  if (!one) throw new Error(WORDS.noLibrary);
  const [place, , title, , text] = one;
  return { address, place: pages[place][0], title, text };
}
