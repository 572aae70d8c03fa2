// AttentionMicroscope's view: its elements, and how they follow from the reader's choices.

import type { Look } from "#web/bert/colours.ts";
import type { BERTModel } from "#web/bert/model.ts";
import { readTexts } from "#web/bert/pass.ts";
import { frame, h, sentenceAbove, uniqueName } from "#web/shared/elements.ts";
import { type Model, read, remember, update } from "#web/shared/lifecycle.ts";
import { foot, question } from "#web/shared/picture.ts";
import { coarse, taps } from "#web/shared/tap.ts";
import type { AttentionMicroscope } from "#web/shared/traits.ts";
import { codeLine, headRow, rootSlider, stepRow } from "./controls.ts";
import { type Frame, frameOf } from "./frame.ts";
import { ask, attend } from "./head.ts";
import { paint } from "./paint.ts";
import { sentence } from "./sentence.ts";
import { stage } from "./stage.ts";
import { CHOICE, type Chosen, type Now, type Point } from "./state.ts";
import { titles } from "./titles.ts";
import { tokenRows } from "./tokens.ts";
import { WORDS } from "./words.toml";

export class View {
  model;
  set;
  input;
  attended;
  heads;
  steps;
  code;
  root;
  rows;
  titles;
  picture;
  stage;
  says;
  tap;
  inner;
  el;
  now: Now | null = null;
  point: Point | null = null; // what the reader points at
  shown: Frame | null = null; // the picture at rest

  constructor(model: Model<AttentionMicroscope>, bert: BERTModel, signal: AbortSignal) {
    const name = uniqueName("microscope"),
      N = bert.config.num_heads,
      set = (values: Partial<Chosen>) => update(model, values);
    this.model = model;
    this.set = set;
    this.input = readTexts(bert, { text: model.get("text"), second: "", hidden: [] });
    // to let another token ask is no new pass
    this.attended = remember((root: number) => attend(bert, this.input, root));
    this.heads = headRow(N, name, (head) => set({ head }));
    this.steps = stepRow(name, (step) => set({ step }));
    this.code = codeLine();
    this.root = rootSlider((root) => set({ root }));
    this.rows = tokenRows({
      press: (query, event) => this.press(query, event),
      point: (to) => this.pointAt(to),
      cells: () => (this.now && this.now.choice.step <= 4 ? this.now.attention.K : 0),
    });
    this.titles = titles(N, (head) => set({ head }));
    this.picture = h("div", { class: "bw-picture mic-picture" });
    this.stage = stage(this.picture, (...drawn) => this.draw(...drawn), signal);
    this.picture.append(this.stage.canvas, this.rows.el, this.titles.el);
    this.says = sentenceAbove(signal, 100);
    this.inner = h(
      "div",
      { class: "mic-inner" },
      this.steps.el,
      this.code.el,
      h("div", { class: "mic-press" }, this.heads.el, this.root.el),
    );
    this.el = frame(
      "attention-microscope",
      WORDS.question,
      question(WORDS.question),
      h("div", { class: "mic-say" }, this.says.el),
      this.picture,
      this.inner,
      foot(this.steps.door),
    );
    this.tap = taps(this.el, signal);
    this.rows.fit(this.input.tokens.length);
  }

  // A finger's first tap looks at what is pressed, its second lets it ask.
  press(query: number, event: MouseEvent) {
    if (this.tap.acts(String(query), event)) this.set({ query });
    else this.pointAt({ key: query });
  }

  // Takes what the traits say, as far as this model and text reach.
  update() {
    const { head, query, ...rest } = read(this.model, CHOICE),
      { tokens } = this.input,
      attention = this.attended(rest.root);
    const clamp = (value: number, end: number) => Math.min(Math.max(value, 0), end - 1);
    const choice = { ...rest, head: clamp(head, attention.N), query: clamp(query, tokens.length) },
      question = ask(attention, choice.head, choice.query);
    this.now = { tokens, attention, question, choice };
    this.refresh();
  }

  // All that follows from the state without the model computing again.
  refresh(atOnce = false) {
    const { now } = this;
    if (!now) return;
    const { choice, attention } = now,
      { step } = choice;
    this.inner.hidden = step === 0;
    this.steps.draw(step);
    this.heads.draw(choice.head);
    this.root.draw(choice.root, attention, step === 3);
    if (step) this.code.draw(this.model.get("code")[`step${step}` as "step1"]);
    this.rows.draw(now, this.point);
    this.says.say(sentence(now, this.point));
    // a guess, outside the page
    const width = this.picture.clientWidth || Math.min(716, innerWidth - 54);
    this.shown = frameOf(now, width, this.rows.width(), coarse());
    this.picture.style.height = `${this.shown.layout.height}px`;
    if (this.picture.clientWidth) this.stage.show(this.shown, atOnce);
  }

  pointAt(to: Point | null) {
    if (!this.now || JSON.stringify(to) === JSON.stringify(this.point)) return;
    this.point = to;
    this.rows.draw(this.now, to);
    this.says.say(sentence(this.now, to));
    this.stage.repaint();
  }

  // The canvas, and what lies over it.
  draw(context: CanvasRenderingContext2D, look: Look, shown: Frame) {
    const { now, point } = this;
    if (!now) return;
    paint(context, look, shown, { head: now.choice.head, point });
    this.rows.place(shown.layout);
    this.titles.place(shown, now);
  }
}
