// The reader's own classes, in this browser alone.

import { isListOf, isRecord, isText, isWhole } from "#web/shared/allowed.ts";
import { MOST, type Own } from "./lesson.ts";
import { WORDS } from "./words.toml";

const KEPT = "bert-teach"; // name of what the browser keeps

const isRows = isRecord({
  classes: isListOf(isText(MOST.name, 1), MOST.classes, 2),
  texts: isListOf(isText(MOST.letters, 1), MOST.texts),
  labels: isListOf(isWhole(0, MOST.classes - 1), MOST.texts),
});
const isOwn = (own: unknown): own is Own =>
  isRows(own) &&
  own.texts.length === own.labels.length &&
  own.labels.every((label) => label < own.classes.length);

export function kept(): Own {
  try {
    const own: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (isOwn(own)) return own;
  } catch {
    // nothing can be kept here, or it is damaged
  }
  return { classes: [...WORDS.firstNames], texts: [], labels: [] };
}
// Whether it could be kept.
export function keep(own: Own) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(own));
    return true;
  } catch {
    return false;
  }
}
