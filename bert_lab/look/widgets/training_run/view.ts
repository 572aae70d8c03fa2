// TrainingRun's view: its elements and what they show.

import { announcer, button, frame, h, setText, textField } from "#web/shared/elements.ts";
import { type Model, read, update } from "#web/shared/lifecycle.ts";
import { more, question } from "#web/shared/picture.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { charts, type Kind } from "./charts.ts";
import { recipeControls, storyFields } from "./controls.ts";
import { keeping } from "./keep.ts";
import { probeLanes, whole } from "./lanes.ts";
import { Looking } from "./looking.ts";
import { livePicture, MOST_HERE, tokensOf } from "./picture.ts";
import { type Curve, recorded } from "./record.ts";
import { CHOICE, type OwnRun, Runner } from "./runner.ts";
import { describe, stateInWords } from "./telling.ts";
import { WORDS } from "./words.toml";

const PAUSE = 6000; // milliseconds between two sentences while it trains

export class View {
  model;
  probes;
  book;
  charts;
  lanes;
  parts;
  stories;
  keep;
  field;
  picture;
  runner;
  looking;
  button;
  state;
  title;
  alert;
  message;
  about;
  offer;
  say;
  el;
  spoken = 0; // when
  told = ""; // of which run

  constructor(model: Model<TrainingRun>, signal: AbortSignal) {
    const { book, probes, kept } = read(model, ["book", "probes", "kept"]);
    const set = (values: Partial<TrainingRun>) => update(model, values);
    this.model = model;
    this.probes = probes;
    this.book = recorded({ book, probes, kept }, WORDS.booksRun);
    this.charts = charts({
      look: (kind) => this.look(kind),
      choose: (place) => {
        this.spoken = 0;
        this.looking.choose(place);
      },
    });
    this.lanes = probeLanes(probes, (probe) => this.looking.ask(probe));
    this.parts = recipeControls(set);
    this.stories = storyFields({ set, show: (question) => set(whole(question)) });
    this.keep = keeping(model, signal);
    this.field = textField(WORDS.sentence, (text) => this.looking.type(text));
    this.picture = livePicture(model, (hidden) => set({ ...this.looking.texts, hidden }), signal);
    const listeners = {
      began: () => {
        this.keep.draw(null);
        this.look("now");
      },
      changed: () => this.draw(),
      pictured: (weights: OwnRun["points"][number]["weights"]) => this.move(weights),
      ended: this.keep.draw,
    };
    this.runner = new Runner(model, listeners, signal);
    this.looking = new Looking(model, this.book, this.runner, () => this.draw());
    this.button = button("", () => this.runner.press(), { class: "run-go" });
    this.state = h("p", { class: "run-state" });
    this.title = h("p", { class: "run-title" });
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.message = h("span", { class: "run-said" });
    this.about = h("span", { class: "run-about" });
    this.offer = button(WORDS.offer, () => this.runner.shrink(), { class: "run-offer" });
    this.say = announcer(this.message, signal);
    this.el = this.built();
  }

  built() {
    return frame(
      "training-run",
      WORDS.name,
      question(WORDS.question),
      h(
        "div",
        { class: "run-words" },
        this.alert,
        h("output", {}, this.about, " ", this.message),
        this.keep.el,
      ),
      h(
        "div",
        { class: "run-stage" },
        this.charts.names,
        this.charts.el,
        h("div", { class: "run-caption" }, this.title, this.field.el),
        this.picture.el,
      ),
      h(
        "div",
        { class: "run-below" },
        h("div", { class: "run-do" }, this.button, this.state, this.offer),
        more(
          WORDS.change,
          this.parts.el,
          this.stories.el,
          h("p", { class: "bw-title" }, WORDS.probes),
          h("p", { class: "bw-soft" }, WORDS.dots),
          this.lanes.el,
          this.keep.save,
        ),
        h("div", { class: "bw-link" }),
      ),
    );
  }

  look(kind: Kind) {
    this.spoken = 0;
    this.looking.look(kind);
  }

  draw() {
    const { runner, looking } = this,
      { run, curves, on, place, number, texts, own } = looking,
      point = run.points[place],
      { busy, problem } = runner,
      many = tokensOf(texts);
    this.drawState();
    this.drawChoice();
    setText(
      this.alert,
      many > MOST_HERE ? WORDS.tooLong({ tokens: many, most: MOST_HERE }) : problem,
    );
    for (const part of [this.parts.el, this.stories.fields]) part.disabled = busy;
    this.charts.draw(curves, on, place);
    this.lanes.draw(point.truths, own ? -1 : number);
    this.stories.answer(runner.run?.questions ?? [], runner.run?.answers ?? []);
    this.speak(point);
    this.drawPicture(point);
  }

  // What the reader has set.
  drawChoice() {
    const state = read(this.model, CHOICE),
      { text, second } = this.looking.texts;
    this.parts.draw(state);
    this.stories.draw(state);
    if (!this.field.el.contains(document.activeElement))
      this.field.draw(second ? `${text} | ${second}` : text);
  }

  // How far the own run is.
  drawState() {
    const { run, busy } = this.runner;
    setText(this.button, busy ? WORDS.stop : run ? WORDS.again : WORDS.train);
    setText(this.state, stateInWords(this.runner));
    this.offer.hidden = !this.runner.slow;
  }

  drawPicture({ step, weights }: Curve["points"][number]) {
    const { run, texts, at } = this.looking;
    if (run === this.book) {
      setText(this.title, WORDS.picture({ step }));
      this.picture.show({ step }, "book", texts);
    } else {
      setText(this.title, at === null && !run.done ? WORDS.livePicture : WORDS.picture({ step }));
      const { structure } = run as OwnRun;
      if (weights) this.picture.show({ weights }, structure, texts);
    }
  }

  // Between two points of the run that goes on only step and weights are others.
  move(weights: Curve["points"][number]["weights"]) {
    const { run } = this.runner,
      { on, at, texts } = this.looking;
    this.drawState();
    if (on !== "now" || at !== null || !run || !weights) return;
    setText(this.title, WORDS.livePicture);
    this.picture.show({ weights }, run.structure, texts);
  }

  // Announces a point; during a run only now and then.
  speak(point: Curve["points"][number]) {
    const { run } = this.looking,
      { shown } = this.runner,
      now = performance.now();
    setText(this.about, this.runner.run ? "" : WORDS.begin);
    const again = this.told === run.name;
    if (run === shown && !shown.done && again && now - this.spoken < PAUSE) return;
    this.told = run.name;
    this.spoken = now;
    this.say(describe(run, point));
  }
}
