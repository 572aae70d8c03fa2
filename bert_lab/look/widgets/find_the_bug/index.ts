// FindTheBug (chapter 5): masking code, three piles of what it does, a line where each should stop,
// and one diagnosis to choose; seven such procedures. What it counts is in procedures.ts, the piles are in
// evidence.ts, the code and what there is to choose in diagnosis.ts, what it says in words.toml.

import { type Guard, isListOf, isText, isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { button, frame, h, sentenceAbove, setText } from "#web/shared/elements.ts";
import {
  drawOnChange,
  type Model,
  mounted,
  type Props,
  read,
  update,
} from "#web/shared/lifecycle.ts";
import { dotUnit, more, question } from "#web/shared/picture.ts";
import type { FindTheBug } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { codeBox, diagnosisRow, reply, sourceLink } from "./diagnosis.ts";
import { evidence } from "./evidence.ts";
import {
  type Bugs,
  expectedCounts,
  type Investigation,
  investigate,
  laboratory,
  type PileName,
  procedureOf,
  SYMPTOM,
} from "./procedures.ts";
import { WORDS } from "./words.toml";

const CHOICE = ["mystery", "diagnosis", "found"] as const;

// Which procedure it is, and the next one.
function drawRow(next: HTMLElement) {
  const number = h("b", { class: "bug-number" }),
    el = h("div", { class: "bug-draw" }, number, next);
  const draw = (mystery: number, all: number, found: number) =>
    setText(number, WORDS.procedure({ number: mystery + 1, all, found }));
  return { el, draw };
}

class View {
  model;
  lab;
  piles;
  draws;
  options;
  code;
  source;
  sentence;
  next;
  el;
  drawn: { mystery: number; counts: Investigation } | null = null;

  constructor(model: Model<FindTheBug>, signal: AbortSignal) {
    this.model = model;
    this.lab = laboratory(read(model, ["tokens", "specials", "num_words"]));
    this.piles = {
      chosen: evidence("chosen", this.lab.tokens),
      reads: evidence("reads", WORDS.reads),
      labels: evidence("labels", WORDS.labels),
    };
    this.next = button(WORDS.another, () =>
      update(model, { mystery: this.another(), diagnosis: "" }),
    );
    this.next.classList.add("bug-next");
    this.draws = drawRow(this.next);
    this.options = diagnosisRow(model.get("bugs"), (key) => this.diagnose(key));
    this.code = codeBox();
    this.source = sourceLink();
    this.sentence = sentenceAbove(signal);
    this.el = this.framed();
  }

  framed() {
    const { draws, options, sentence, code, source } = this,
      piles = Object.values(this.piles),
      reading = h("div", { class: "bug-reading" }, code.el, source.el);
    return frame(
      "find-the-bug",
      WORDS.name,
      question(WORDS.question),
      sentence.el,
      h("div", { class: "bug-piles bw-picture" }, reading, ...piles.map(({ el }) => el)),
      draws.el,
      options.el,
      more(WORDS.more, h("p", { class: "bw-soft" }, WORDS.about)),
    );
  }

  // The next procedure whose bug isn't found, or else this one.
  another() {
    const { mystery, found } = read(this.model, CHOICE),
      all = this.model.get("bugs").length;
    const after = Array.from({ length: all }, (_, i) => (mystery + 1 + i) % all);
    return after.find((one) => !found.includes(one)) ?? mystery;
  }

  diagnose(key: string) {
    const { mystery, found } = read(this.model, CHOICE),
      right = key === procedureOf(mystery, this.model.get("bugs"));
    update(this.model, {
      diagnosis: key as FindTheBug["diagnosis"],
      found: right ? [...found, mystery] : found,
    });
  }

  investigated(actual: string, mystery: number) {
    if (this.drawn?.mystery !== mystery)
      this.drawn = { mystery, counts: investigate(actual, this.lab, mystery) };
    return this.drawn.counts;
  }

  draw() {
    const { mystery, diagnosis, found } = read(this.model, CHOICE),
      bugs = this.model.get("bugs"),
      actual = procedureOf(mystery, bugs),
      solved = diagnosis === actual,
      all = found.length === bugs.length;
    const counts = this.investigated(actual, mystery),
      bug = bugs.find(({ key }) => key === actual) as Bugs[number];
    this.drawPiles(counts, solved ? actual : "", Boolean(diagnosis));
    this.code.draw(bug.code, solved ? bug.line : 0);
    this.options.draw(diagnosis, solved);
    this.draws.draw(mystery, bugs.length, found.length);
    this.next.hidden = all;
    this.next.classList.toggle("bw-primary", solved);
    this.source.draw(solved ? bug : undefined);
    this.sentence.say(
      sentences(reply(bugs, actual, diagnosis) || this.seen(counts), all ? WORDS.all : ""),
    );
  }

  // What a dot stands for, in all piles.
  unit(counts: Investigation) {
    const expected = expectedCounts(this.lab, counts.draws),
      names = Object.keys(this.piles) as PileName[];
    return dotUnit(Math.max(...names.flatMap((name) => [...counts[name], ...expected[name]])), 100);
  }

  // What the piles show, before anybody has judged.
  seen(counts: Investigation) {
    return sentences(WORDS.summary({ draws: counts.draws, unit: this.unit(counts) }), WORDS.read);
  }

  // `told`: with verdicts. Of a bug that is `solved`, the symptom is marked.
  drawPiles(counts: Investigation, solved: string, told: boolean) {
    const { lab } = this,
      expected = expectedCounts(lab, counts.draws),
      unit = this.unit(counts),
      [where, which] = SYMPTOM[solved] ?? [];
    for (const name of Object.keys(this.piles) as PileName[]) {
      const isSymptom = (i: number) =>
        name === where &&
        (which === undefined ? lab.specials.includes(lab.tokens[i]) : which === i);
      this.piles[name].draw(counts[name], expected[name], unit, told, isSymptom);
    }
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
    mystery: isWhole(0, 6),
    diagnosis: isText(20) as Guard<FindTheBug["diagnosis"]>,
    found: isListOf(isWhole(0, 6), 7),
  },
  (state, model) =>
    ["", ...model.get("bugs").map(({ key }) => key)].includes(state.diagnosis ?? "")
      ? state
      : undefined,
);

export default { render: mounted(render), link };
