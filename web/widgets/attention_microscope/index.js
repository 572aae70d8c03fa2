// AttentionMicroscope (chapter 4): one token asks, and one picture grows with each step of attention.
// What it says is in words.js and sentence.js, the numbers are in head.js, the places in layout.js,
// the drawing in paint.js, what lies over it in rows.js, what stands around it in controls.js.

import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { MOST, readTexts, within } from "../../bert/pass.js";
import { unknownWords } from "../../bert/vocabulary.js";
import { subscribed } from "../../own/subscribe.js";
import { isBoolean, isPlaceIn, isShare, isTyped, isWhole, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText, textField, uniqueName } from "../../shared/elements.js";
import { arrival, drawOnChange, read, update } from "../../shared/lifecycle.js";
import { examples, question } from "../../shared/picture.js";
import { codeLine, headRow, maskRow, rootSlider, stepRow } from "./controls.js";
import { details } from "./details.js";
import { ask, attend, padded } from "./head.js";
import { arrange, HEADER, LAST, pointedAt } from "./layout.js";
import { paint } from "./paint.js";
import { handle, titles, tokenRows } from "./rows.js";
import { sentence } from "./sentence.js";
import { stage } from "./stage.js";
import { WORDS } from "./words.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Model, Props } from "../../shared/lifecycle.js"
 * @import { AttentionMicroscope } from "../../shared/traits.js"
 * @import { Attention, Question } from "./head.js"
 * @import { Frame, Point } from "./paint.js"
 * @typedef {Pick<AttentionMicroscope, typeof CHOICE[number]>} Choice
 * @typedef {{ tokens: string[], unknown: string[], attention: Attention, question: Question,
 *   choice: Choice }} Now
 */

const MASKS = /** @type {const} */ (["padding", "padding_mask", "causal_mask"]);
const CHOICE = /** @type {const} */ (["text", "step", "query", "block", "head", "root", ...MASKS]);

/** @param {ArrayLike<number>} values */
const spread = (values) => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ** 2;
  return 2 * Math.sqrt(sum / values.length) || 1;
};

class View {
  /** @type {Now | null} */
  now = null;
  /** @type {Point | null} */
  point = null;

  /** @param {Model<AttentionMicroscope>} model @param {AbortSignal} signal */
  constructor(model, signal) {
    const name = uniqueName("microscope"),
      stored = unpack(/** @type {ArrayBufferView} */ (model.get("weights"))),
      first = read(model, CHOICE);
    this.model = model;
    this.bert = new BERTModel(stored);
    this.set = (/** @type {Record<string, unknown>} */ values) => {
      this.told = MASKS.some((mask) => mask in values)
        ? "causal_mask" in values
          ? "causal"
          : "padding"
        : "step";
      update(model, values);
    };
    /** @type {Parameters<typeof sentence>[0]["told"]} */
    this.told = first.causal_mask ? "causal" : first.padding ? "padding" : "step";
    const { set } = this;
    this.field = textField(WORDS.text, (text) => set({ text }));
    /** @type {[string, Partial<Choice>][]} */
    const list = model
      .get("examples")
      .map(([title, text, block, head, query]) => [title, { text, block, head, query }]);
    const { text, block, head, query } = first;
    this.heads = headRow(stored.config, name, set);
    this.steps = stepRow(name, (step) => set({ step }));
    this.code = codeLine();
    this.root = rootSlider((root) => set({ root }));
    this.masks = maskRow(set);
    this.rows = tokenRows({
      press: (query) => set({ query }),
      point: (to) => this.pointAt(to),
      cells: () => (this.now && this.now.choice.step <= 2 ? this.now.attention.K : 0),
    });
    this.handle = handle(
      (query) => set({ query }),
      () => ({ T: this.now?.tokens.length ?? 1, at: (y) => this.rowAt(y) }),
    );
    this.titles = titles(stored.config.num_heads, (head) => set({ head }));
    this.picture = h("div", { class: "bw-picture mic-picture" });
    this.stage = stage(
      this.picture,
      (context, look, shown) => this.draw(context, look, shown),
      signal,
    );
    this.picture.append(this.stage.canvas, this.rows.el, this.handle.el, this.titles.el);
    this.output = h("output");
    this.say = announcer(this.output, signal, 100);
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.unknown = h("p", { class: "bw-soft", role: "status" });
    this.details = details(() => this.refresh());
    const typing = h(
      "details",
      { class: "mic-typing" },
      h("summary", {}, WORDS.ownText),
      this.field.el,
    );
    typing.open = innerWidth > 600;
    this.el = frame(
      "attention-microscope",
      WORDS.question,
      h(
        "div",
        { class: "mic-top" },
        question(WORDS.question),
        examples(WORDS.examples, [...list, [WORDS.first, { text, block, head, query }]], set),
      ),
      h("div", { class: "mic-asked" }, typing, this.heads.el),
      this.steps.el,
      this.code.el,
      this.picture,
      h("div", { class: "mic-press" }, this.root.el, this.masks.el),
      h("div", { class: "mic-say" }, this.alert, this.output, this.unknown),
      h("div", { class: "mic-end" }, this.details.el, h("div", { class: "bw-link" })),
    );
    this.listen();
  }

  /** @param {number} y of the pointer */
  rowAt(y) {
    const { T, row } = { T: this.now?.tokens.length ?? 1, row: this.arranged().row },
      at = (y - this.picture.getBoundingClientRect().top - HEADER) / row;
    return Math.min(Math.max(Math.floor(at), 0), T - 1);
  }

  /** @param {Point | null} to */
  pointAt(to) {
    if (JSON.stringify(to) === JSON.stringify(this.point)) return;
    this.point = to;
    this.said();
    this.stage.again();
  }

  // Takes what the traits say, if there is room for it.
  update() {
    const asked = /** @type {Choice} */ (read(this.model, CHOICE)),
      input = readTexts(this.bert, { text: asked.text, second: "", hidden: [] }),
      T = input.tokens.length + asked.padding,
      { config } = this.bert;
    this.field.draw(asked.text);
    setText(
      this.alert,
      T > MOST ? WORDS.tooLong(T, MOST) : T > config.max_len ? WORDS.noRoom(T, config.max_len) : "",
    );
    setText(this.unknown, unknownWords(input.unknown));
    if (this.alert.textContent) return;
    const choice = { ...asked, ...within(asked, config, T), step: Math.min(asked.step, LAST) },
      { tokens, segments } = padded(input, asked.padding);
    const attention = attend(
      this.bert,
      { tokens, segments },
      {
        block: choice.block,
        valid_len: choice.padding_mask ? input.tokens.length : T,
        causal: choice.causal_mask,
        root: choice.root,
      },
    );
    this.point = null;
    this.now = {
      tokens,
      unknown: input.unknown,
      attention,
      question: ask(attention, choice.head, choice.query),
      choice,
    };
    this.rows.fit(T);
    this.refresh();
  }

  arranged() {
    const width = this.picture.clientWidth || Math.min(700, innerWidth - 60), // a guess, outside the page
      T = this.now?.tokens.length ?? 1;
    return arrange({ width, words: this.rows.width(), T, step: this.now?.choice.step ?? 1 });
  }

  /** @returns {Frame} */
  shot() {
    const { attention, question, choice } = /** @type {Now} */ (this.now),
      { T, N, K, weights } = attention,
      layout = this.arranged(),
      { sums, products, query, keys, values } = question;
    const reach = Array.from({ length: T }, (_, t) =>
      products.subarray(t * K, (t + 1) * K).reduce((sum, p) => sum + Math.max(0, p), 0),
    );
    const high = Math.max(0.1, ...sums, ...(layout.piles ? reach : []));
    const slots = Float32Array.from({ length: N }, (_, n) =>
      choice.step === LAST ? 1 / N : Number(n === choice.head),
    );
    return {
      form: [T, N, K, layout.width].join(),
      sizes: { T, N, K },
      layout,
      seen: { ...question, weights },
      query: choice.query,
      slots,
      scales: {
        vectors: Math.max(spread(query), spread(keys)),
        products: spread(products) * 1.5,
        values: spread(values),
        low: Math.min(0, ...sums) - 0.03 * high,
        high,
      },
    };
  }

  // All that follows from the state without the model computing again.
  refresh() {
    if (!this.now) return;
    const { tokens, unknown, attention, question, choice } = this.now,
      { step, query, root, padding } = choice,
      shown = this.shot();
    this.steps.draw(step);
    this.heads.draw(choice);
    this.root.draw(root, attention.K, step >= 3);
    this.masks.draw(choice, this.bert.config.causal, step >= 3);
    const code = this.model.get("code"),
      masked = padding > 0 || choice.causal_mask;
    const ofStep = /** @type {keyof typeof code} */ (`step${step}`);
    this.code.draw(
      code[this.told !== "step" ? this.told : step === 4 && masked ? "masked" : ofStep],
    );
    this.rows.draw(tokens, unknown, shown, step, query, this.point);
    this.handle.draw(query, tokens[query], tokens.length);
    this.details.draw(tokens, question, choice);
    this.picture.style.height = `${shown.layout.height}px`;
    this.stage.show(shown, !this.picture.clientWidth);
    this.said();
  }

  said() {
    if (!this.now) return;
    const { point, told } = this;
    this.say(sentence({ ...this.now, point, told }));
  }

  // The canvas, and what lies over it.
  /** @type {Parameters<typeof stage>[1]} */
  draw(context, look, shown) {
    if (!this.now) return;
    const { tokens, choice } = this.now,
      { layout, query } = shown;
    paint(context, look, shown, { head: choice.head, split: tokens.length, point: this.point });
    this.rows.place(layout);
    this.handle.place(layout, query);
    this.titles.place(layout, {
      T: tokens.length,
      query,
      token: tokens[choice.query],
      head: choice.head,
    });
  }

  listen() {
    const { canvas } = this.stage;
    /** @param {{ offsetX: number, offsetY: number }} event */
    const at = ({ offsetX, offsetY }) =>
      this.now && pointedAt(this.arranged(), this.now.attention, offsetX, offsetY);
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.pointAt(at(event));
    });
    canvas.addEventListener("pointerleave", () => this.pointAt(null));
    canvas.addEventListener("click", (event) => {
      const hit = at(event);
      if (hit?.query !== undefined) this.set({ query: hit.query });
      else if (hit) this.pointAt(hit);
    });
    this.el.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.pointAt(null);
    });
  }
}

/** @param {Props<AttentionMicroscope>} props */
async function render({ model, el, signal }) {
  await arrival(model, signal);
  const view = new View(model, signal);
  el.append(view.el);
  view.stage.watch(() => view.refresh());
  drawOnChange(model, CHOICE, () => view.update(), signal);
}

/** @type {Link<AttentionMicroscope>} */
const link = linkable("microscope", {
  text: isTyped,
  step: isWhole(1, LAST),
  query: isPlaceIn("max_len"),
  block: isPlaceIn("num_blks"),
  head: isPlaceIn("num_heads"),
  root: isShare,
  padding: isWhole(0, MOST),
  padding_mask: isBoolean,
  causal_mask: isBoolean,
});

export default { ...subscribed(render), link };
