// FindTheBug's diagnoses: the choices, and the reply to the chosen one.

import { h, setText } from "#web/shared/elements.ts";
import type { Bugs } from "./procedures.ts";
import { WORDS } from "./words.toml";

const BUG_WORDS: Record<string, { name: string; sign: string; cause: string }> = WORDS.bugs;

// What the reader hears of a diagnosis: right or wrong, and why.
export function reply(bugs: Bugs, actual: string, diagnosis: string) {
  const bug = bugs.some(({ key }) => key === diagnosis) && BUG_WORDS[diagnosis];
  if (!bug) return "";
  if (diagnosis === actual) return WORDS.right({ name: bug.name, cause: bug.cause });
  return WORDS.wrong({
    sign: diagnosis === "none" ? WORDS.something : WORDS.with({ sign: bug.sign }),
  });
}

// Once the right one is found there is nothing left to choose.
export function diagnosisRow(bugs: Bugs, choose: (key: string) => void) {
  let over = false;
  const buttons = bugs.map(({ key }) =>
    h("button", { type: "button", click: () => over || choose(key) }, BUG_WORDS[key].name),
  );
  const el = h(
    "div",
    { class: "bug-diagnoses", role: "group", "aria-label": WORDS.diagnosis },
    ...buttons,
  );
  const draw = (diagnosis: string, solved: boolean) => {
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
  // bug: once it is found
  const draw = (text: string, bug?: Bugs[number]) => {
    setText(answer, text);
    if (!bug?.url) return source.remove();
    setText(source, bug.source);
    source.href = bug.url;
    if (!source.isConnected) el.append(source);
  };
  return { el, draw };
}
