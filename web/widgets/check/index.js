// Check: one question, answered in the page. Three kinds: one of several choices, a number, steps
// in order; each has a file of its own.

import { isEither, isListOf, isText, isWhole, linkable } from "../../shared/allowed.js";
import { frame, h, setText } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { choice } from "./choice.js";
import { fits, inTwo, judge, keep, longest, remembered } from "./judge.js";
import { number } from "./number.js";
import { order } from "./order.js";
import { button, rich } from "./pieces.js";
import { WORDS } from "./words.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { Check } from "../../shared/traits.js"
 * @import { Answer, Question, Verdict } from "./judge.js"
 */

const FIXED = /** @type {const} */ ([
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
]);
const KINDS = { choice, number, order };
const browser = () => localStorage;

/** @param {string} text @param {string} [head] */
const sentence = (text, head) => [...(head ? [h("strong", {}, head), " "] : []), ...rich(text)];

// What is said to the reader, in a box that has room for all that may be.
/** @param {Question} check */
function replyBox(check) {
  const [head, text] = longest(check),
    output = h("output"),
    ghost = h("span", { class: "bw-ghost", "aria-hidden": "true" }, ...sentence(text, head));
  /** @param {string} text @param {string} [head] */
  const say = (text, head) => output.replaceChildren(...sentence(text, head));
  /** @param {Verdict} [verdict] */
  const draw = (verdict) => {
    output.classList.toggle("bw-alert", verdict?.refused !== undefined);
    if (!verdict) say("");
    else if (verdict.refused !== undefined) say(verdict.refused);
    else if (!verdict.right) say(verdict.says, WORDS.wrong);
    else say(verdict.says, check.shown ? WORDS.rightNumber(check.shown) : WORDS.right);
  };
  return { el: h("div", {}, ghost, output), say, draw };
}

/** @param {Props<Check>} props */
function render({ model, el, signal }) {
  const check = read(model, FIXED),
    reply = replyBox(check),
    badge = h("span", { class: "bw-badge", "aria-hidden": "true" });
  // One place for what is needed less: to give up, and to begin anew.
  const press = () => {
    if (part.show && aside.textContent === WORDS.show) return part.show();
    answer([]);
    /** @type {HTMLElement | null} */ (root.querySelector("button, input"))?.focus();
  };
  const aside = button("", press, { class: "bw-quiet" });
  /** @param {Answer} value */
  const answer = (value) => {
    update(model, { answer: value });
    draw();
  };
  const part = KINDS[check.kind](check, { answer, say: reply.say });
  const [context, prompt] = inTwo(check.question),
    question = h("span", {}, ...rich(context), h("strong", {}, ...rich(prompt)));
  const root = frame(
    "check",
    WORDS.name(check.question),
    h("p", { class: "bw-prompt" }, badge, question),
    part.el,
    h("div", { class: "bw-verdict-row" }, reply.el, h("div", { class: "bw-link" }, aside)),
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

/** @type {Link<Check>} */
const link = linkable(
  "check",
  { answer: isListOf(isEither(isText(40), isWhole(0, 100)), 100) },
  (state, model) =>
    state.answer === undefined || fits(read(model, FIXED), state.answer) ? state : undefined,
);

export default { render: mounted(render), link };
