// AttentionView's view: its elements, and how they follow from the reader's choices.

import type { Cut } from "#web/bert/close.ts";
import { arrange, middle } from "#web/bert/layout.ts";
import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { MOST, reads, readTexts, toggled, within } from "#web/bert/pass.ts";
import type { Entry } from "#web/bert/ribbons.ts";
import { type Shown, scene, type Target } from "#web/bert/scene.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { frame, h, sentenceAbove, setText, unmoved } from "#web/shared/elements.ts";
import { innerLife, type Model, observe, read, update } from "#web/shared/lifecycle.ts";
import { colourKey } from "#web/shared/picture.ts";
import { coarse, taps } from "#web/shared/tap.ts";
import type { AttentionView } from "#web/shared/traits.ts";
import { type Bet, betInWords, coinsLeft, isOver, mayBet } from "./bet.ts";
import { blockRow } from "./blocks.ts";
import { CHOICE, type Chosen } from "./choice.ts";
import { details } from "./details.ts";
import {
  type Answer,
  compare,
  cutWord,
  isCut,
  type Place,
  passOf,
  type Seen,
  see,
} from "./effects.ts";
import { type Example, guessList, pressRow, sampleOf, topRow } from "./rows.ts";
import { type Point, type Shares, sentence } from "./sentence.ts";
import { tokenRows } from "./tokens.ts";
import { WORDS } from "./words.toml";

const ANSWER = 92; // pixels: a word and its share on a phone
const LOOK = 1400; // milliseconds at each coin

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
  says;
  tap;
  alert;
  unknown;
  lost;
  details;
  el;
  now: Seen | null = null;
  point: Point | null = null; // what the reader points at
  bet: Bet | null = null;
  reached: Promise<void> | undefined; // by the reader

  constructor(model: Model<AttentionView>, signal: AbortSignal) {
    const stored = unpack(model.get("weights") as ArrayBufferView); // it has arrived
    const set = (values: Partial<Chosen>) => update(model, values);
    this.model = model;
    this.signal = signal;
    this.set = set;
    this.config = stored.config;
    this.bert = new BERTModel(stored);
    this.top = topRow(model.get("examples"), read(model, CHOICE), set);
    this.blocks = blockRow(this.config, (block, head) => this.pick(block, head));
    this.rows = tokenRows({
      press: (t, event) => this.press(t, event),
      point: (to) => this.pointAt(to),
    });
    this.picture = h("div", { class: "bw-picture attend-picture" });
    this.scene = scene(this.picture, (shown) => this.overlay(shown), signal);
    this.picture.append(this.scene.canvas, this.blocks.el, ...this.rows.els);
    this.picture.style.visibility = "hidden"; // until its parts have their places
    this.guesses = guessList();
    this.below = pressRow({
      mend: () => set({ cut: [] }),
      bet: () => this.goOn(),
      leave: () => this.leave(),
    });
    this.says = sentenceAbove(signal, 100);
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
      h("div", { class: "attend-say" }, this.alert, this.says.el, this.unknown, this.lost),
      this.picture,
      colourKey("strip", "ribbon", "lens"),
      this.guesses.el,
      this.below.el,
      h("div", { class: "attend-end" }, this.details.el, h("div", { class: "bw-link" })),
    );
    this.tap = taps(this.el, signal, () => this.refresh());
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
  pressRibbon(ribbon: Entry, event: MouseEvent) {
    const { block, head, query, key } = ribbon;
    if (this.bet || !this.tap.acts(JSON.stringify(ribbon), event)) this.pointAt(ribbon);
    else this.cut([block, head, query, key]);
  }
  press(t: number, event: MouseEvent) {
    if (this.bet) return this.lay(t);
    if (!this.tap.acts(`word ${t}`, event)) return this.pointAt({ key: t });
    this.cut(cutWord(t));
  }
  pick(block: number, head: number) {
    if (!this.now) return;
    const shown = this.shownOf(this.placeIn(this.now));
    this.set({ block, head, alone: !(shown.block === block && shown.head === head) });
  }

  // While one bets, nobody knows what is left without a word.
  get betting() {
    return this.bet !== null && !isOver(this.bet);
  }
  // The bet. Its numbers aren't to be seen yet, so it takes the next text whose numbers have not
  // been, if there is one.
  goOn() {
    const { bet, now } = this;
    if (!now) return;
    if (bet && !isOver(bet)) {
      if (!coinsLeft(now, bet) && bet.at < 0 && now.alone.length) this.cutCoins(bet, now);
      return;
    }
    const list = this.model.get("examples"),
      at = list.findIndex(([, text]) => text === this.model.get("text")),
      next = list[(at + 1) % list.length] as Example | undefined;
    const before = bet ? bet.back : next ? read(this.model, CHOICE) : null,
      text = next?.[1] ?? this.model.get("text");
    this.bet = { coins: [], at: -1, text, back: before };
    this.point = null;
    this.set(next ? sampleOf(next) : { cut: [] });
    this.refresh();
  }
  lay(t: number) {
    const { bet, now } = this;
    if (!bet || !now || bet.at >= 0 || !mayBet(now, t)) return;
    if (bet.coins.includes(t)) bet.coins = bet.coins.filter((coin) => coin !== t);
    else if (coinsLeft(now, bet)) bet.coins.push(t);
    this.point = null;
    this.refresh();
  }
  async cutCoins(bet: Bet, now: Seen) {
    for (const t of unmoved() ? [] : bet.coins) {
      bet.at++;
      this.set({ cut: [cutWord(t)] });
      this.refresh();
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      if (this.bet !== bet || this.now !== now || this.signal.aborted) return;
    }
    bet.at = bet.coins.length;
    this.set({ cut: [] });
    this.refresh();
  }
  leave() {
    const { back } = this.bet as Bet;
    this.bet = null;
    this.set(back ?? { cut: [] });
    this.refresh();
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
      before = this.now?.pass,
      now = see(this.bert, input, query, state.cut, this.now),
      lost = state.cut.length - now.cuts.length;
    setText(this.lost, lost ? WORDS.lost({ number: lost }) : "");
    if (now !== this.now) {
      this.point = null;
      this.tap.forget();
      this.now = now;
      this.rows.fit(T);
      if (this.bet) {
        const { text } = state,
          back = text === this.bet.text ? this.bet.back : null;
        this.bet = { coins: [], at: -1, text, back };
      }
    }
    if (now.pass !== before) this.cutEach(now);
    this.refresh();
  }

  // Each word cut by itself, then as well as what is cut: a pass for each, not before the reader is
  // there, then one after another, so that the page stays awake; a newer state ends it.
  async cutEach(now: Seen) {
    if (!now.answer) return;
    this.reached ??= onScreen(this.picture, this.signal);
    await this.reached;
    if (!now.alone.length) now.alone = (await this.without(now, [])) ?? [];
    if (!now.cuts.length) now.left = now.alone;
    else if (now.alone.length) now.left = (await this.without(now, now.cuts)) ?? now.left;
    if (now === this.now) this.refresh();
  }
  // Returns what is left of the answer without each word; nothing where the state is a newer one.
  async without({ input, query, answer, pass }: Seen, cuts: Cut[]) {
    const { id } = answer as Answer,
      left: number[] = [];
    for (let t = 0; t < input.tokens.length; t++) {
      await new Promise((resolve) => setTimeout(resolve));
      if (this.now?.pass !== pass || this.signal.aborted) return;
      left.push(
        isCut(cuts, t)
          ? pass.probabilities[id]
          : passOf(this.bert, input, query, [...cuts, cutWord(t)]).probabilities[id],
      );
    }
    return left;
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
    return arrange({
      width,
      words: rows.width(),
      T,
      num_blks: config.num_blks,
      lit,
      crop: true,
      coarse: coarse(),
      answer: ANSWER,
    });
  }

  // What is read by the query where the reader looks, beside what is left without each word.
  sharesOf(seen: Seen): Shares {
    const { pass, query, answer, left } = seen,
      { block, head } = this.shownOf(this.placeIn(seen)),
      last = pass.blocks[pass.blocks.length - 1];
    const compared =
      answer && left.length === pass.T
        ? compare(reads(last, pass.T, query), left, pass.probabilities[answer.id], query)
        : null;
    return { block, head, shares: reads(pass.blocks[block], pass.T, query, head), compared };
  }

  // All that follows from the state without the model computing again.
  refresh(atOnce = false) {
    const { point, bert, bet } = this;
    if (!this.now) return;
    const hidden = this.betting,
      now = hidden ? { ...this.now, left: [] } : this.now;
    const { pass, plain } = now,
      shown = this.sharesOf(now);
    this.rows.draw(now, shown, point, bet);
    const layout = this.arranged(now); // measured before more is changed
    this.guesses.draw(bert, now);
    this.below.draw(now, bet);
    this.details.draw(now, this.placeIn(now), shown.compared);
    const { finger } = this.tap;
    this.says.say(
      bet && (!point || hidden)
        ? betInWords(now, bet)
        : sentence(bert, now, shown, { point, finger }),
    );
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
    this.picture.style.visibility = "";
    this.blocks.draw(layout, slots, answer, { too: cuts.length > 0, coins: this.betting });
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
