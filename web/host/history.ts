// What the reader has changed stays with the page's entry in the browser's history: after a reload,
// and on the way back, it is there again. Nothing is stored anywhere else, and a browser that keeps
// no such state, or a frame that may not, does without. What comes back is checked as a link is.

import type { Known } from "./known.ts";
import { type Link, stateOf } from "./links.ts";
import type { Model } from "./model.ts";

const NAME = "widgets", // beside what else the entry's state holds
  PAUSE = 400; // milliseconds: browsers refuse more than a hundred changes in half a minute

// by a widget's key: its traits, where they aren't the book's
let changed: Map<string, unknown> | undefined;
let timer = 0;

function all() {
  if (changed) return changed;
  changed = new Map();
  try {
    for (const [key, state] of Object.entries(history.state?.[NAME] ?? {})) changed.set(key, state);
  } catch {
    /* none is kept */
  }
  return changed;
}

// Soon, or before the page goes: only while something waits, since one that listens to its going is
// not kept whole for the way back.
function writeSoon() {
  if (timer) return;
  timer = setTimeout(write, PAUSE);
  addEventListener("beforeunload", write);
}

function write() {
  clearTimeout(timer);
  timer = 0;
  removeEventListener("beforeunload", write);
  try {
    history.replaceState({ ...history.state, [NAME]: Object.fromEntries(all()) }, "");
  } catch {
    /* none is kept */
  }
}

// Gives a widget the state that it had, else the one that `asked` finds. Returns what that found,
// and what to call when the page's address has changed: the new entry begins without a state.
export function keep<Asked>(key: string, link: Link, model: Model, asked: () => Asked) {
  const book = JSON.stringify(stateOf(link, model));
  let values: Partial<Known> | undefined;
  try {
    values = all().has(key) ? link.take(all().get(key), model) : undefined;
  } catch {
    /* no state at all */
  }
  if (values) model.set(values);
  const taken = values ? undefined : asked();
  const note = () => {
    const state = stateOf(link, model);
    if (JSON.stringify(state) !== book) all().set(key, state);
    else if (!all().delete(key)) return;
    writeSoon();
  };
  model.on(link.traits.map((trait) => `change:${trait}`).join(" "), note);
  if (taken) note();
  return { taken, note };
}
