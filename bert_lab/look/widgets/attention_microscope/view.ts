// AttentionMicroscope's view: its elements, and how they follow from the reader's choices.

import type { Look } from "#web/bert/colours.ts";
import { MOST, within } from "#web/bert/pass.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { frame, h, sentenceAbove, setText, uniqueName } from "#web/shared/elements.ts";
import { type Model, read, update } from "#web/shared/lifecycle.ts";
import { coarse, taps } from "#web/shared/tap.ts";
import type { AttentionMicroscope } from "#web/shared/traits.ts";
import { codeLine, headRow, rootSlider, stepRow, textRow, topRow } from "./controls.ts";
import { details } from "./details.ts";
import { type Frame, frameOf } from "./frame.ts";
import { handle } from "./handle.ts";
import { ask } from "./head.ts";
import { HEADER } from "./layout.ts";
import { paint } from "./paint.ts";
import { sentence } from "./sentence.ts";
import type { Found, Source } from "./source.ts";
import { stage } from "./stage.ts";
import { CHOICE, type Chosen, type Now, PLACE, type Point } from "./state.ts";
import { titles } from "./titles.ts";
import { tokenRows } from "./tokens.ts";
import { WORDS } from "./words.toml";

export class View {
  model;
  source;
  signal;
  set;
  top;
  field;
  heads;
  steps;
  code;
  root;
  rows;
  handle;
  titles;
  picture;
  stage;
  says;
  tap;
  alert;
  unknown;
  details;
  el;
  now: Now | null = null;
  requested: Chosen | null = null;
  point: Point | null = null; // what the reader points at
  shown: Frame | null = null; // the picture at rest

  constructor(model: Model<AttentionMicroscope>, source: Source, signal: AbortSignal) {
    const name = uniqueName("microscope"),
      { config } = source;
    const set = (values: Partial<Chosen>) => update(model, values);
    this.model = model;
    this.source = source;
    this.signal = signal;
    this.set = set;
    this.top = topRow(model.get("examples"), read(model, PLACE), set);
    this.field = textRow((text) => set({ text }));
    this.heads = headRow(config, name, set);
    this.steps = stepRow(name, (step) => set({ step }));
    this.code = codeLine();
    this.root = rootSlider((root) => set({ root }));
    this.rows = tokenRows({
      press: (query, event) => this.press(query, event),
      point: (to) => this.pointAt(to),
      cells: () => (this.now && this.now.choice.step <= 5 ? this.now.attention.K : 0),
    });
    this.handle = handle(
      (query) => set({ query }),
      (y) => this.rowAt(y),
    );
    this.titles = titles(config.num_heads, (head) => set({ head }));
    this.picture = h("div", { class: "bw-picture mic-picture" });
    this.stage = stage(this.picture, (...drawn) => this.draw(...drawn), signal);
    this.picture.append(this.stage.canvas, this.rows.el, this.handle.el, this.titles.el);
    this.says = sentenceAbove(signal, 100);
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.unknown = h("p", { class: "bw-soft", role: "status" });
    this.details = details(() => this.refresh());
    this.el = frame(
      `attention-microscope ${source.given ? "mic-given" : ""}`,
      WORDS.question,
      this.top,
      h("div", { class: "mic-asked" }, source.given ? WORDS.given : this.field.el, this.heads.el),
      this.steps.el,
      this.code.el,
      h("div", { class: "mic-say" }, this.alert, this.says.el, this.unknown),
      this.picture,
      h("div", { class: "mic-press" }, this.root.el),
      h("div", { class: "mic-end" }, this.details.el, h("div", { class: "bw-link" })),
    );
    this.tap = taps(this.el, signal);
  }

  // A finger's first tap looks at what is pressed, its second lets it ask.
  press(query: number, event: MouseEvent) {
    if (this.tap.acts(String(query), event)) this.set({ query });
    else this.pointAt({ key: query });
  }

  // Takes what the traits say.
  update() {
    const { text, ...rest } = read(this.model, CHOICE),
      requested = { text, ...rest, ...within(rest, this.source.config, Infinity) };
    this.field.draw(text);
    this.requested = requested;
    const found = this.source.find(requested);
    if (!(found instanceof Promise)) return this.take(found);
    found.then(
      (one) => one && requested === this.requested && !this.signal.aborted && this.take(one),
      (error) => setText(this.alert, (error as Error).message),
    );
  }

  // What has been found, if there is room for it.
  take({ tokens, words, unknown, attention }: Found) {
    const requested = this.requested as Chosen,
      { config } = this.source,
      T = tokens.length;
    setText(
      this.alert,
      T > MOST
        ? WORDS.tooLong({ tokens: T, most: MOST })
        : T > config.max_len
          ? WORDS.noRoom({ tokens: T, most: config.max_len })
          : "",
    );
    setText(this.unknown, unknownWords(unknown));
    if (!attention) return;
    const choice = { ...requested, ...within(requested, config, T) };
    if ((this.point?.key ?? 0) >= T) this.point = null;
    this.now = {
      tokens,
      words,
      unknown,
      attention,
      question: ask(attention, choice.head, choice.query),
      choice,
    };
    this.rows.fit(T);
    this.refresh();
  }

  // All that follows from the state without the model computing again.
  refresh(atOnce = false) {
    const { now } = this;
    if (!now) return;
    const { choice, attention } = now,
      { step } = choice;
    this.steps.draw(step);
    this.heads.draw(choice);
    this.root.draw(choice.root, attention, step >= 3);
    this.code.draw(this.model.get("code")[`step${step}` as keyof AttentionMicroscope["code"]]);
    this.rows.draw(now, this.point);
    this.handle.draw(choice.query, now.tokens);
    this.details.draw(now);
    this.says.say(sentence(now, this.point));
    // a guess, outside the page
    const width = this.picture.clientWidth || Math.min(716, innerWidth - 54);
    this.shown = frameOf(now, width, this.rows.width(), coarse());
    this.picture.style.height = `${this.shown.layout.height}px`;
    if (this.picture.clientWidth) this.stage.show(this.shown, atOnce);
  }

  // y: of the pointer
  rowAt(y: number) {
    if (!this.shown) return 0;
    const { layout, sizes } = this.shown,
      at = Math.floor((y - this.picture.getBoundingClientRect().top - HEADER) / layout.row);
    return Math.min(Math.max(at, 0), sizes.T - 1);
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
    paint(context, look, shown, { head: now.choice.head, point, words: now.words ?? [] });
    this.rows.place(shown.layout);
    this.handle.place(shown.layout, shown.query);
    this.titles.place(shown, now);
  }
}
