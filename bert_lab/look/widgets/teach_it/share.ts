// The own sentences in a link's fragment: only if the reader asks for it, and never sent anywhere.

import { isOwn } from "./keep.ts";
import type { Own } from "./lesson.ts";

const NAME = "classes";
export const MOST_LETTERS = 8000; // of a link; longer ones get cut on their way

// The link; "" if it would be too long.
// place: the part of it that brings this widget's other choices
export function linkOf({ classes, texts, labels }: Own, place: object) {
  const part = encodeURIComponent(JSON.stringify({ classes, texts, labels })),
    hash = `teach=${encodeURIComponent(JSON.stringify(place))}&${NAME}=${part}`,
    href = `${location.href.split("#")[0]}#${hash}`;
  return href.length > MOST_LETTERS ? "" : href;
}

// What the page's address brings; null if it brings nothing, "" if that is no such thing.
export function linked(hash = location.hash): Own | null | "" {
  const part = hash
    .slice(1)
    .split("&")
    .find((one) => one.startsWith(`${NAME}=`));
  if (part === undefined) return null;
  try {
    const own: unknown = JSON.parse(decodeURIComponent(part.slice(NAME.length + 1)));
    return part.length <= MOST_LETTERS && isOwn(own) ? own : "";
  } catch {
    return "";
  }
}
