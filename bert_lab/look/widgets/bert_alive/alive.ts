// BertAlive's view: its elements, what they show, and what the reader points at.

import { arrange, type Layout } from "#web/bert/layout.ts";
import type { BERTModel } from "#web/bert/model.ts";
import { type Input, MOST, reads, readTexts, SPECIAL, type Trace } from "#web/bert/pass.ts";
import type { Entry, Point } from "#web/bert/ribbons.ts";
import { type Shown, scene, type Target } from "#web/bert/scene.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { frame, h, sentenceAbove, setText } from "#web/shared/elements.ts";
import { type Model, read } from "#web/shared/lifecycle.ts";
import { coarse, taps } from "#web/shared/tap.ts";
import { sentences } from "#web/text/text.ts";
import { ANSWER, answerColumn, VERDICT } from "./answers.ts";
import { type BertAlive, CHOICE, Choice, showsOwn } from "./choice.ts";
import { doRow, ownRow, type Run, tourRow, trainingRow } from "./rows.ts";
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
  cutting = false; // whether pressing cuts
  looked: Point = null; // what a finger has tapped once, and would cut
  asking: HTMLElement | null = null; // for the reader's own guess, while the answers are hidden
  born: number | null = null; // the step that is shown while the training runs
  pace: number | undefined; // milliseconds of the change to what is shown next
  opened: string | undefined; // the state that it came with
  answered = ""; // the reader's guess beside the model's
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
    this.stages = stageRow(config, {
      light: (name) => choice.light(name),
      pick: (block, head, event) => this.pick(block, head, event),
    });
    this.answers = answerColumn();
    this.picture = h("div", { class: "alive-picture" });
    this.scene = scene(this.picture, (shown, came) => this.overlay(shown, came), signal);
    this.picture.append(this.scene.canvas, this.stages.el, this.words.el, this.answers.el);
    this.all = run.kept?.at(-1) ?? 0;
    this.above = sentenceAbove(signal, 150);
    this.own = ownRow(model.get("examples"), (texts) => choice.read(texts));
    this.tour = tourRow((by) => choice.go(by));
    this.slider = run.kept ? trainingRow(run as Run, (values) => choice.set(values)) : null;
    this.below = doRow({
      cutting: () => this.toggle(),
      mend: () => choice.set({ cut: [] }),
      cut: (entry) => choice.cut(entry),
    });
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.el = this.framed();
    this.tap = taps(this.el, signal, () => this.refresh());
  }

  framed() {
    const { choice, above, own, tour, alert, picture, slider, below } = this;
    // inside another widget, which says itself what one sees
    const inside = choice.get("room") !== undefined,
      line = inside ? alert : h("div", { class: "alive-line" }, above.el, alert);
    const compact = choice.get("compact"),
      whole = !compact && !choice.get("say"), // with one sentence to say it shows what that needs
      slides = slider && (whole || choice.get("lit").includes("training"));
    const el = frame(
      "bert-alive",
      WORDS.question,
      ...(compact
        ? []
        : [h("div", { class: "alive-first" }, own.door, ...(whole ? [tour.el] : [])), own.el]),
      line,
      ...(compact && choice.get("examples").length ? [own.samples] : []),
      picture,
      ...(slides ? [slider.el] : []),
      below.el,
    );
    el.classList.toggle("alive-compact", compact);
    if (!compact) below.el.append(h("div", { class: "bw-link" })); // the page's
    el.style.visibility = "hidden"; // until its parts have their places, which takes a width
    return el;
  }

  traceIn({ plain }: Seen) {
    const trace =
      (this.cutting && this.pinned) ||
      this.hover ||
      this.pinned ||
      stopIn(this.choice.stop, plain).trace;
    return trace && trace.query < plain.T ? { ...trace, heads: this.choice.heads } : null;
  }

  // What the reader does.
  press(t: number, event: MouseEvent) {
    if (!this.tap.acts(`word ${t}`, event)) this.pin({ query: t, block: this.choice.block });
    else if (this.cutting) {
      this.pinned = null; // what the cut does is to be seen in full
      this.choice.cut([-1, -1, -1, t]);
    } else if (this.now && !SPECIAL.test(this.now.input.typed[t])) this.choice.hide(t);
  }
  pick(block: number, head: number, event: MouseEvent) {
    if (!this.cutting) this.choice.pick(block, head);
    else if (this.acts({ block, head }, event)) this.choice.cut([block, head, -1, -1]);
  }
  cutRibbon({ block, head, query, key }: Entry, event: MouseEvent) {
    if (this.acts({ block, head, query, key }, event)) this.choice.cut([block, head, query, key]);
  }
  // Whether a press cuts this, or is a finger's first look at it.
  acts(point: Entry | { block: number; head: number }, event: MouseEvent) {
    const acts = this.tap.acts(JSON.stringify(point), event);
    this.looked = acts ? null : point;
    if (!acts) this.refresh();
    return acts;
  }
  toggle() {
    this.cutting = !this.cutting;
    this.looked = null;
    this.tap.forget();
    this.refresh();
  }
  pin(to: Trace | null) {
    this.pinned = to;
    this.looked = null;
    this.refresh();
  }
  point(to: Trace | null) {
    if (to?.query === this.hover?.query && to?.block === this.hover?.block) return;
    this.hover = to;
    this.refresh();
  }
  end() {
    this.cutting = false;
    this.hover = this.pinned = this.looked = null;
    this.tap.forget();
    this.refresh();
  }

  // Takes what the traits say, if the model is there and the picture has room for it.
  async take() {
    const turn = ++this.turn,
      state = read(this.choice.model, CHOICE),
      step = this.born ?? state.step;
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
      now = see(bert, input, cut, this.choice.tour[tour]);
    this.now = now;
    const words = [...this.given().matchAll(/[“「](.+?)[”」]/g)].map(([, word]) => word);
    this.named = [...input.tokens.keys()].filter((t) => words.includes(input.tokens[t]));
    this.words.draw(input, now.cuts, this.asking !== null, this.named);
    const layout = this.arranged(now);
    // before it enters the page: nothing below it moves
    this.picture.style.height = `${layout.height}px`;
    this.answers.build(bert, input, now, layout);
    if (before !== input.typed.join(" ")) {
      this.hover = this.looked = null;
      this.tap.forget();
      this.scene.enter();
    }
    this.refresh();
  }

  arranged({ input, plain }: Seen) {
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
      given: choice.get("room"),
      coarse: coarse(),
      answer: plain.masks.length ? ANSWER : input.pair ? VERDICT : 0,
    });
  }

  // All that follows from the state without the model computing again.
  refresh(atOnce = false) {
    const { now } = this;
    if (!now || !this.picture.clientWidth) return;
    const layout = this.arranged(now); // measured before anything is changed
    const trace = this.traceIn(now),
      { pass, plain } = now,
      { heads, config } = this.choice,
      N = config.num_heads;
    const shares =
      trace && reads(pass.blocks[trace.block], pass.T, trace.query, heads[trace.block]);
    this.words.shade(shares, trace?.query);
    this.el.classList.toggle("alive-cuts", this.cutting);
    this.say(now, trace, shares);
    const slots = heads.map((head) =>
      Array.from({ length: N }, (_, n) => (head === undefined ? 1 / N : Number(n === head))),
    );
    this.picture.style.height = `${layout.height}px`;
    this.scene.show({ pass, plain, slots, layout }, atOnce || this.pace === 0, this.pace);
  }

  say(seen: Seen, trace: Trace | null, shares: Float32Array | null) {
    const { cutting, choice, tap, born, all } = this,
      { finger } = tap,
      { stop, model, tour } = choice,
      touring = stop && !this.hover && !this.pinned,
      done = born ?? (all ? choice.get("step") : 0);
    const yours = Boolean(showsOwn(model) && model.get("yours")?.since);
    const what = this.asking
      ? WORDS.which
      : touring
        ? stopInWords(stop.name, seen, trace)
        : trace && shares
          ? sentences(readsInWords(seen, trace, shares), this.looked ? WORDS.once : "")
          : cutting
            ? WORDS.cutting({ finger })
            : this.answered || this.given() || stateInWords(seen, { done, all, yours, finger });
    this.above.say(what);
    if (born !== null) setText(this.above.el, what);
    this.el.classList.toggle("alive-touring", Boolean(stop));
    this.tour.draw(stop ? choice.get("tour") : -1, tour.length);
    const { length: lost } = choice.get("cut"),
      left = lost - seen.own.length;
    this.below.draw({
      hint: unknownWords(seen.input.unknown) || WORDS.idle({ finger }),
      choices: touring || !trace || !shares ? [] : choicesOf(seen, trace, shares),
      effect: sentences(effectInWords(seen), left ? WORDS.lost({ number: left }) : ""),
      cuts: lost,
      active: cutting,
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
    const { lit, alone } = this.choice,
      now = this.now as Seen, // nothing is shown before
      trace = this.traceIn(now),
      second = now.input.segments.indexOf(1),
      { masks } = now.pass;
    this.layout = layout;
    this.el.style.visibility = "";
    this.words.place(layout);
    this.stages.draw(layout, { lit, alone, cuts: now.own });
    // While another picture stands in its place, a glide may end with the text before.
    if (pass.masks.length === masks.length) this.answers.draw(pass, plain);
    this.answers.el.style.opacity = came < 1 ? String(Math.max(0, 4 * came - 3)) : "";
    return {
      lit,
      trace,
      point: this.looked,
      // What is asked: the hidden words, those that the sentence is about, whether B follows A.
      front: masks.length ? masks : this.named.length || !now.input.pair ? this.named : [0],
      flows: Boolean(trace),
      cuts: now.cuts,
      split: second < 0 ? now.pass.T : second,
      answers: this.answers.place(layout),
    };
  }
}
