// AttentionView (chapter 7): what one token reads, as ribbons through the blocks of the living
// picture, and what its guess is without each word. What it says is in words.js, the numbers are in
// effects.js, the words beside the drawing in columns.js, tables in details.js; the drawing is
// BertAlive's.

import { arrange, middle } from "../../bert/layout.js";
import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { cutsWithin, isCuts, largest, MOST, reads, readTexts, SPECIAL } from "../../bert/pass.js";
import { scene } from "../../bert/scene.js";
import { unknownWords } from "../../bert/vocabulary.js";
import { subscribed } from "../../own/subscribe.js";
import { isBoolean, isPlaceIn, isPlaces, isTyped, linkable } from "../../shared/allowed.js";
import {
  announcer,
  frame,
  h,
  option,
  setText,
  textField,
  uniqueName,
  unseen,
} from "../../shared/elements.js";
import { arrival, drawOnChange, innerLife, observe, read, update } from "../../shared/lifecycle.js";
import { short } from "../../shared/numbers.js";
import { answerBar, examples, question } from "../../shared/picture.js";
import { blockRow, tokenRows } from "./columns.js";
import { details } from "./details.js";
import { answerOf, compare, cutWord, nameOf, passOf, weightsFrom, within } from "./effects.js";
import { shareOf, WORDS } from "./words.js";

const CHOICE = ["text", "second", "hidden", "cut", "block", "head", "query", "alone"];
const CHIPS = 3,
  GUESSES = 4; // of what is read most, and of what is guessed first
const same = (a, b) => a.join() === b.join();
const toggled = (list, item) =>
  list.some((one) => same(one, item)) ? list.filter((one) => !same(one, item)) : [...list, item];

// Once some of this element is on the screen.
const onScreen = (el, signal) =>
  new Promise((resolve) => {
    const waiting = innerLife(signal);
    const watch = new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      waiting.abort();
      resolve();
    });
    observe(watch, el, waiting.signal);
  });

class View {
  // What there is to see, `{ bert, input, query, plain, pass, cuts, answer, left }`; what the
  // reader points at; whether a press cuts a word or has it guessed.
  now = null;
  point = null;
  asks = false;
  turn = 0;

  constructor(model, signal) {
    const name = uniqueName("attention-view"),
      stored = unpack(model.get("weights")),
      set = (values) => update(model, values);
    const first = { cut: [], ...read(model, CHOICE) };
    Object.assign(this, { model, signal, set, config: stored.config, bert: new BERTModel(stored) });
    this.fields = {
      text: textField(WORDS.text, (text) => set({ text, cut: [] })),
      second: textField(WORDS.second, (second) => set({ second, cut: [] })),
    };
    const list = model
      .get("examples")
      .map(([title, text, second, query]) => [
        title,
        { ...first, text, second, hidden: [query], query, cut: [] },
      ]);
    this.blocks = blockRow(this.config, (block, head) => this.pick(block, head));
    this.rows = tokenRows({ press: (t) => this.press(t), point: (to) => this.pointAt(to) });
    this.picture = h("div", { class: "bw-picture attend-picture" });
    this.scene = scene(this.picture, (shown) => this.overlay(shown), signal);
    this.picture.append(this.scene.canvas, this.blocks.el, ...this.rows.els);
    this.guesses = Array.from({ length: GUESSES }, () => answerBar());
    this.guessed = h("ol", { class: "attend-guesses" }, ...this.guesses.map(({ el }) => el));
    this.modes = [false, true].map((asks) =>
      option(
        name,
        asks ? WORDS.ask : WORDS.cut,
        () => {
          this.asks = asks;
        },
        h("span", {}, asks ? WORDS.ask : WORDS.cut),
      ),
    );
    this.modes[0].draw(true);
    this.chips = Array.from({ length: CHIPS }, (_, i) =>
      h(
        "button",
        { type: "button", class: "attend-chip", click: () => this.cut(this.chips[i].entry) },
        unseen(`${WORDS.chip} `),
        h("span"),
      ),
    );
    this.mend = h("button", { type: "button", click: () => set({ cut: [] }) }, WORDS.mend);
    this.output = h("output");
    this.say = announcer(this.output, signal, 100);
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    [this.unknown, this.lost] = [0, 1].map(() => h("p", { class: "bw-soft", role: "status" }));
    this.details = details(this.config, {
      choose: set,
      opened: () => this.refresh(),
      cut: (key) => this.cut([this.choice.block, this.choice.head, this.now.query, key]),
    });
    const typing = h(
      "details",
      { class: "attend-typing" },
      h("summary", {}, WORDS.ownText),
      h("div", { class: "bw-texts" }, this.fields.text.el, this.fields.second.el),
    );
    typing.open = innerWidth > 600;
    this.el = frame(
      "attention-view",
      WORDS.question,
      h(
        "div",
        { class: "attend-top" },
        question(WORDS.question),
        examples(WORDS.examples, [...list, [WORDS.first, first]], set),
        typing,
      ),
      this.picture,
      this.guessed,
      h(
        "div",
        { class: "attend-press" },
        h(
          "div",
          { class: "attend-modes", role: "radiogroup", "aria-label": WORDS.press },
          h("span", { class: "bw-soft" }, WORDS.press),
          ...this.modes.map(({ el }) => el),
        ),
        h("div", { class: "attend-chips" }, ...this.chips, this.mend),
      ),
      h("div", { class: "attend-say" }, this.alert, this.output, this.unknown, this.lost),
      h("div", { class: "attend-end" }, this.details.el, h("div", { class: "bw-link" })),
    );
  }

  get choice() {
    return within(read(this.model, CHOICE), this.config, this.now.plain.T);
  }
  // The block whose shares stand before the words, and its head where that is alone; the width of
  // each head's slot.
  get shown() {
    const { block, head } = this.choice,
      alone = this.model.get("alone");
    return { block: alone ? block : this.config.num_blks - 1, head: alone ? head : undefined };
  }
  get slots() {
    const { num_blks, num_heads: N } = this.config,
      { block, head } = this.shown;
    return Array.from({ length: num_blks }, (_, b) =>
      Array.from({ length: N }, (_, n) =>
        head === undefined || b !== block ? 1 / N : Number(n === head),
      ),
    );
  }

  // What the reader does.
  cut(entry) {
    this.point = null; // what the cut does is to be seen in full
    this.set({ cut: toggled(this.model.get("cut"), entry) });
  }
  press(t) {
    if (!this.asks) return this.cut(cutWord(t));
    const { typed } = this.now.input,
      hides =
        !SPECIAL.test(typed[t]) && !(t === this.now.query && this.model.get("hidden").includes(t));
    this.set({ query: t, hidden: hides ? [t] : [], cut: [] });
  }
  pick(block, head) {
    const { block: was, head: one } = this.shown;
    this.set({ block, head, alone: !(was === block && one === head) });
  }
  pointAt(to) {
    if (JSON.stringify(to) === JSON.stringify(this.point)) return;
    this.point = to;
    this.refresh();
  }

  // Takes what the traits say, if there is room for it.
  take() {
    const state = read(this.model, CHOICE),
      input = readTexts(this.bert, state),
      T = input.tokens.length,
      { max_len } = this.config;
    for (const [trait, field] of Object.entries(this.fields)) field.draw(state[trait]);
    setText(
      this.alert,
      T > MOST ? WORDS.tooLong(T, MOST) : T > max_len ? WORDS.noRoom(T, max_len) : "",
    );
    setText(this.unknown, unknownWords(input.unknown));
    if (this.alert.textContent) return;
    const { query } = within(state, this.config, T),
      cuts = cutsWithin(state.cut, this.config, T);
    setText(
      this.lost,
      cuts.length < state.cut.length ? WORDS.lost(state.cut.length - cuts.length) : "",
    );
    const { now } = this,
      stays =
        now &&
        now.query === query &&
        same(now.input.tokens, input.tokens) &&
        same(now.input.typed, input.typed) &&
        same(now.input.segments, input.segments);
    if (stays) Object.assign(now, { cuts });
    else {
      const plain = passOf(this.bert, input, query);
      this.point = null;
      this.now = {
        input,
        query,
        plain,
        pass: plain,
        cuts,
        answer: answerOf(this.bert, input, query, plain),
        left: [],
      };
      this.rows.fit(T);
      this.cutEach(this.now);
    }
    this.now.pass = cuts.length ? passOf(this.bert, input, query, cuts) : this.now.plain;
    this.refresh();
  }

  // Each word cut by itself, a pass for each: not before the reader is there, then one after
  // another, so that the page stays awake; a newer text ends it.
  async cutEach(now) {
    const { input, query, answer, left } = now;
    await onScreen(this.picture, this.signal);
    for (let t = 0; answer && t < input.tokens.length; t++) {
      await new Promise((resolve) => setTimeout(resolve));
      if (now !== this.now || this.signal.aborted) return;
      left[t] = passOf(this.bert, input, query, [cutWord(t)]).said[answer.id];
    }
    this.refresh();
  }

  get lit() {
    return ["answers", ...this.slots.flatMap((_, b) => [`attention${b + 1}`, `state${b + 1}`])];
  }
  arranged() {
    const {
      picture,
      rows,
      config: { num_blks },
      now,
      lit,
    } = this;
    // a guess, outside the page
    const width = picture.clientWidth || Math.min(650, innerWidth - 72);
    return arrange({ width, words: rows.width(), T: now.plain.T, num_blks, lit, crop: true });
  }

  // All that follows from the state without the model computing again.
  refresh(length) {
    if (!this.now) return;
    const {
        now,
        point,
        shown: { block, head },
      } = this,
      { pass, plain, input, query, answer, left } = now;
    const shares = reads(pass.blocks[block], pass.T, query, head),
      done = left.length === pass.T;
    const sheet = {
      answer,
      left,
      now: answer && pass.said[answer.id],
      compared:
        answer &&
        done &&
        compare(reads(plain.blocks.at(-1), plain.T, query), left, answer.share, query),
    };
    this.rows.draw({ input, query, shares, cuts: now.cuts, point }, sheet);
    const most = answer ? largest(plain.said, this.guesses.length) : [];
    this.guessed.setAttribute("aria-label", WORDS.guesses(input.tokens[query]));
    this.guesses.forEach(({ el, draw }, i) => {
      el.hidden = most[i] === undefined;
      if (!el.hidden)
        draw(nameOf(this.bert, input, query, most[i]), pass.said[most[i]], plain.said[most[i]]);
    });
    largest(shares, CHIPS).forEach((t, i) => {
      this.chips[i].entry = [block, head ?? -1, query, t];
      setText(this.chips[i].lastChild, `${short(input.tokens[t])} ${shareOf(shares[t])}`);
    });
    this.chips.forEach((chip, i) => {
      chip.hidden = i >= pass.T;
    });
    this.mend.hidden = !now.cuts.length;
    this.details.draw(now, this.choice, sheet);
    this.say(this.sentence(shares, sheet));
    const layout = this.arranged();
    this.picture.style.height = `${layout.height}px`;
    if (this.picture.clientWidth)
      this.scene.show({ pass, plain, slots: this.slots, layout }, length);
  }

  // What the picture says, in words.
  sentence(shares, { answer, left, now: after, compared }) {
    const {
        point,
        now: {
          input: { tokens },
          query,
          pass,
          cuts,
        },
      } = this,
      { block, head } = this.shown,
      where = WORDS.place(block, head);
    const moves = (share) => WORDS.effect(answer.name, answer.share, share);
    if (point?.query !== undefined) {
      const { block: b, head: n, query: q, key } = point,
        entry = [b, n, q, key];
      const seen = (q === query ? WORDS.seen : WORDS.passes)(
        tokens[q],
        WORDS.place(b, n),
        tokens[key],
        weightsFrom(pass, point)[key],
      );
      return answer
        ? `${seen} ${WORDS.withoutRibbon}: ${moves(passOf(this.bert, this.now.input, query, [entry]).said[answer.id])}.`
        : seen;
    }
    if (point) {
      const seen = WORDS.seen(tokens[query], where, tokens[point.key], shares[point.key]);
      return answer && left[point.key] !== undefined
        ? `${seen} ${WORDS.withoutWord}: ${moves(left[point.key])}.`
        : seen;
    }
    if (cuts.length) return this.cutInWords() + (answer ? `: ${moves(after)}.` : ".");
    const others = shares.map((share, t) => (t === query ? -1 : share)),
      [most] = largest(others, 1);
    const facts = [tokens[query], where, tokens[most], shares[most]];
    if (!answer) return WORDS.onlyReads(...facts);
    if (!compared) return "";
    return compared.needed < 0
      ? WORDS.unneeded(...facts, answer.name, answer.share)
      : WORDS.idle(
          ...facts,
          tokens[compared.needed],
          answer.name,
          answer.share,
          left[compared.needed],
        );
  }

  cutInWords() {
    const {
        cuts,
        plain,
        input: { tokens },
      } = this.now,
      [[block, head, query, key]] = cuts;
    if (cuts.length > 1) return WORDS.cuts.several(cuts.length);
    if (key < 0) return WORDS.cuts.head(block, head);
    if (query < 0) return WORDS.cuts.word(tokens[key]);
    return WORDS.cuts.ribbon(
      tokens[query],
      tokens[key],
      block,
      head,
      reads(plain.blocks[block], plain.T, query, head < 0 ? undefined : head)[key],
    );
  }

  // What lies over the canvas; returns what is to be painted.
  overlay({ layout, slots }) {
    const {
        point,
        now: { input, query, answer, cuts, plain },
      } = this,
      { block, head } = this.shown,
      second = input.segments.indexOf(1);
    this.rows.place(layout);
    this.blocks.draw(layout, slots, answer);
    const heads = slots.map((_, b) => (b === block ? head : undefined));
    return {
      lit: this.lit,
      point,
      flows: Boolean(point),
      cuts,
      split: second < 0 ? plain.T : second,
      trace: { query, block, heads },
      answers: answer ? [{ t: query, y: middle(layout, query) }] : [],
    };
  }

  // Pointer and the Escape key.
  listen() {
    const { canvas, ribbonAt } = this.scene,
      at = ({ offsetX, offsetY }) => ribbonAt(offsetX, offsetY);
    const entry = ({ block, head, query, key }) => ({ block, head, query, key });
    canvas.addEventListener("pointermove", (event) => {
      const ribbon = event.pointerType === "touch" ? null : at(event);
      canvas.classList.toggle("attend-onribbon", Boolean(ribbon));
      this.pointAt(ribbon && entry(ribbon));
    });
    canvas.addEventListener("pointerleave", () => this.pointAt(null));
    canvas.addEventListener("click", (event) => {
      const ribbon = at(event);
      if (ribbon) this.cut([ribbon.block, ribbon.head, ribbon.query, ribbon.key]);
    });
    this.el.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.pointAt(null);
      this.set({ cut: [] });
    });
  }
}

async function render({ model, el, signal }) {
  await arrival(model, signal);
  const view = new View(model, signal);
  el.append(view.el);
  view.listen();
  view.scene.watch(() => view.refresh(1));
  drawOnChange(model, CHOICE, () => view.take(), signal);
}

const link = linkable("attention", {
  text: isTyped,
  second: isTyped,
  hidden: isPlaces,
  cut: isCuts,
  block: isPlaceIn("num_blks"),
  head: isPlaceIn("num_heads"),
  query: isPlaceIn("max_len"),
  alone: isBoolean,
});

export default { ...subscribed(render), link };
