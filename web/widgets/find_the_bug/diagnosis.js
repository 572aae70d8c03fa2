// FindTheBug's diagnoses: those there are to choose from, and what is said of the one that is chosen.

import { h, setText } from "../../shared/elements.js";
import { WORDS } from "./words.js";

/** @import { Bugs } from "./procedures.js" */

// What the reader hears of a diagnosis: right or wrong, and why.
/** @param {Bugs} bugs @param {string} actual @param {string} diagnosis */
export function reply(bugs, actual, diagnosis) {
  const bug = bugs.find(({ key }) => key === diagnosis);
  if (!bug) return "";
  if (diagnosis === actual) return WORDS.right(bug.name, bug.cause);
  return WORDS.wrong(diagnosis === "none" ? WORDS.something : WORDS.with(bug.sign));
}

// Once the right one is found there is nothing left to choose.
/** @param {Bugs} bugs @param {(key: string) => void} choose */
export function diagnosisRow(bugs, choose) {
  let over = false;
  const buttons = bugs.map(({ key, name }) =>
    h("button", { type: "button", click: () => over || choose(key) }, name),
  );
  const el = h(
    "div",
    { class: "bug-diagnoses", role: "group", "aria-label": WORDS.diagnosis },
    ...buttons,
  );
  /** @param {string} diagnosis @param {boolean} solved */
  const draw = (diagnosis, solved) => {
    over = solved;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-pressed", String(bugs[i].key === diagnosis));
      button.setAttribute("aria-disabled", String(solved));
    });
  };
  return { el, draw };
}

// The reply; where a bug is known from public code, with a link to the thread.
export function replyLine() {
  const answer = h("span"),
    source = h("a", { rel: "external" }),
    el = h("p", { role: "status" }, answer, " ");
  /** @param {string} text @param {Bugs[number]} [bug] once it is found */
  const draw = (text, bug) => {
    setText(answer, text);
    if (!bug?.url) return source.remove();
    setText(source, bug.source);
    source.href = bug.url;
    if (!source.isConnected) el.append(source);
  };
  return { el, draw };
}
