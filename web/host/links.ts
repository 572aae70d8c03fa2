// "Copy a link to this state": the link carries it, as the address bar shows it,
// `#alive=text:'a+crane+flew';hidden:[2]`. The widget's own `link` says what its part is called and
// which values it takes; nonsense changes nothing. Of several of a kind each has its place among
// them, `#reach:2=...`; the name alone is the first one's.

import type { Link as LinkOf } from "../shared/allowed.ts";
import type { Known } from "./known.ts";
import type { Model } from "./model.ts";
import { WORDS } from "./words.toml";

export type Link = LinkOf<Known>;
export type State = Record<string, unknown>;

// A value as JSON: what every browser leaves as it is stays legible.
const LEGIBLE: Record<string, string> = {
  "%22": "'",
  "%20": "+",
  "%2C": ",",
  "%3A": ":",
  "%5B": "[",
  "%5D": "]",
  "%7B": "{",
  "%7D": "}",
};
const written = (value: unknown) =>
  encodeURIComponent(JSON.stringify(value))
    .replaceAll("'", "%27")
    .replace(/%(?:22|20|2C|3A|5B|5D|7B|7D)/g, (code) => LEGIBLE[code]);
const parsed = (text: string): unknown =>
  JSON.parse(decodeURIComponent(text.replaceAll("'", "%22").replaceAll("+", "%20")));

export const stateOf = ({ traits }: Link, model: Model): State =>
  Object.fromEntries(traits.map((trait) => [trait, model.get(trait)]));

const inWords = (state: State) =>
  Object.entries(state)
    .map(([trait, value]) => `${trait}:${written(value)}`)
    .join(";");
const stateIn = (text: string): State =>
  Object.fromEntries(
    text
      .split(";")
      .filter(Boolean)
      .map((part) => {
        const at = part.indexOf(":");
        return [part.slice(0, at), parsed(part.slice(at + 1))];
      }),
  );

export const nameOf = (link: Link, place: number) =>
  place ? `${link.name}:${place + 1}` : link.name;

// Whether the widget took what the page's address asks of it; nothing if it asks nothing.
export function follow({ take }: Link, name: string, model: Model) {
  const parts = location.hash.slice(1).split("&");
  const part = parts.find((text) => text.startsWith(`${name}=`));
  if (part === undefined) return undefined;
  let values: Partial<Known> | undefined;
  try {
    values = take(stateIn(part.slice(part.indexOf("=") + 1)), model);
  } catch {
    /* no state at all */
  }
  if (values) model.set(values);
  return Boolean(values);
}

function show(element: Element) {
  let box = element.closest("details");
  // a page may fold it
  for (; box; box = box.parentElement?.closest("details") ?? null) box.open = true;
  element.scrollIntoView();
}

// The button that puts such a link into the address bar and, where the browser allows it, copies
// it. Beside it is said what became of that, and of a link that asked for what can't be.
export function linkRow(link: Link, name: string, model: Model) {
  const [row, button, status] = ["div", "button", "span"].map((tag) => document.createElement(tag));
  Object.assign(button, { type: "button", textContent: WORDS.copy });
  [row.className, status.className] = ["bw-row", "bw-soft"];
  status.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    history.replaceState(history.state, "", `#${name}=${inWords(stateOf(link, model))}`);
    try {
      await navigator.clipboard.writeText(location.href);
      status.textContent = WORDS.copied;
    } catch {
      status.textContent = WORDS.held;
    }
  });
  row.append(button, status);
  // taken: what it says of a link
  // element: the widget's
  const answer = (taken: ReturnType<typeof follow>, element: Element) => {
    if (taken === undefined) return;
    status.textContent = taken ? "" : WORDS.refused;
    show(taken ? element : status);
  };
  return { row, answer };
}
