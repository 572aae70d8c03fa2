// "Copy a link to this state": the link carries it, `#reach={"position":7,...}`, percent-encoded. The
// widget's own `link` says what its part is called and which values it takes; nonsense changes
// nothing. Of several of a kind each has its place among them, `#reach:2={...}`; the name alone is
// the first one's.

import type { Link as LinkOf } from "../shared/allowed.ts";
import type { Known } from "./known.ts";
import type { Model } from "./model.ts";
import { WORDS } from "./words.toml";

export type Link = LinkOf<Known>;

export const nameOf = (link: Link, place: number) =>
  place ? `${link.name}:${place + 1}` : link.name;

// Whether the widget took what the page's address asks of it; nothing if it asks nothing.
export function follow({ take }: Link, name: string, model: Model) {
  const parts = location.hash.slice(1).split("&");
  const part = parts.find((text) => text.startsWith(`${name}=`));
  if (part === undefined) return undefined;
  let values: Partial<Known> | undefined;
  try {
    const state = JSON.parse(decodeURIComponent(part.slice(part.indexOf("=") + 1)));
    values = take(state, model);
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
    const state = JSON.stringify(
      Object.fromEntries(link.traits.map((trait) => [trait, model.get(trait)])),
    );
    history.replaceState(history.state, "", `#${name}=${encodeURIComponent(state)}`);
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
