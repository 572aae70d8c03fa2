// TrainingGround (chapter 8, and the end of the prologue): the reader trains a BERT, here and now.
// The trainer runs in a worker and comes when Train is pressed (.trainer); until then nothing runs.
// How a run goes is in runner.js, what it tells is kept by record.js, drawn by charts.js and, as
// the picture of a pass, in picture.js. Recipes are in recipe.js, own stories in own.js, what the
// reader sets in controls.js, what becomes of the model in keep.js, what is said in words.js.

import { WHOLE } from "../../page_trainer/recipe.js";
import { probeLanes, whole } from "../../runs/run.js";
import { isBoolean, isPlaces, isTyped, isWhole, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText, textField } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { more, question } from "../../shared/picture.js";
import { charts } from "./charts.js";
import { presetRow, recipeControls, runsTable, storyFields } from "./controls.js";
import { keeping } from "./keep.js";
import { livePicture, MOST_HERE, TEXT, tokensOf } from "./picture.js";
import { inPlaceOf, isRecipe } from "./recipe.js";
import { describe, evidence, left, recorded, rightOf } from "./record.js";
import { CHOICE, Runner } from "./runner.js";
import { WORDS } from "./words.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Model, Props } from "../../shared/lifecycle.js"
 * @import { TrainingGround } from "../../shared/traits.js"
 * @import { Run } from "./record.js"
 */

const PAUSE = 6000; // milliseconds between two sentences while it trains

class Ground {
  spoken = 0;

  /** @param {Model<TrainingGround>} model @param {AbortSignal} signal */
  constructor(model, signal) {
    const { book, probes, presets } = read(model, ["book", "probes", "presets"]);
    this.model = model;
    this.probes = probes;
    this.book = recorded(book, WORDS.booksRun(book.batch));
    this.lines = book.lines;
    this.charts = charts();
    this.lanes = probeLanes(probes, (number) => this.set(whole(probes[number])));
    this.presetRow = presetRow(presets, (recipe) =>
      this.set({ recipe: inPlaceOf(this.get("recipe"), recipe) }),
    );
    this.parts = recipeControls((values) => this.set(values));
    this.stories = storyFields({
      set: (values) => this.set(values),
      show: (question) => this.set(whole(question)),
    });
    this.table = runsTable();
    this.keep = keeping(model, signal);
    this.field = textField(WORDS.sentence, (text) => this.type(text));
    this.picture = livePicture(model, (hidden) => this.set({ hidden }), signal);
    const listeners = {
      changed: () => this.drawRun(),
      moved: () => this.drawState(),
      pictured: this.picture.show,
      ended: this.keep.draw,
    };
    this.runner = new Runner(model, listeners, signal);
    this.button = h("button", {
      type: "button",
      class: "bw-primary ground-go",
      click: () => this.runner.press(),
    });
    this.state = h("p", { class: "ground-state" });
    this.right = h("p", { class: "ground-right" });
    this.title = h("p", { class: "ground-title" });
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.said = h("span", { class: "ground-said" });
    this.about = h("span", { class: "ground-about" });
    this.say = announcer(this.said, signal);
    this.el = this.built();
  }

  built() {
    return frame(
      "training-ground",
      WORDS.name,
      h("div", { class: "ground-top" }, question(WORDS.question), this.button, this.state),
      this.presetRow.el,
      h(
        "div",
        { class: "ground-stage" },
        h("div", { class: "ground-side" }, this.right, this.lanes.el),
        this.charts.el,
        h("div", { class: "ground-caption" }, this.title, this.field.el),
        this.picture.el,
      ),
      h("div", { class: "ground-words" }, this.alert, h("output", {}, this.said, " ", this.about)),
      h(
        "div",
        { class: "ground-below" },
        more(WORDS.recipe, this.parts.el, h("div", { class: "bw-link" })),
        more(WORDS.own, this.stories.el),
        more(WORDS.numbers, this.table.el),
        more(WORDS.keep, this.keep.el),
      ),
    );
  }

  /** @param {Partial<TrainingGround>} values */
  set(values) {
    update(this.model, values);
  }
  /** @template {keyof TrainingGround & string} Name @param {Name} trait */
  get(trait) {
    return this.model.get(trait);
  }
  get texts() {
    return read(this.model, TEXT);
  }

  // A sentence, or two with a | between them; who types <mask> has said what is hidden.
  /** @param {string} typed */
  type(typed) {
    const [text, second = ""] = typed.split("|");
    this.set({
      text: text.trim(),
      second: second.trim(),
      ...(/<mask>/.test(typed) && { hidden: [] }),
    });
  }

  // What the reader has chosen.
  draw() {
    const state = read(this.model, CHOICE),
      { text, second } = this.texts;
    this.presetRow.draw(this.runner.preset);
    this.parts.draw(state);
    this.stories.draw(state);
    if (!this.field.el.contains(document.activeElement))
      this.field.draw(second ? `${text} | ${second}` : text);
    this.picture.draw();
    this.drawRun();
  }

  // How far the run is.
  drawState() {
    const { run, phase, busy, steps } = this.runner;
    setText(this.button, busy ? WORDS.stop : run ? WORDS.again : WORDS.train);
    setText(
      this.state,
      phase
        ? WORDS.phases[phase]
        : !run
          ? WORDS.ready(steps)
          : run.done
            ? WORDS.trained(run.step, run.steps, run.seconds)
            : WORDS.training(run.step, run.steps, left(run)),
    );
    setText(this.title, run ? WORDS.picture(run.step) : WORDS.booksPicture);
  }

  // What there is to see of the run.
  drawRun() {
    const { book, probes } = this,
      { run, earlier, shown, busy, steps, problem } = this.runner,
      chosen = JSON.stringify(this.texts),
      many = tokensOf(this.texts);
    const truths = shown?.truths ?? probes.map(() => ({ rank: 0, share: 0 })),
      named = (/** @type {Run | null} */ run, /** @type {(name: string) => string} */ name) =>
        run ? [{ ...run, right: rightOf(run.truths), name: name(run.name) }] : [];
    this.drawState();
    setText(this.alert, many > MOST_HERE ? WORDS.tooLong(many, MOST_HERE) : problem);
    for (const part of [this.presetRow.el, this.parts.el, this.stories.fields])
      part.disabled = busy;
    setText(this.right, WORDS.right(rightOf(truths), probes.length));
    this.charts.draw({ book, earlier, now: run }, run?.lines ?? this.lines, steps);
    this.lanes.draw(
      truths,
      probes.findIndex((probe) => JSON.stringify(whole(probe)) === chosen),
    );
    this.stories.answer(run?.questions ?? [], run?.answers ?? []);
    this.table.draw([book, ...named(earlier, WORDS.earlierRun), ...named(shown, WORDS.thisRun)]);
    this.speak();
  }

  // What is said: of the run now and then, and of the recipe, until what it brought stands beside
  // it.
  speak() {
    const { shown, preset, note, busy } = this.runner,
      ended = shown?.done && preset === shown.preset;
    setText(
      this.about,
      ended
        ? evidence(preset?.measured)
        : busy && this.get("small") && note
          ? note
          : WORDS.about[preset?.key ?? "own"],
    );
    const now = performance.now();
    if (!shown) return this.say(WORDS.begin);
    if (!shown.done && now - this.spoken < PAUSE) return;
    this.spoken = now;
    this.say(describe(shown, this.probes.length));
  }
}

/** @param {Props<TrainingGround>} props */
function render({ model, el, signal }) {
  const ground = new Ground(model, signal);
  el.append(ground.el);
  drawOnChange(model, [...CHOICE, ...TEXT], () => ground.draw(), signal);
  ground.picture.promise();
}

/** @type {Link<TrainingGround>} */
const link = linkable("train", {
  recipe: isRecipe,
  small: isBoolean,
  own: isTyped,
  repeat: isWhole(...WHOLE.repeat),
  text: isTyped,
  second: isTyped,
  hidden: isPlaces,
});

// It shows the book's model until the reader has one, whoever else shows the reader's.
export default { render: mounted(render), link, showsOwn: () => false };
