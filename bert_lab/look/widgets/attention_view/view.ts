// AttentionView's view: its elements, and how they follow from the reader's choices.

import type { Cut } from "#web/bert/close.ts";
import { arrange, middle } from "#web/bert/layout.ts";
import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { MOST, reads, readTexts, SPECIAL, toggled, within } from "#web/bert/pass.ts";
import { type Shown, scene, type Target } from "#web/bert/scene.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { announcer, frame, h, setText, uniqueName } from "#web/shared/elements.ts";
import { innerLife, type Model, observe, read, update } from "#web/shared/lifecycle.ts";
import type { AttentionView } from "#web/shared/traits.ts";
import { blockRow } from "./blocks.ts";
import { CHOICE, type Chosen } from "./choice.ts";
import { details } from "./details.ts";
import { compare, cutWord, type Place, passOf, type Seen, see } from "./effects.ts";
import { guessList, pressRow, topRow } from "./rows.ts";
import { type Point, type Shares, sentence } from "./sentence.ts";
import { tokenRows } from "./tokens.ts";
import { WORDS } from "./words.toml";

// Once some of this element is on the screen.
const onScreen: (el: Element, signal: AbortSignal) => Promise<void> = (el, signal) =>
  new Promise((resolve) => {
    const waiting = innerLife(signal);
    const watch = new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      waiting.abort();
      resolve();
    });
    observe(watch, el, waiting.signal);
  });

export class View {
  model;
  signal;
  set;
  config;
  bert;
  top;
  blocks;
  rows;
  picture;
  scene;
  guesses;
  below;
  output;
  say;
  alert;
  unknown;
  lost;
  details;
  el;
  now: Seen | null = null;
  point: Point | null = null; // what the reader points at

  constructor(model: Model<AttentionView>, signal: AbortSignal) {
    const name = uniqueName("attention-view"),
      stored = unpack(model.get("weights") as ArrayBufferView); // it has arrived
    const set = (values: Partial<Chosen>) => update(model, values);
    this.model = model;
    this.signal = signal;
    this.set = set;
    this.config = stored.config;
    this.bert = new BERTModel(stored);
    this.top = topRow(model.get("examples"), read(model, CHOICE), set);
    this.blocks = blockRow(this.config, (block, head) => this.pick(block, head));
    this.rows = tokenRows({ press: (t) => this.press(t), point: (to) => this.pointAt(to) });
    this.picture = h("div", { class: "bw-picture attend-picture" });
    this.scene = scene(this.picture, (shown) => this.overlay(shown), signal);
    this.picture.append(this.scene.canvas, this.blocks.el, ...this.rows.els);
    this.guesses = guessList();
    this.below = pressRow(name, {
      cut: (entry) => this.cut(entry),
      mend: () => set({ cut: [] }),
    });
    this.output = h("output");
    this.say = announcer(this.output, signal, 100);
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.unknown = h("p", { class: "bw-soft", role: "status" });
    this.lost = h("p", { class: "bw-soft", role: "status" });
    this.details = details(this.config, {
      choose: set,
      opened: () => this.refresh(),
      cut: ({ block, head, query }, key) => this.cut([block, head, query, key]),
    });
    this.el = frame(
      "attention-view",
      WORDS.question,
      this.top.el,
      this.picture,
      this.guesses.el,
      this.below.el,
      h("div", { class: "attend-say" }, this.alert, this.output, this.unknown, this.lost),
      h("div", { class: "attend-end" }, this.details.el, h("div", { class: "bw-link" })),
    );
  }

  // The block whose shares stand before the words, and its head where that is alone.
  shownOf({ block, head }: Place) {
    const alone = this.model.get("alone");
    return { block: alone ? block : this.config.num_blks - 1, head: alone ? head : undefined };
  }
  placeIn({ plain }: Seen): Place {
    return within(read(this.model, CHOICE), this.config, plain.T);
  }

  // What the reader does.
  cut(entry: Cut) {
    this.point = null; // what the cut does is to be seen in full
    this.set({ cut: toggled(this.model.get("cut"), entry) });
  }
  press(t: number) {
    if (!this.below.hides()) return this.cut(cutWord(t));
    if (!this.now) return;
    const { input, query } = this.now,
      hides =
        !SPECIAL.test(input.typed[t]) && !(t === query && this.model.get("hidden").includes(t));
    this.set({ query: t, hidden: hides ? [t] : [], cut: [] });
  }
  pick(block: number, head: number) {
    if (!this.now) return;
    const shown = this.shownOf(this.placeIn(this.now));
    this.set({ block, head, alone: !(shown.block === block && shown.head === head) });
  }
  pointAt(to: Point | null) {
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
    this.top.draw(state);
    const full =
      T > MOST
        ? WORDS.tooLong({ tokens: T, most: MOST })
        : T > max_len
          ? WORDS.noRoom({ tokens: T, most: max_len })
          : "";
    setText(this.alert, full);
    setText(this.unknown, unknownWords(input.unknown));
    if (full) return;
    const { query } = within(state, this.config, T),
      now = see(this.bert, input, query, state.cut, this.now),
      lost = state.cut.length - now.cuts.length;
    setText(this.lost, lost ? WORDS.lost({ number: lost }) : "");
    if (now !== this.now) {
      this.point = null;
      this.now = now;
      this.rows.fit(T);
      this.cutEach(now);
    }
    this.refresh();
  }

  // Each word cut by itself, a pass for each: not before the reader is there, then one after
  // another, so that the page stays awake; a newer text ends it.
  async cutEach(now: Seen) {
    const { input, query, answer, left } = now;
    await onScreen(this.picture, this.signal);
    for (let t = 0; answer && t < input.tokens.length; t++) {
      await new Promise((resolve) => setTimeout(resolve));
      if (now !== this.now || this.signal.aborted) return;
      left[t] = passOf(this.bert, input, query, [cutWord(t)]).probabilities[answer.id];
    }
    this.refresh();
  }

  get lit() {
    const blocks = Array.from({ length: this.config.num_blks }, (_, b) => b + 1);
    return ["answers", ...blocks.flatMap((b) => [`attention${b}`, `state${b}`])];
  }
  // The width of each head's slot.
  slotsOf({ block, head }: { block: number; head?: number }) {
    const { num_blks, num_heads: N } = this.config;
    return Array.from({ length: num_blks }, (_, b) =>
      Array.from({ length: N }, (_, n) =>
        head === undefined || b !== block ? 1 / N : Number(n === head),
      ),
    );
  }
  arranged({ plain: { T } }: Seen) {
    const { picture, rows, config, lit } = this;
    // a guess, outside the page
    const width = picture.clientWidth || Math.min(650, innerWidth - 72);
    return arrange({ width, words: rows.width(), T, num_blks: config.num_blks, lit, crop: true });
  }

  // What is read by the query where the reader looks, beside what is left without each word.
  sharesOf(seen: Seen): Shares {
    const { pass, plain, query, answer, left } = seen,
      { block, head } = this.shownOf(this.placeIn(seen)),
      last = plain.blocks[plain.blocks.length - 1];
    const compared =
      answer && left.length === pass.T
        ? compare(reads(last, plain.T, query), left, answer.share, query)
        : null;
    return { block, head, shares: reads(pass.blocks[block], pass.T, query, head), compared };
  }

  // All that follows from the state without the model computing again.
  refresh(atOnce = false) {
    const { now, point, bert } = this;
    if (!now) return;
    const { pass, plain } = now,
      shown = this.sharesOf(now);
    this.rows.draw(now, shown, point);
    this.guesses.draw(bert, now);
    this.below.draw(now, shown);
    this.details.draw(now, this.placeIn(now), shown.compared);
    this.say(sentence(bert, now, shown, point));
    const layout = this.arranged(now);
    this.picture.style.height = `${layout.height}px`;
    if (this.picture.clientWidth)
      this.scene.show({ pass, plain, slots: this.slotsOf(shown), layout }, atOnce);
  }

  // What lies over the canvas; returns what is to be painted.
  overlay({ layout, slots }: Target): Shown {
    const now = this.now as Seen, // nothing is shown before
      { input, query, answer, cuts, plain } = now,
      { block, head } = this.shownOf(this.placeIn(now)),
      second = input.segments.indexOf(1);
    this.rows.place(layout);
    this.blocks.draw(layout, slots, answer);
    return {
      lit: this.lit,
      point: this.point,
      flows: Boolean(this.point),
      cuts,
      split: second < 0 ? plain.T : second,
      trace: { query, block, heads: slots.map((_, b) => (b === block ? head : undefined)) },
      answers: answer ? [{ t: query, y: middle(layout, query) }] : [],
    };
  }
}
