// AttentionMicroscope: its elements, what the reader chooses, and what there is to see of that.

import { MOST, within } from "../../bert/pass.js";
import { unknownWords } from "../../bert/vocabulary.js";
import { announcer, frame, h, setText, uniqueName } from "../../shared/elements.js";
import { read, update } from "../../shared/lifecycle.js";
import { codeLine, headRow, maskRow, rootSlider, stepRow, textRow, topRow } from "./controls.js";
import { details } from "./details.js";
import { frameOf } from "./frame.js";
import { handle } from "./handle.js";
import { ask } from "./head.js";
import { HEADER } from "./layout.js";
import { paint } from "./paint.js";
import { sentence, toldOf } from "./sentence.js";
import { stage } from "./stage.js";
import { titles } from "./titles.js";
import { tokenRows } from "./tokens.js";
import { WORDS } from "./words.js";

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { AttentionMicroscope } from "../../shared/traits.js"
 * @import { Attention, Question } from "./head.js"
 * @import { Frame, Point } from "./paint.js"
 * @import { Told } from "./sentence.js"
 * @import { Found, Source } from "./source.js"
 * @typedef {Pick<AttentionMicroscope, typeof CHOICE[number]>} Chosen by the reader
 * @typedef {Pick<Chosen, typeof PLACE[number]>} Place
 * @typedef {object} Now what there is to see
 * @property {string[]} tokens
 * @property {number[]} [words]
 * @property {string[]} unknown
 * @property {Attention} attention
 * @property {Question} question
 * @property {Chosen} choice as far as this model and text reach
 * @property {Told} told
 */

const PLACE = /** @type {const} */ (["text", "block", "head", "query"]);
export const CHOICE = /** @type {const} */ ([
  ...PLACE,
  "step",
  "root",
  "padding",
  "padding_mask",
  "causal_mask",
]);

export class View {
  /** @type {Now | null} */
  now = null;
  /** @type {Chosen | null} */
  asked = null;
  /** @type {Point | null} */
  point = null; // what the reader points at
  /** @type {Frame | null} */
  shown = null; // the picture at rest

  /**
   * @param {Model<AttentionMicroscope>} model @param {Source} source @param {AbortSignal} signal
   */
  constructor(model, source, signal) {
    const name = uniqueName("microscope"),
      { config } = source;
    /** @param {Partial<Chosen>} values */
    const set = (values) => update(model, values);
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
    this.masks = maskRow(set);
    this.rows = tokenRows({
      press: (query) => set({ query }),
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
    this.output = h("output");
    this.say = announcer(this.output, signal, 100);
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
      this.picture,
      h("div", { class: "mic-press" }, this.root.el, this.masks.el),
      h("div", { class: "mic-say" }, this.alert, this.output, this.unknown),
      h("div", { class: "mic-end" }, this.details.el, h("div", { class: "bw-link" })),
    );
  }

  // Takes what the traits say.
  update() {
    const { text, ...rest } = read(this.model, CHOICE),
      asked = { text, ...rest, ...within(rest, this.source.config, Infinity) };
    this.field.draw(text);
    this.asked = asked;
    const found = this.source.find(asked);
    if (!(found instanceof Promise)) return this.take(found);
    found.then(
      (one) => one && asked === this.asked && !this.signal.aborted && this.take(one),
      (error) => setText(this.alert, /** @type {Error} */ (error).message),
    );
  }

  // What has been found, if there is room for it.
  /** @param {Found} found */
  take({ tokens, words, unknown, attention }) {
    const asked = /** @type {Chosen} */ (this.asked),
      { config } = this.source,
      T = tokens.length;
    setText(
      this.alert,
      T > MOST ? WORDS.tooLong(T, MOST) : T > config.max_len ? WORDS.noRoom(T, config.max_len) : "",
    );
    setText(this.unknown, unknownWords(unknown));
    if (!attention) return;
    const choice = { ...asked, ...within(asked, config, T) };
    if ((this.point?.key ?? 0) >= T) this.point = null;
    this.now = {
      tokens,
      words,
      unknown,
      attention,
      question: ask(attention, choice.head, choice.query),
      choice,
      told: toldOf(choice, this.now),
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
    this.masks.draw(choice, this.source.config.causal, step >= 3);
    this.code.draw(this.model.get("code")[now.told]);
    this.rows.draw(now, this.point);
    this.handle.draw(choice.query, now.tokens);
    this.details.draw(now);
    this.say(sentence(now, this.point));
    // a guess, outside the page
    const width = this.picture.clientWidth || Math.min(716, innerWidth - 54);
    this.shown = frameOf(now, width, this.rows.width());
    this.picture.style.height = `${this.shown.layout.height}px`;
    if (this.picture.clientWidth) this.stage.show(this.shown, atOnce);
  }

  /** @param {number} y of the pointer */
  rowAt(y) {
    if (!this.shown) return 0;
    const { layout, sizes } = this.shown,
      at = Math.floor((y - this.picture.getBoundingClientRect().top - HEADER) / layout.row);
    return Math.min(Math.max(at, 0), sizes.T - 1);
  }

  /** @param {Point | null} to */
  pointAt(to) {
    if (!this.now || JSON.stringify(to) === JSON.stringify(this.point)) return;
    this.point = to;
    this.rows.draw(this.now, to);
    this.say(sentence(this.now, to));
    this.stage.repaint();
  }

  // The canvas, and what lies over it.
  /** @type {Parameters<typeof stage>[1]} */
  draw(context, look, shown) {
    const { now, point } = this;
    if (!now) return;
    paint(context, look, shown, { head: now.choice.head, point, words: now.words ?? [] });
    this.rows.place(shown.layout);
    this.handle.place(shown.layout, shown.query);
    this.titles.place(shown, now);
  }
}
