// On the first page, once a visit: the reader guesses the hidden word first; then the model's training
// runs from its beginning to its end, and the two answers stand side by side. Whatever the reader
// does elsewhere in the picture ends it.

import { plainWords } from "#web/bert/vocabulary.ts";
import { h, setText, unmoved } from "#web/shared/elements.ts";
import { innerLife, type Model } from "#web/shared/lifecycle.ts";
import type { Alive } from "./alive.ts";
import { type BertAlive, showsOwn } from "./choice.ts";
import { answerInWords } from "./sentences.ts";
import { WORDS } from "./words.toml";

const RUN = 4000, // milliseconds
  PATIENCE = 6000; // for the states to come
const VISIT = "bert-guessed"; // what the browser remembers until it is closed

function seenBefore() {
  try {
    const seen = sessionStorage.getItem(VISIT) !== null;
    sessionStorage.setItem(VISIT, "");
    return seen;
  } catch {
    return true; // nobody is asked on every page who can't be known again
  }
}

// Who comes back, follows a link to a state, or prints finds the picture as it is.
export function asks(model: Model<BertAlive>) {
  const [come] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return (
    model.get("guess") &&
    Boolean(model.get("run").kept) &&
    !(showsOwn(model) && model.get("yours")?.since) &&
    !model.get("released")?.english &&
    !location.hash.includes("=") &&
    (come?.type ?? "navigate") === "navigate" &&
    !matchMedia("print").matches &&
    !seenBefore()
  );
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    setTimeout(resolve, ms);
  });

// outer: the view's end
export function guessFirst(alive: Alive, outer: AbortSignal) {
  const life = innerLife(outer),
    { signal } = life,
    kept = alive.choice.get("run").kept ?? [];
  const field: HTMLInputElement = h("input", {
    type: "text",
    "aria-label": WORDS.yourGuess,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 40,
    input: () => states(),
  });
  const skip = h("button", { type: "button", click: () => answer("") }, WORDS.skip);
  const form = h(
    "form",
    {
      class: "alive-ask",
      submit(event: Event) {
        event.preventDefault();
        answer(field.value);
      },
    },
    field,
    h("button", { type: "submit", class: "bw-primary" }, WORDS.guessIt),
    skip,
  );
  // The states are fetched when somebody is about to see them.
  let coming: Promise<unknown> | undefined;
  const states = () => {
    if (unmoved()) return;
    coming ??= Promise.all(kept.map((step) => alive.bertAt(step)));
    coming.catch(() => {}); // then the end is there at once
    return coming;
  };
  // As it is when nobody is asked.
  const end = () => {
    life.abort();
    form.remove();
    [alive.asking, alive.born, alive.pace] = [null, null, undefined];
    alive.el.classList.remove("alive-asks");
    alive.above.el.removeAttribute("aria-live");
    return alive.take();
  };
  const answer = async (typed: string) => {
    const said = plainWords(typed).join(" "),
      { el } = alive.above;
    // The focus stays where it was, and not on a button that the same key would press.
    el.tabIndex = -1;
    if (form.contains(document.activeElement)) el.focus({ preventScroll: true });
    form.hidden = true;
    try {
      if (!unmoved()) await grow();
    } catch {
      if (signal.aborted) return;
    }
    await end();
    if (alive.now && said) alive.answered = answerInWords(alive.now, said);
    alive.refresh();
  };
  const grow = async () => {
    const { above, el } = alive;
    above.el.setAttribute("aria-live", "off"); // what runs by would only chatter
    above.say(WORDS.fetching);
    await Promise.race([states(), pause(PATIENCE, signal).then(() => Promise.reject())]);
    alive.asking = null;
    el.classList.remove("alive-asks");
    const each = RUN / (kept.length - 1);
    for (const [i, step] of kept.entries()) {
      [alive.born, alive.pace] = [step, i ? each : 0];
      await alive.take();
      await pause(i ? each : each / 2, signal);
    }
  };
  const elsewhere = ({ target }: Event) => form.contains(target as Node) || end();
  alive.el.addEventListener("pointerdown", elsewhere, { capture: true, signal });
  alive.el.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Tab") return;
      if (event.key !== "Escape") return elsewhere(event);
      event.stopPropagation();
      if (form.hidden) end();
      else answer("");
    },
    { capture: true, signal },
  );
  matchMedia("print").addEventListener("change", end, { signal });
  alive.asking = form;
  alive.el.classList.add("alive-asks");
  alive.above.el.after(form);
  setText(alive.above.el, WORDS.which);
  return { signal, end };
}
