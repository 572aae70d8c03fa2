// FindTheBug (chapter 5): three piles of what somebody's masking code does, a line where each
// should stop, and one diagnosis to choose. What it counts is in procedures.js, the piles are in
// evidence.js, what there is to choose in diagnosis.js, what it says in words.js.

import { isText, isWhole, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { more, question } from "../../shared/picture.js";
import { sentences } from "../../shared/words.js";
import { diagnosisRow, reply, replyLine } from "./diagnosis.js";
import { briefly, evidence } from "./evidence.js";
import {
  expectedCounts,
  investigate,
  judge,
  laboratory,
  MOST_TRIALS,
  procedureOf,
  SYMPTOM,
} from "./procedures.js";
import { WORDS } from "./words.js";

/**
 * @import { Guard, Link } from "../../shared/allowed.js"
 * @import { Model, Props } from "../../shared/lifecycle.js"
 * @import { FindTheBug } from "../../shared/traits.js"
 * @import { Investigation, PileName } from "./procedures.js"
 */

const CHOICE = /** @type {const} */ (["mystery", "trials", "diagnosis"]);
const DRAWS = [1, 100, 10000];

/** @param {string} text @param {() => void} click */
const button = (text, click) => h("button", { type: "button", click }, text);

// How many draws there are, and more of them.
/** @param {Model<FindTheBug>} model */
function drawRow(model) {
  const number = h("b", { class: "bug-number" });
  /** @param {number} times */
  const add = (times) =>
    update(model, { trials: Math.min(MOST_TRIALS, model.get("trials") + times) });
  const el = h(
    "div",
    { class: "bug-draw", role: "group", "aria-label": WORDS.drawing },
    number,
    ...DRAWS.map((times) => button(WORDS.draw(times), () => add(times))),
  );
  /** @param {number} mystery */
  const draw = (mystery) => setText(number, WORDS.procedure(mystery + 1));
  return { el, draw };
}

class View {
  /** @type {{ mystery: number, counts: Investigation } | null} */
  drawn = null; // so far

  /** @param {Model<FindTheBug>} model @param {AbortSignal} signal */
  constructor(model, signal) {
    this.model = model;
    this.lab = laboratory(read(model, ["tokens", "specials", "num_words"]));
    this.piles = {
      chosen: evidence("chosen", this.lab.tokens),
      reads: evidence("reads", WORDS.reads),
      labels: evidence("labels", WORDS.labels),
    };
    this.draws = drawRow(model);
    this.options = diagnosisRow(model.get("bugs"), (key) =>
      update(model, { diagnosis: /** @type {FindTheBug["diagnosis"]} */ (key) }),
    );
    this.reply = replyLine();
    this.output = h("output");
    this.say = announcer(this.output, signal);
    this.next = button(WORDS.another, () =>
      update(model, { mystery: model.get("mystery") + 1, trials: 100, diagnosis: "" }),
    );
    this.el = this.framed();
  }

  framed() {
    const { draws, options, output, next } = this,
      piles = Object.values(this.piles);
    return frame(
      "find-the-bug",
      WORDS.name,
      question(WORDS.question),
      h("div", { class: "bug-piles bw-picture" }, ...piles.map(({ el }) => el)),
      draws.el,
      options.el,
      h("div", { class: "bug-output" }, output, this.reply.el),
      h("div", { class: "bug-end" }, next, h("div", { class: "bw-link" })),
      more(
        WORDS.more,
        h("p", { class: "bw-soft" }, WORDS.about),
        h("div", { class: "bug-tables" }, ...piles.map(({ table }) => table)),
      ),
    );
  }

  // Draws what is missing of so many trials, and no more than that.
  /** @param {string} actual @param {number} mystery @param {number} trials */
  investigated(actual, mystery, trials) {
    const { drawn, lab } = this,
      goesOn = drawn?.mystery === mystery && drawn.counts.draws <= trials,
      counts = investigate(actual, lab, mystery, trials, goesOn ? drawn.counts : undefined);
    this.drawn = { mystery, counts };
    return counts;
  }

  draw() {
    const { mystery, trials: wanted, diagnosis } = read(this.model, CHOICE),
      bugs = this.model.get("bugs"),
      actual = procedureOf(mystery, bugs),
      solved = diagnosis === actual,
      trials = Math.min(Math.max(wanted, 0), MOST_TRIALS);
    const counts = this.investigated(actual, mystery, trials),
      fits = this.drawPiles(counts, solved ? actual : "");
    this.options.draw(diagnosis, solved);
    this.draws.draw(mystery);
    this.next.classList.toggle("bw-primary", solved);
    const text = reply(bugs, actual, diagnosis);
    this.reply.draw(text, solved ? bugs.find(({ key }) => key === actual) : undefined);
    this.output.classList.toggle("bw-unseen", Boolean(text));
    const [chosen, reads, labels] = fits.map((fit) => (fit ? WORDS.brief[briefly(fit)] : ""));
    this.say(
      sentences(
        WORDS.summary(trials, chosen, reads, labels),
        trials === MOST_TRIALS ? WORDS.most(MOST_TRIALS) : "",
      ),
    );
  }

  // Returns their verdicts. Of a bug that is `solved`, the symptom is marked.
  /** @param {Investigation} counts @param {string} solved */
  drawPiles(counts, solved) {
    const { lab } = this,
      expected = expectedCounts(lab, counts.draws),
      fits = counts.draws ? judge(lab, counts) : undefined,
      [where, which] = SYMPTOM[solved] ?? [];
    return /** @type {PileName[]} */ (Object.keys(this.piles)).map((name) => {
      /** @param {number} i */
      const isSymptom = (i) =>
        name === where &&
        (which === undefined ? lab.specials.includes(lab.tokens[i]) : which === i);
      this.piles[name].draw(counts[name], expected[name], fits?.[name], isSymptom);
      return fits?.[name];
    });
  }
}

/** @param {Props<FindTheBug>} props */
function render({ model, el, signal }) {
  const view = new View(model, signal);
  el.append(view.el);
  drawOnChange(model, CHOICE, () => view.draw(), signal);
}

/** @type {Link<FindTheBug>} */
const link = linkable(
  "bug",
  {
    mystery: isWhole(0, 1e6),
    trials: isWhole(0, MOST_TRIALS),
    diagnosis: /** @type {Guard<FindTheBug["diagnosis"]>} */ (isText(20)),
  },
  (state, model) =>
    ["", ...model.get("bugs").map(({ key }) => key)].includes(state.diagnosis ?? "")
      ? state
      : undefined,
);

export default { render: mounted(render), link };
