// FindTheBug (chapter 5): three piles of what somebody's masking code does, a line where each
// should stop, and one diagnosis to choose. What it counts is in procedures.ts, the piles are in
// evidence.ts, what there is to choose in diagnosis.ts, what it says in words.toml.

import { type Guard, isText, isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { announcer, frame, h, setText } from "#web/shared/elements.ts";
import {
  drawOnChange,
  type Model,
  mounted,
  type Props,
  read,
  update,
} from "#web/shared/lifecycle.ts";
import { more, question } from "#web/shared/picture.ts";
import type { FindTheBug } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { diagnosisRow, reply, replyLine } from "./diagnosis.ts";
import { briefly, evidence } from "./evidence.ts";
import {
  expectedCounts,
  type Investigation,
  investigate,
  judge,
  laboratory,
  MOST_TRIALS,
  type PileName,
  procedureOf,
  SYMPTOM,
} from "./procedures.ts";
import { WORDS } from "./words.toml";

const CHOICE = ["mystery", "trials", "diagnosis"] as const;
const DRAWS = [1, 100, 10000];

const button = (text: string, click: () => void) => h("button", { type: "button", click }, text);

// How many draws there are, and more of them.
function drawRow(model: Model<FindTheBug>) {
  const number = h("b", { class: "bug-number" });
  const add = (times: number) =>
    update(model, { trials: Math.min(MOST_TRIALS, model.get("trials") + times) });
  const el = h(
    "div",
    { class: "bug-draw", role: "group", "aria-label": WORDS.drawing },
    number,
    ...DRAWS.map((times) => button(WORDS.draw({ n: times }), () => add(times))),
  );
  const draw = (mystery: number) => setText(number, WORDS.procedure({ number: mystery + 1 }));
  return { el, draw };
}

class View {
  model;
  lab;
  piles;
  draws;
  options;
  reply;
  output;
  say;
  next;
  el;
  drawn: { mystery: number; counts: Investigation } | null = null; // so far

  constructor(model: Model<FindTheBug>, signal: AbortSignal) {
    this.model = model;
    this.lab = laboratory(read(model, ["tokens", "specials", "num_words"]));
    this.piles = {
      chosen: evidence("chosen", this.lab.tokens),
      reads: evidence("reads", WORDS.reads),
      labels: evidence("labels", WORDS.labels),
    };
    this.draws = drawRow(model);
    this.options = diagnosisRow(model.get("bugs"), (key) =>
      update(model, { diagnosis: key as FindTheBug["diagnosis"] }),
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
  investigated(actual: string, mystery: number, trials: number) {
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
        trials ? WORDS.summary({ draws: trials, chosen, reads, labels }) : WORDS.undrawn,
        trials === MOST_TRIALS ? WORDS.most({ n: MOST_TRIALS }) : "",
      ),
    );
  }

  // Returns their verdicts. Of a bug that is `solved`, the symptom is marked.
  drawPiles(counts: Investigation, solved: string) {
    const { lab } = this,
      expected = expectedCounts(lab, counts.draws),
      fits = counts.draws ? judge(lab, counts) : undefined,
      [where, which] = SYMPTOM[solved] ?? [];
    return (Object.keys(this.piles) as PileName[]).map((name) => {
      const isSymptom = (i: number) =>
        name === where &&
        (which === undefined ? lab.specials.includes(lab.tokens[i]) : which === i);
      this.piles[name].draw(counts[name], expected[name], fits?.[name], isSymptom);
      return fits?.[name];
    });
  }
}

function render({ model, el, signal }: Props<FindTheBug>) {
  const view = new View(model, signal);
  el.append(view.el);
  drawOnChange(model, CHOICE, () => view.draw(), signal);
}

const link: Link<FindTheBug> = linkable(
  "bug",
  {
    mystery: isWhole(0, 1e6),
    trials: isWhole(0, MOST_TRIALS),
    diagnosis: isText(20) as Guard<FindTheBug["diagnosis"]>,
  },
  (state, model) =>
    ["", ...model.get("bugs").map(({ key }) => key)].includes(state.diagnosis ?? "")
      ? state
      : undefined,
);

export default { render: mounted(render), link };
