// FindTheBug (chapter 5): three piles of what somebody's masking code does, a line where each
// should stop, and one diagnosis to choose. What it draws is in procedures.js, what it says in
// words.js.

import { fitVerdict } from "../../masking/counts.js";
import { isText, isWhole, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText, unseen } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { count } from "../../shared/numbers.js";
import { dotUnit, drawToken, more, pile, question } from "../../shared/picture.js";
import {
  expectedCounts,
  investigate,
  judge,
  laboratory,
  MOST_TRIALS,
  procedureOf,
  TELLING,
} from "./procedures.js";
import { WORDS } from "./words.js";

const CHOICE = ["mystery", "trials", "diagnosis"];
const DRAWS = [1, 100, 10000];
const ROOM = { chosen: 48, reads: 100, asked: 100 }; // dots of a lane

// What the reader hears of a diagnosis: right or wrong, and why.
export function reply(bugs, actual, diagnosis) {
  const said = bugs.find(({ key }) => key === diagnosis),
    there = bugs.find(({ key }) => key === actual);
  if (!said) return "";
  if (said === there) return WORDS.right(there.name, there.cause);
  return WORDS.wrong(said.key === "none" ? WORDS.something : WORDS.with(said.sign));
}

// A verdict in a word: a key of WORDS.brief.
export function briefly({ broken, enough, df, p }) {
  if (broken) return "broken";
  if (!enough) return "few";
  return df < 1 || p >= 0.05 ? "fits" : p < 0.001 ? "wrong" : "doubtful";
}

// One of the three piles: a lane for each label, and the verdict beside its name; the same as a
// table.
function evidence(name, labels) {
  const form = name === "chosen" ? [2, "", 6] : [4, "", 5],
    short = h("span", { class: "bug-verdict" }),
    unitText = h("span", { class: "bug-unit" });
  const lanes = labels.map((label) => {
    const dots = pile(...form),
      word = h("span"),
      told = unseen();
    drawToken(word, label);
    const el = h("li", { class: "bug-lane" }, word, dots.el, told);
    const [counted, expected] = [0, 0].map(() => h("td", { class: "bw-number bw-end" }));
    return {
      dots,
      word,
      told,
      el,
      counted,
      expected,
      row: h("tr", {}, h("th", { scope: "row" }, label), counted, expected),
    };
  });
  const title = h("p", { class: "bug-title" }, WORDS.piles[name]);
  const el = h(
    "div",
    { class: `bug-pile bug-${name}` },
    title,
    h("ul", {}, ...lanes.map((lane) => lane.el)),
    h("p", { class: "bug-verdicts" }, short, unitText),
  );
  const heading = (text) => h("th", { scope: "col", class: "bw-end" }, text),
    said = h("p", { class: "bw-soft" });
  const table = h(
    "div",
    {},
    h(
      "table",
      {},
      h("caption", {}, WORDS.piles[name]),
      h("thead", {}, h("tr", {}, h("td"), heading(WORDS.counted), heading(WORDS.expected))),
      h("tbody", {}, ...lanes.map(({ row }) => row)),
    ),
    said,
  );
  const draw = (counts, expectations, test, telling) => {
    const unit = dotUnit(Math.max(...counts, ...expectations), ROOM[name]);
    lanes.forEach(({ dots, word, told, counted, expected }, i) => {
      dots.draw(counts[i], expectations[i], unit);
      word.classList.toggle("bug-telling", telling(i));
      setText(told, WORDS.evidence(counts[i], expectations[i]));
      setText(counted, count(counts[i]));
      setText(expected, count(expectations[i], 1));
    });
    setText(short, test ? WORDS.brief[briefly(test)] : "");
    short.dataset.verdict = test ? briefly(test) : "";
    setText(unitText, WORDS.dots(unit));
    setText(said, test ? fitVerdict(test) : "");
  };
  return { el, table, draw };
}

// The possible diagnoses; once the right one is found there is nothing left to choose.
function diagnoses(bugs, choose) {
  let over = false;
  const buttons = bugs.map(({ key, name }) =>
    h("button", { type: "button", click: () => over || choose(key) }, name),
  );
  const draw = (diagnosis, solved) => {
    over = solved;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-pressed", String(bugs[i].key === diagnosis));
      button.setAttribute("aria-disabled", String(solved));
    });
  };
  return {
    el: h(
      "div",
      { class: "bug-diagnoses", role: "group", "aria-label": WORDS.diagnosis },
      ...buttons,
    ),
    draw,
  };
}

function render({ model, el, signal }) {
  const lab = laboratory(read(model, ["tokens", "specials", "num_words"])),
    bugs = model.get("bugs");
  const add = (times) =>
    update(model, { trials: Math.min(MOST_TRIALS, model.get("trials") + times) });
  const button = (text, click, kind) => h("button", { type: "button", class: kind, click }, text);
  const piles = {
    chosen: evidence("chosen", lab.tokens),
    reads: evidence("reads", WORDS.reads),
    asked: evidence("asked", WORDS.asked),
  };
  const parts = Object.entries(piles),
    options = diagnoses(bugs, (diagnosis) => update(model, { diagnosis }));
  const number = h("b", { class: "bug-number" }),
    output = h("output"),
    say = announcer(output, signal);
  const answer = h("span"),
    source = h("a", { rel: "external" }),
    status = h("p", { role: "status" }, answer, " ");
  const next = button(WORDS.another, () =>
    update(model, { mystery: model.get("mystery") + 1, trials: 100, diagnosis: "" }),
  );
  el.append(
    frame(
      "find-the-bug",
      WORDS.name,
      question(WORDS.question),
      h("div", { class: "bug-piles bw-picture" }, ...parts.map(([, part]) => part.el)),
      h(
        "div",
        { class: "bug-draw", role: "group", "aria-label": WORDS.drawing },
        number,
        ...DRAWS.map((times) => button(WORDS.draw(times), () => add(times))),
      ),
      options.el,
      h("div", { class: "bug-told" }, output, status),
      h("div", { class: "bug-end" }, next, h("div", { class: "bw-link" })),
      more(
        WORDS.more,
        h("p", { class: "bw-soft" }, WORDS.about),
        h("div", { class: "bug-tables" }, ...parts.map(([, part]) => part.table)),
      ),
    ),
  );

  let found, mystery;
  const draw = () => {
    const now = read(model, CHOICE),
      trials = Math.min(Math.max(now.trials, 0), MOST_TRIALS);
    const actual = procedureOf(now.mystery, bugs),
      solved = now.diagnosis === actual;
    if (mystery !== now.mystery || found.draws > trials) found = undefined;
    mystery = now.mystery;
    found = investigate(actual, lab, mystery, trials, found);
    const expected = expectedCounts(lab, trials),
      tests = trials ? judge(lab, found) : {},
      [where, which] = (solved && TELLING[actual]) || [];
    for (const [name, part] of parts) {
      const telling = (i) =>
        name === where &&
        (which === undefined ? lab.specials.includes(lab.tokens[i]) : which === i);
      part.draw(found[name], expected[name], tests[name], telling);
    }
    options.draw(now.diagnosis, solved);
    setText(number, WORDS.procedure(mystery + 1));
    next.classList.toggle("bw-primary", solved);
    const said = reply(bugs, actual, now.diagnosis),
      thread = solved && bugs.find(({ key }) => key === actual);
    setText(answer, said);
    output.classList.toggle("bw-unseen", Boolean(said));
    if (thread?.url) {
      setText(source, thread.source);
      source.href = thread.url;
      if (!source.isConnected) status.append(source);
    } else source.remove();
    const brief = trials ? parts.map(([name]) => WORDS.brief[briefly(tests[name])]) : [];
    say(
      WORDS.told(trials, ...brief) + (trials === MOST_TRIALS ? ` ${WORDS.most(MOST_TRIALS)}` : ""),
    );
  };
  drawOnChange(model, CHOICE, draw, signal);
}

const link = linkable(
  "bug",
  { mystery: isWhole(0, 1e6), trials: isWhole(0, MOST_TRIALS), diagnosis: isText(20) },
  (asked, model) =>
    ["", ...model.get("bugs").map(({ key }) => key)].includes(asked.diagnosis ?? "")
      ? asked
      : undefined,
);

export default { render: mounted(render), link };
