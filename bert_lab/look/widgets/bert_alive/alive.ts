// BertAlive's view: its elements, what they show, and what the reader points at.

import { arrange, blockAt, type Layout, rowAt } from "#web/bert/layout.ts";
import type { BERTModel } from "#web/bert/model.ts";
import { type Input, MOST, reads, readTexts, SPECIAL, type Trace } from "#web/bert/pass.ts";
import { type Shown, scene, type Target } from "#web/bert/scene.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { frame, h, sentenceAbove, setText } from "#web/shared/elements.ts";
import { onEscape } from "#web/shared/keyboard.ts";
import { type Model, read } from "#web/shared/lifecycle.ts";
import { colourKey, letterFields, question } from "#web/shared/picture.ts";
import { coarse, taps } from "#web/shared/tap.ts";
import { sentences } from "#web/text/text.ts";
import { oddOf } from "#web/worth/worth.ts";
import { ANSWER, answerColumn, VERDICT } from "./answers.ts";
import { betting } from "./betting.ts";
import { type BertAlive, CHOICE, Choice, showsOwn } from "./choice.ts";
import { doRow, type Run, tourRow, trainingRow } from "./rows.ts";
import { type Seen, see, stopIn } from "./seen.ts";
import { choicesOf, effectInWords, readsInWords, stateInWords, stopInWords } from "./sentences.ts";
import { stageRow } from "./stages.ts";
import { training } from "./states.ts";
import { wordColumn } from "./tokens.ts";
import { TOUR } from "./tour.ts";
import { WORDS } from "./words.toml";

export class Alive {
  choice;
  bertAt;
  words;
  stages;
  answers;
  bet;
  picture;
  scene;
  above;
  own;
  tour;
  slider;
  below;
  alert;
  all;
  el;
  tap;
  named: number[] = []; // places of the words that the sentence above speaks of
  now: Seen | null = null;
  hover: Trace | null = null; // what the reader points at
  pinned: Trace | null = null; // has focused or pressed
  opened: string | undefined; // the state that it came with
  turn = 0;
  layout: Layout | null = null; // what is drawn

  constructor(model: Model<BertAlive>, signal: AbortSignal) {
    // the states are the book's
    const run = showsOwn(model) && model.get("yours")?.since ? {} : model.get("run");
    const { config, bertAt } = training(model, run.kept?.at(-1), signal);
    const tour = run.kept ? TOUR : TOUR.filter((stop) => !stop.training),
      choice = new Choice(model, config, tour);
    this.choice = choice;
    this.bertAt = bertAt;
    this.words = wordColumn({
      press: (t, event) => this.press(t, event),
      focus: (t) => this.pin({ query: t, block: choice.block }),
    });
    this.stages = stageRow(config, model.get("bet"));
    this.answers = answerColumn();
    this.bet = model.get("bet")
      ? betting(choice, signal, {
          press: (t, event) => this.press(t, event),
          changed: () => this.refresh(),
        })
      : null;
    this.picture = h("div", { class: "alive-picture" });
    this.scene = scene(this.picture, (shown, came) => this.overlay(shown, came), signal);
    const right = (this.bet ?? this.answers).el;
    this.picture.append(this.scene.canvas, this.stages.el, this.words.el, right);
    this.all = run.kept?.at(-1) ?? 0;
    this.above = sentenceAbove(signal, 150);
    this.own = letterFields([WORDS.textA, WORDS.textB], (texts) => choice.read(texts));
    this.tour = tourRow((by) => choice.go(by));
    this.slider = run.kept ? trainingRow(run as Run, (values) => choice.set(values)) : null;
    this.below = doRow((entry) => choice.cut(entry));
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.el = this.framed();
    this.tap = taps(this.el, signal, () => this.refresh());
    this.listen();
  }

  framed() {
    const { choice, above, own, tour, alert, picture, slider, below, bet } = this;
    // inside another widget, which says itself what one sees
    const inside = choice.get("room") !== undefined,
      line = inside ? alert : h("div", { class: "alive-line" }, above.el, alert);
    const slides = slider && (choice.whole || choice.get("lit").includes("training"));
    const el = frame(
      "bert-alive",
      bet ? WORDS.bet.question : WORDS.question,
      ...(bet ? [question(WORDS.bet.question)] : []),
      ...(choice.whole
        ? [question(WORDS.question), h("div", { class: "alive-first" }, tour.el), own.el]
        : []),
      line,
      picture,
      ...(slides ? [slider.el] : []),
      ...(bet ? [bet.row] : [below.el]),
      ...(choice.get("say") ? [colourKey("strip", "ribbon", "lens")] : []),
    );
    el.classList.toggle("alive-compact", choice.get("compact"));
    if (choice.whole) below.el.append(h("div", { class: "bw-link" })); // the page's
    el.style.visibility = "hidden"; // until its parts have their places, which takes a width
    return el;
  }

  listen() {
    const {
      scene: { canvas },
      words,
      el,
    } = this;
    const under = ({ offsetX, offsetY }: MouseEvent) => {
      const { layout } = this,
        query = layout ? rowAt(layout, offsetY) : null;
      if (!layout || query === null || offsetX > layout.parts.answers.x) return null;
      return { query, block: blockAt(layout, offsetX) };
    };
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.point(under(event));
    });
    canvas.addEventListener("click", (event) => {
      const to = under(event),
        { pinned } = this;
      this.pin(to?.query === pinned?.query && to?.block === pinned?.block ? null : to);
    });
    words.el.addEventListener("pointerover", ({ target, pointerType }) => {
      const query = words.at(target);
      if (pointerType !== "touch" && query >= 0) this.point({ query, block: this.choice.block });
    });
    for (const one of [canvas, words.el])
      one.addEventListener("pointerleave", () => this.point(null));
    onEscape(el, () => {
      this.hover = this.pinned = null;
      this.tap.forget();
      this.choice.set({ cut: [] });
      this.refresh();
    });
    el.addEventListener("focusout", ({ relatedTarget }) => {
      if (!el.contains(relatedTarget as Node | null) && this.pinned) this.pin(null);
    });
  }

  traceIn({ plain }: Seen): Trace | null {
    const trace =
      this.bet && plain.masks.length
        ? { query: plain.masks[0], block: plain.blocks.length - 1 }
        : this.hover || this.pinned || stopIn(this.choice.stop, plain).trace;
    return trace && trace.query < plain.T ? trace : null;
  }

  // What the reader does: a press hides a word, or in a bet lays a coin on it and then cuts it.
  press(t: number, event: MouseEvent) {
    const { now, bet } = this;
    if (!now) return;
    if (bet?.lay(now, t)) return;
    if (!this.tap.acts(`word ${t}`, event)) this.pin({ query: t, block: this.choice.block });
    else if (bet) this.choice.cut([-1, -1, -1, t]);
    else if (!SPECIAL.test(now.input.typed[t])) this.choice.hide(t);
  }
  pin(to: Trace | null) {
    this.pinned = to;
    this.refresh();
  }
  point(to: Trace | null) {
    if (to?.query === this.hover?.query && to?.block === this.hover?.block) return;
    this.hover = to;
    this.refresh();
  }

  // Takes what the traits say, if the model is there and the picture has room for it.
  async take() {
    const turn = ++this.turn,
      state = read(this.choice.model, CHOICE),
      { step } = state;
    let bert: BERTModel;
    this.own.draw(state);
    this.slider?.draw(step, true);
    try {
      bert = await this.bertAt(step);
    } catch (error) {
      setText(this.alert, (error as Error).message);
      return;
    }
    if (turn !== this.turn) return;
    this.slider?.draw(step, false);
    const input = readTexts(bert, state),
      many = input.tokens.length > MOST;
    setText(this.alert, many ? WORDS.tooLong({ tokens: input.tokens.length, most: MOST }) : "");
    if (!many) this.compute(bert, input, state);
  }

  compute(bert: BERTModel, input: Input, { cut, tour }: Pick<BertAlive, "cut" | "tour">) {
    const before = this.now?.input.typed.join(" "),
      now = see(bert, input, cut, this.choice.tour[tour], this.choice.whole);
    this.now = now;
    const words = [...this.given().matchAll(/[“「](.+?)[”」]/g)].map(([, word]) => word);
    this.named = [...input.tokens.keys()].filter((t) => words.includes(input.tokens[t]));
    const odd = now.worths.length ? oddOf(now.worths).t : undefined;
    this.words.draw(input, now.cuts, this.named, odd);
    const layout = this.arranged(now);
    // before it enters the page: nothing below it moves
    this.picture.style.height = `${layout.height}px`;
    this.bet?.take(now);
    if (!this.bet) this.answers.build(now, layout, this.choice.whole);
    if (before !== input.typed.join(" ")) {
      this.hover = null;
      this.tap.forget();
      this.scene.enter();
    }
    this.refresh();
  }

  arranged({ input, plain, worths }: Seen) {
    const { picture, words, choice } = this;
    // a guess, outside the page
    const width = picture.clientWidth || Math.min(650, innerWidth - 72);
    return arrange({
      width,
      words: words.width(),
      T: plain.T,
      num_blks: choice.config.num_blks,
      lit: choice.lit,
      compact: choice.get("compact"),
      crop: this.bet !== null,
      given: choice.get("room"),
      coarse: coarse(),
      answer: plain.masks.length || worths.length ? ANSWER : input.pair ? VERDICT : 0,
    });
  }

  // All that follows from the state without the model computing again.
  refresh(atOnce = false) {
    const { now, bet } = this;
    if (!now || !this.picture.clientWidth) return;
    const layout = this.arranged(now); // measured before anything is changed
    const trace = this.traceIn(now),
      { pass, plain } = now,
      shares = trace && reads(pass.blocks[trace.block], pass.T, trace.query);
    this.words.shade(bet ? null : shares, trace?.query); // what is read is the ribbons' there
    if (bet) {
      bet.draw(now);
      this.words.mark((t) => bet.mark(now, t));
      this.above.say(bet.says(now, this.tap.finger));
    } else this.say(now, trace, shares);
    this.picture.style.height = `${layout.height}px`;
    this.scene.show({ pass, plain, layout }, atOnce);
  }

  say(seen: Seen, trace: Trace | null, shares: Float32Array | null) {
    const { choice, all } = this,
      { finger } = this.tap,
      { stop, model, tour } = choice,
      touring = stop && !this.hover && !this.pinned,
      done = all ? choice.get("step") : 0;
    const yours = Boolean(showsOwn(model) && model.get("yours")?.since);
    this.above.say(
      touring
        ? stopInWords(stop.name, seen, trace)
        : trace && shares
          ? readsInWords(seen, trace, shares)
          : this.given() || stateInWords(seen, { done, all, yours, finger }),
    );
    this.el.classList.toggle("alive-touring", Boolean(stop));
    if (this.slider && choice.whole) this.slider.el.hidden = !stop && done === all;
    this.tour.draw(stop ? choice.get("tour") : -1, tour.length);
    const left = choice.get("cut").length - seen.own.length;
    this.below.draw({
      hint:
        unknownWords(seen.input.unknown) ||
        (choice.get("room") === undefined ? WORDS.idle({ finger }) : ""),
      choices: touring || !trace ? [] : choicesOf(seen, trace),
      effect: sentences(effectInWords(seen), left ? WORDS.lost({ number: left }) : ""),
    });
  }

  // What the author says of the picture, as long as it is the author's.
  given() {
    const state = JSON.stringify(read(this.choice.model, ["text", "second", "hidden", "step"]));
    this.opened ??= state;
    return state === this.opened ? this.choice.get("say") : "";
  }

  // What lies over the canvas; returns what is to be painted.
  overlay({ layout, pass, plain }: Target, came: number): Shown {
    const { lit } = this.choice,
      now = this.now as Seen, // nothing is shown before
      trace = this.traceIn(now),
      second = now.input.segments.indexOf(1),
      { masks } = now.pass,
      right = this.bet ?? this.answers;
    this.layout = layout;
    this.el.style.visibility = "";
    this.words.place(layout);
    this.stages.draw(layout, lit);
    // While another picture stands in its place, a glide may end with the text before.
    if (!this.bet && pass.masks.length === masks.length) this.answers.draw(pass, plain);
    right.el.style.opacity = came < 1 ? String(Math.max(0, 4 * came - 3)) : "";
    return {
      lit,
      trace,
      // What is asked: the hidden words, those that the sentence is about, whether B follows A.
      front: masks.length ? masks : this.named.length || !now.input.pair ? this.named : [0],
      flows: Boolean(trace) && !this.bet,
      cuts: now.cuts,
      split: second < 0 ? now.pass.T : second,
      answers: right.place(layout),
    };
  }
}
