// FindTheBug's diagnoses: the choices, and the reply to the chosen one.

import { h, setText } from "#web/shared/elements.ts";
import type { Bugs } from "./procedures.ts";
import { WORDS } from "./words.toml";

const BUG_WORDS: Record<string, { name: string; sign: string; cause: string }> = WORDS.bugs;

// What the reader hears of a diagnosis: right or wrong, and why.
export function reply(bugs: Bugs, actual: string, diagnosis: string) {
  const bug = bugs.some(({ key }) => key === diagnosis) && BUG_WORDS[diagnosis];
  if (!bug) return "";
  const { line = 0 } = bugs.find(({ key }) => key === actual) ?? {};
  if (diagnosis === actual) return WORDS.right({ name: bug.name, cause: bug.cause, line });
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
    h("b", { class: "bug-number", "aria-hidden": "true" }, WORDS.diagnosis),
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

// The procedure's code, line by line; the wrong one is lit once it is found.
export function codeBox() {
  const code = h("code"),
    el = h("pre", { class: "bug-code", tabindex: 0, "aria-label": WORDS.code }, code);
  const draw = (lines: string[], lit: number) =>
    code.replaceChildren(
      ...lines.map((line, i) =>
        h(i + 1 === lit ? "mark" : "span", { class: "bug-line" }, `${line}\n`),
      ),
    );
  return { el, draw };
}

// Where a bug is known from public code, a link to the thread.
export function sourceLink() {
  const el = h("div", { class: "bug-source" }),
    link = h("a", { rel: "external" });
  // bug: once it is found
  const draw = (bug?: Bugs[number]) => {
    if (!bug?.url) return el.replaceChildren();
    setText(link, bug.source);
    link.href = bug.url;
    el.replaceChildren(WORDS.seen, link);
  };
  return { el, draw };
}
