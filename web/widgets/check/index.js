// Check: one question, answered in the page. Three kinds: one of several choices, a number, steps
// in order.

import { isEither, isListOf, isText, isWhole, linkable } from "../../shared/allowed.js";
import { frame, h, setText, setValue, unseen } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { fits, inTwo, judge, keep, longest, moved, remembered } from "./judge.js";
import { WORDS } from "./words.js";

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
];

// Text with what stands between backticks as code; a line may not begin with %.
const rich = (text) =>
  text
    .replaceAll(" %", "\u00a0%")
    .split(/\x60([^\x60]+)\x60/)
    .map((piece, i) => (i % 2 ? h("code", {}, piece) : piece));
const button = (text, press, attributes = {}) =>
  h("button", { type: "button", click: press, ...attributes }, text);

function choice({ parts, solution }, { answer }) {
  let tried = [];
  const rows = parts.map(({ text }, i) => {
    const mark = h("span", { class: "bw-mark", "aria-hidden": "true" }),
      status = unseen();
    const el = button("", () => answer([...tried.filter((one) => one !== i), i]), {
      class: "bw-choice",
    });
    el.append(mark, h("span", {}, ...rich(text)), status);
    return {
      el: h("li", {}, el),
      draw() {
        const right = i === solution[0],
          known = tried.includes(i);
        el.classList.toggle("bw-true", known && right);
        el.classList.toggle("bw-false", known && !right);
        setText(mark, known ? (right ? "✓" : "✗") : String.fromCharCode(65 + i));
        setText(status, known ? `, ${right ? WORDS.isRight : WORDS.isWrong}` : "");
      },
    };
  });
  const draw = (answer) => {
    tried = answer;
    for (const row of rows) row.draw();
  };
  return { el: h("ol", { class: "bw-choices" }, ...rows.map(({ el }) => el)), draw };
}

function number({ unit, solution, shown, because }, { answer, say }) {
  const ask = () => {
    if (input.value.trim()) answer([input.value.trim().slice(0, 40)]);
  };
  const input = h("input", {
    type: "text",
    inputmode: solution[0] < 0 ? "text" : "decimal",
    autocomplete: "off",
    "aria-label": `${WORDS.number}${unit && `, ${unit}`}`,
    keydown: ({ key }) => {
      if (key === "Enter") ask();
    },
  });
  const el = h(
    "div",
    { class: "bw-row" },
    input,
    h("span", {}, unit),
    button(WORDS.check, ask, { class: "bw-primary" }),
  );
  const draw = ([text = ""], verdict) => {
    setValue(input, text);
    input.setAttribute("aria-invalid", Boolean(verdict?.refused));
  };
  return { el, draw, show: () => say(because, WORDS.theAnswer(shown)) };
}

// Rows stay where they are and steps walk through them, so that the focus is never lost. A row can
// be dragged, too.
function order({ parts, solution, because }, { answer, say }) {
  const all = parts.length,
    name = (i) => parts[now[i]].text;
  let now = parts.map((_, i) => i),
    held = -1,
    done;
  const put = (from, to) => {
    if (to < 0 || to >= all || to === from) return false;
    now = moved(now, from, to);
    done = undefined;
    paint();
    say(WORDS.moved(name(to), to, all));
    return true;
  };
  const rows = parts.map((_, i) => {
    const text = h("span"),
      mark = h("span", { class: "bw-mark", "aria-hidden": "true" });
    const [up, down] = [
      ["up", -1, "↑"],
      ["down", 1, "↓"],
    ].map(([way, by, sign]) =>
      button(sign, () => {
        if (put(i, i + by)) rows[i + by][way].focus();
      }),
    );
    const el = h(
      "li",
      { pointerdown: hold, pointermove: drag, pointerup: drop, pointercancel: drop },
      mark,
      text,
      up,
      down,
    );
    return { el, text, mark, up, down };
  });
  function hold(event) {
    if (event.button || event.target.closest("button")) return;
    held = rows.findIndex(({ el }) => el === event.currentTarget);
    event.currentTarget.setPointerCapture(event.pointerId);
    paint();
  }
  function drag({ clientY }) {
    if (held < 0) return;
    const over = rows.findIndex(({ el }) => clientY < el.getBoundingClientRect().bottom);
    const to = over < 0 ? all - 1 : over;
    if (put(held, to)) held = to;
    paint();
  }
  function drop() {
    held = -1;
    paint();
  }
  const paint = () =>
    rows.forEach(({ el, text, mark, up, down }, i) => {
      text.replaceChildren(...rich(name(i)), unseen(`, ${WORDS.step(i, all)}`));
      setText(mark, i < done ? "✓" : i === done ? "✗" : String(i + 1));
      el.classList.toggle("bw-true", i < done);
      el.classList.toggle("bw-false", i === done);
      el.classList.toggle("bw-held", i === held);
      up.setAttribute("aria-label", WORDS.up(name(i)));
      down.setAttribute("aria-label", WORDS.down(name(i)));
      up.setAttribute("aria-disabled", i === 0);
      down.setAttribute("aria-disabled", i === all - 1);
    });
  const list = h("ol", { class: "bw-steps" }, ...rows.map(({ el }) => el));
  const el = h(
    "div",
    {},
    list,
    h(
      "div",
      { class: "bw-row" },
      button(WORDS.check, () => answer(now), { class: "bw-primary" }),
    ),
  );
  const show = () => {
    [now, done] = [solution, undefined];
    paint();
    say(because);
  };
  const draw = (answer, verdict) => {
    now = answer.length ? answer : parts.map((_, i) => i);
    done = verdict?.done;
    paint();
  };
  return { el, draw, show };
}

const KINDS = { choice, number, order };
const browser = () => localStorage;

function render({ model, el, signal }) {
  const check = read(model, FIXED);
  const badge = h("span", { class: "bw-badge", "aria-hidden": "true" }),
    output = h("output");
  // One place for what is needed less: to give up, and to begin anew.
  const aside = button(
    "",
    () => {
      if (aside.textContent === WORDS.show) return part.show();
      answer([]);
      root.querySelector("button, input").focus();
    },
    { class: "bw-quiet" },
  );
  const told = (text, head) => [...(head ? [h("strong", {}, head), " "] : []), ...rich(text)];
  const say = (text, head) => output.replaceChildren(...told(text, head));
  const answer = (value) => {
    update(model, { answer: value });
    draw();
  };
  const part = KINDS[check.kind](check, { answer, say });
  const [head, text] = longest(check),
    ghost = h("span", { class: "bw-ghost", "aria-hidden": "true" }, ...told(text, head));
  const [first, asked] = inTwo(check.question);
  const root = frame(
    "check",
    WORDS.name(check.question),
    h(
      "p",
      { class: "bw-asked" },
      badge,
      h("span", {}, ...rich(first), h("strong", {}, ...rich(asked))),
    ),
    part.el,
    h(
      "div",
      { class: "bw-told" },
      h("div", {}, ghost, output),
      h("div", { class: "bw-link" }, aside),
    ),
  );
  const draw = () => {
    const given = model.get("answer"),
      verdict = given.length ? judge(check, given) : undefined;
    part.draw(given, verdict);
    setText(badge, verdict?.right ? "✓" : "?");
    badge.classList.toggle("bw-true", Boolean(verdict?.right));
    setText(aside, part.show && !verdict?.right ? WORDS.show : WORDS.again);
    aside.classList.toggle("bw-away", !part.show && !verdict);
    output.classList.toggle("bw-alert", Boolean(verdict?.refused));
    if (!verdict) say("");
    else if (verdict.refused) say(verdict.refused);
    else
      say(
        verdict.says,
        !verdict.right ? WORDS.wrong : check.shown ? WORDS.rightNumber(check.shown) : WORDS.right,
      );
    if (!verdict?.refused) keep(browser, check, given);
  };
  if (!model.get("answer").length) {
    const before = remembered(browser, check);
    if (before.length) update(model, { answer: before });
  }
  el.append(root);
  drawOnChange(model, ["answer"], draw, signal);
}

const link = linkable(
  "check",
  { answer: isListOf(isEither(isText(40), isWhole(0, 100)), 100) },
  (asked, model) =>
    !("answer" in asked) || fits(read(model, FIXED), asked.answer) ? asked : undefined,
);

export default { render: mounted(render), link };
