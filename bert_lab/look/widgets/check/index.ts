// Check: one question, answered in the page. Three kinds: one of several choices, a number, steps
// in order; each has a file of its own.

import { button, frame, h, setText } from "#web/shared/elements.ts";
import { drawOnChange, mounted, type Props, read, update } from "#web/shared/lifecycle.ts";
import type { Check } from "#web/shared/traits.ts";
import { choice } from "./choice.ts";
import {
  type Answer,
  inTwo,
  judge,
  keep,
  longest,
  type Question,
  remembered,
  type Verdict,
} from "./judge.ts";
import { number } from "./number.ts";
import { order } from "./order.ts";
import { rich } from "./pieces.ts";
import { WORDS } from "./words.toml";

const FIXED = [
  "kind",
  "label",
  "question",
  "because",
  "solution",
  "shown",
  "parts",
  "near",
  "tolerance",
  "unit",
  "hint",
] as const;
const KINDS = { choice, number, order };
const browser = () => localStorage;

const sentence = (text: string, head?: string) => [
  ...(head ? [h("strong", {}, head), " "] : []),
  ...rich(text),
];

// The reply to the reader, in a box with room for the longest one.
function replyBox(check: Question) {
  const [head, text] = longest(check),
    output = h("output"),
    ghost = h("span", { class: "bw-ghost", "aria-hidden": "true" }, ...sentence(text, head));
  const say = (text: string, head?: string) => output.replaceChildren(...sentence(text, head));
  const draw = (verdict?: Verdict) => {
    output.classList.toggle("bw-alert", verdict?.refused !== undefined);
    if (!verdict) say("");
    else if (verdict.refused !== undefined) say(verdict.refused);
    else if (!verdict.right) say(verdict.says, WORDS.wrong);
    else say(verdict.says, check.shown ? WORDS.rightNumber({ shown: check.shown }) : WORDS.right);
  };
  return { el: h("div", {}, ghost, output), say, draw };
}

function render({ model, el, signal }: Props<Check>) {
  const check = read(model, FIXED),
    reply = replyBox(check),
    badge = h("span", { class: "bw-badge", "aria-hidden": "true" });
  // One place for what is needed less: to give up, and to begin anew.
  const press = () => {
    if (part.show && aside.textContent === WORDS.show) return part.show();
    answer([]);
    (root.querySelector("button, input") as HTMLElement | null)?.focus();
  };
  const aside = button("", press, { class: "bw-quiet" });
  const answer = (value: Answer) => {
    update(model, { answer: value });
    draw();
  };
  const part = KINDS[check.kind](check, { answer, say: reply.say });
  const [context, prompt] = inTwo(check.question),
    question = h("span", {}, ...rich(context), h("strong", {}, ...rich(prompt)));
  const root = frame(
    "check",
    WORDS.name({ question: check.question }),
    h("p", { class: "bw-prompt" }, badge, question),
    part.el,
    h("div", { class: "bw-verdict-row" }, reply.el, aside),
  );
  const draw = () => {
    const given = model.get("answer"),
      verdict = given.length ? judge(check, given) : undefined;
    part.draw(given, verdict);
    setText(badge, verdict?.right ? "✓" : "?");
    badge.classList.toggle("bw-true", Boolean(verdict?.right));
    setText(aside, part.show && !verdict?.right ? WORDS.show : WORDS.again);
    aside.classList.toggle("bw-away", !part.show && !verdict);
    reply.draw(verdict);
    if (verdict?.refused === undefined) keep(browser, check, given);
  };
  if (!model.get("answer").length) {
    const before = remembered(browser, check);
    if (before.length) update(model, { answer: before });
  }
  el.append(root);
  drawOnChange(model, ["answer"], draw, signal);
}

export default { render: mounted(render) };
