// BertAlive (the first page, chapters 1 to 8): tokens, embeddings, blocks and answers in one
// picture, on the reader's own text. The numbers, the places and the drawing are in bert/; what it
// says is in words.js, what lies over the picture in columns.js and rows.js.

import { arrange, blockAt, LIGHTS, lightsWithin, rowAt } from "../../bert/layout.js";
import {
  cutsWithin,
  effectOf,
  forwardPass,
  isCuts,
  largest,
  MOST,
  reads,
  readTexts,
  SPECIAL,
} from "../../bert/pass.js";
import { scene } from "../../bert/scene.js";
import { unknownWords } from "../../bert/vocabulary.js";
import { subscribed } from "../../own/subscribe.js";
import {
  isListOf,
  isOneOf,
  isPlaces,
  isTyped,
  isWhole,
  linkable,
  SHOWN,
} from "../../shared/allowed.js";
import { frame, h, setText } from "../../shared/elements.js";
import { arrival, drawOnChange, read, update } from "../../shared/lifecycle.js";
import { answerColumn, stageRow, wordColumn } from "./columns.js";
import { CHOICES, sayRow, topRow, trainingRow } from "./rows.js";
import { training } from "./states.js";
import { TOUR, WORDS } from "./words.js";

const CHOICE = ["text", "second", "hidden", "lit", "tour", "step", "cut", "alone"];
// A picture that opens a chapter with its training shows the book's own run, and no other model has
// it.
const showsOwn = (model) => !(model.get("compact") && model.get("lit").includes("training"));
const toggled = (list, item) => {
  const rest = list.filter((one) => one.join() !== item.join());
  return rest.length < list.length ? rest : [...list, item];
};

// A cut in words, with the share that it took.
function cutInWords([block, head, query, key], { tokens }, plain) {
  if (query < 0 && key < 0) return WORDS.cuts.head(block, head);
  if (block < 0) return WORDS.cuts.word(tokens[key]);
  const share = reads(plain.blocks[block], plain.T, query, head < 0 ? undefined : head)[key];
  return WORDS.cuts.ribbon(tokens[query], tokens[key], block, head, share);
}

function effectInWords({ bert, plain, pass }) {
  const { p, id, before, after } = effectOf(plain, pass);
  return p < 0 ? WORDS.verdictEffect(before, after) : WORDS.effect(bert.vocab[id], before, after);
}

// What a stop of the tour traces in this pass, and what it cuts.
function stopIn(stop, plain) {
  if (stop?.trace === undefined) return { trace: null, cuts: [] };
  const query = plain.masks[0] ?? Math.min(1, plain.T - 1);
  const [key] = largest(reads(plain.blocks[stop.trace], plain.T, query), 1);
  return {
    trace: { query, block: stop.trace },
    cuts: stop.cut ? [[stop.trace, -1, query, key]] : [],
  };
}

class Alive {
  // What there is to see, `{ bert, input, plain, pass, own, cuts }` (`own`: those of the reader's
  // cuts that this model has; `cuts`: with the tour's); what the reader points at, has focused or
  // pressed; whether pressing cuts.
  now = null;
  hover = null;
  pinned = null;
  cutting = false;
  turn = 0;

  constructor(model, signal) {
    // the states are the book's
    const run = showsOwn(model) && model.get("yours")?.since ? {} : model.get("run");
    Object.assign(this, { model, run, ...training(model, run.kept?.at(-1), signal) });
    this.tour = this.run.kept ? TOUR : TOUR.filter((stop) => !stop.training);
    this.words = wordColumn({
      press: (t) => this.press(t),
      focus: (t) => this.pin({ query: t, block: this.block }),
    });
    this.stages = stageRow(this.config, {
      light: (name) => this.light(name),
      pick: (block, head) => this.pick(block, head),
    });
    this.answers = answerColumn();
    this.picture = h("div", { class: "alive-picture" });
    this.scene = scene(this.picture, (shown, came) => this.overlay(shown, came), signal);
    this.picture.append(this.scene.canvas, this.stages.el, this.words.el, this.answers.el);
    this.above = topRow(this.get("examples"), {
      set: (texts) => this.set({ cut: [], ...texts }),
      open: innerWidth > 600,
    });
    this.slider = this.run.kept && trainingRow(this.run, (values) => this.set(values));
    this.below = sayRow({
      go: (by) => this.go(by),
      cutting: () => this.toggle(),
      mend: () => this.set({ cut: [] }),
      cut: (entry) => this.cut(entry),
    });
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    [this.unknown, this.lost] = [0, 1].map(() => h("p", { class: "bw-soft", role: "status" }));
    const compact = this.get("compact"),
      slider = this.slider && (!compact || this.get("lit").includes("training"));
    this.el = frame(
      "bert-alive",
      WORDS.question,
      ...(compact ? [] : [this.above.el]),
      this.alert,
      this.unknown,
      this.lost,
      this.picture,
      ...(slider ? [this.slider.el] : []),
      this.below.el,
    );
    this.el.classList.toggle("alive-compact", compact);
    this.el.style.visibility = "hidden"; // until its parts have their places, which takes a width
  }

  get(trait) {
    return this.model.get(trait);
  }
  set(values) {
    update(this.model, values);
  }

  // The state as the picture needs it: stages by name; the head of each block that is alone, or -1.
  get lit() {
    return lightsWithin(this.get("lit"), this.config);
  }
  get alone() {
    const { num_blks, num_heads } = this.config,
      alone = this.get("alone");
    return Array.from({ length: num_blks }, (_, b) => (alone[b] < num_heads ? alone[b] : -1));
  }
  get heads() {
    return this.alone.map((head) => (head < 0 ? undefined : head));
  }
  get stop() {
    return this.tour[this.get("tour")];
  }
  // A word is traced up to the first block if that alone is lit, and through all of them otherwise.
  get block() {
    const blocks = this.lit.map((name) => Number(name.match(/\d$/)?.[0] ?? 0)).filter(Boolean);
    return blocks.length && Math.max(...blocks) === 1 ? 0 : this.config.num_blks - 1;
  }
  get trace() {
    const found =
      (this.cutting && this.pinned) ||
      this.hover ||
      this.pinned ||
      stopIn(this.stop, this.now.plain).trace;
    return found && found.query < this.now.pass.T ? { ...found, heads: this.heads } : null;
  }

  // What the reader does.
  cut(entry) {
    this.set({ cut: toggled(this.get("cut"), entry) });
  }
  press(t) {
    if (this.cutting) {
      this.pinned = null; // what the cut does is to be seen in full
      this.cut([-1, -1, -1, t]);
    } else if (!SPECIAL.test(this.now.input.typed[t])) {
      const hidden = this.get("hidden");
      this.set({ hidden: hidden.includes(t) ? hidden.filter((one) => one !== t) : [...hidden, t] });
    }
  }
  pick(block, head) {
    if (this.cutting) this.cut([block, head, -1, -1]);
    else
      this.set({
        alone: this.alone.map((was, b) => (b !== block ? was : was === head ? -1 : head)),
      });
  }
  light(name) {
    this.set({ lit: this.get("lit").join() === name ? [] : [name], tour: -1 });
  }
  go(by) {
    const stop = this.get("tour") + by;
    this.set({ tour: this.tour[stop] ? stop : -1, lit: this.tour[stop]?.lit ?? [], cut: [] });
  }
  toggle() {
    this.cutting = !this.cutting;
    this.refresh();
  }
  pin(to) {
    this.pinned = to;
    this.refresh();
  }
  point(to) {
    if (to?.query === this.hover?.query && to?.block === this.hover?.block) return;
    this.hover = to;
    this.refresh();
  }
  end() {
    this.cutting = false;
    this.hover = this.pinned = null;
    this.refresh();
  }

  // Takes what the traits say, if the model is there and the picture has room for it.
  async take() {
    const mine = ++this.turn,
      state = read(this.model, CHOICE);
    let bert;
    this.above.draw(state);
    this.slider?.draw(state.step, true);
    try {
      bert = await this.bertAt(state.step);
    } catch (error) {
      setText(this.alert, error.message);
      return;
    }
    if (mine !== this.turn) return;
    this.slider?.draw(state.step, false);
    const input = readTexts(bert, state),
      many = input.tokens.length > MOST;
    setText(this.alert, many ? WORDS.tooLong(input.tokens.length, MOST) : "");
    setText(this.unknown, unknownWords(input.unknown));
    if (!many) this.compute(bert, input, state);
  }

  compute(bert, input, { cut, tour }) {
    const plain = forwardPass(bert, input),
      before = this.now?.input.typed.join(" ");
    const own = cutsWithin(cut, this.config, plain.T),
      cuts = [...own, ...stopIn(this.tour[tour], plain).cuts];
    setText(this.lost, own.length < cut.length ? WORDS.lost(cut.length - own.length) : "");
    this.now = {
      bert,
      input,
      plain,
      own,
      cuts,
      pass: cuts.length ? forwardPass(bert, input, cuts) : plain,
    };
    this.words.draw(input, cuts);
    const layout = this.arranged();
    // before it enters the page: nothing below it moves
    this.picture.style.height = `${layout.height}px`;
    this.answers.build(this.now.pass, plain, bert, input, layout);
    if (before !== input.typed.join(" ")) {
      this.hover = null;
      this.scene.enter();
    }
    this.refresh();
  }

  arranged() {
    const { picture, words, config, lit, now } = this;
    // a guess, outside the page
    const width = picture.clientWidth || Math.min(650, innerWidth - 72);
    return arrange({
      width,
      words: words.width(),
      T: now.plain.T,
      num_blks: config.num_blks,
      lit,
      compact: this.get("compact"),
      given: this.get("room"),
    });
  }

  // All that follows from the state without the model computing again.
  refresh(atOnce = false) {
    if (!this.now || !this.picture.clientWidth) return;
    const {
        now: { pass, plain },
        trace,
        heads,
      } = this,
      N = this.config.num_heads;
    const shares =
      trace && reads(pass.blocks[trace.block], pass.T, trace.query, heads[trace.block]);
    this.words.shade(shares, trace?.query);
    this.el.classList.toggle("alive-cuts", this.cutting);
    this.say(trace, shares);
    const slots = heads.map((head) =>
      Array.from({ length: N }, (_, n) => (head === undefined ? 1 / N : Number(n === head))),
    );
    const layout = this.arranged();
    this.picture.style.height = `${layout.height}px`;
    this.scene.show({ pass, plain, slots, layout }, atOnce);
  }

  say(trace, shares) {
    const { input, plain, own: cuts } = this.now,
      effect = effectInWords(this.now),
      head = trace && this.heads[trace.block];
    const touring = this.stop && !this.hover && !this.pinned;
    const what = touring
      ? this.stop.say(this.facts(trace, effect))
      : trace
        ? WORDS.reads(input.tokens[trace.query], trace.block, head)
        : this.cutting
          ? WORDS.cutting
          : this.get("say") || WORDS.idle;
    const room = cuts.length ? CHOICES - 1 : CHOICES; // beside one button more
    const choices =
      touring || !trace
        ? []
        : largest(shares, room).map((t) => ({
            token: input.tokens[t],
            share: shares[t],
            entry: [trace.block, head ?? -1, trace.query, t],
          }));
    const cut =
      cuts.length > 1
        ? WORDS.cuts.several(cuts.length)
        : cuts.length && cutInWords(cuts[0], input, plain);
    this.below.draw({
      what,
      choices,
      effect: cut ? `${cut}: ${effect}.` : "",
      stop: this.stop ? this.get("tour") : -1,
      stops: this.tour.length,
      cuts: cuts.length,
      active: this.cutting,
    });
  }

  // What a stop of the tour may speak of.
  facts(trace, effect) {
    const {
        plain,
        input: { tokens },
        bert,
      } = this.now,
      { num_heads, num_hiddens, ffn_num_hiddens, vocab_size } = this.config;
    const { query, block } = trace ?? { query: plain.masks[0] ?? 0, block: 0 },
      shares = reads(plain.blocks[block], plain.T, query);
    const guesses = plain.masks.length
      ? largest(plain.guesses[0], 2).map((id) => [bert.vocab[id], plain.guesses[0][id]])
      : [];
    const top = largest(shares, 2).map((t) => [tokens[t], shares[t]]);
    return {
      heads: num_heads,
      D: num_hiddens,
      F: ffn_num_hiddens,
      V: vocab_size,
      query: tokens[query],
      effect,
      guesses,
      top,
    };
  }

  // What lies over the canvas; returns what is to be painted.
  overlay({ layout, pass, plain }, came) {
    const { lit, now, trace } = this,
      second = now.input.segments.indexOf(1);
    this.layout = layout;
    this.el.style.visibility = "";
    this.words.place(layout);
    this.stages.draw(layout, { lit, alone: this.alone, cuts: now.own });
    this.answers.draw(pass, plain);
    this.answers.el.style.opacity = came < 1 ? Math.max(0, 4 * came - 3) : "";
    return {
      lit,
      trace,
      flows: Boolean(trace),
      cuts: now.cuts,
      split: second < 0 ? now.pass.T : second,
      answers: this.answers.place(layout),
    };
  }

  // Pointer, focus and the Escape key.
  listen() {
    const {
      scene: { canvas, ribbonAt },
      words,
      el,
    } = this;
    const rowUnder = ({ offsetX, offsetY }) => {
      const query = this.layout ? rowAt(this.layout, offsetY) : null;
      return query === null || offsetX > this.layout.parts.answers.x
        ? null
        : { query, block: blockAt(this.layout, offsetX) };
    };
    const ribbonUnder = ({ offsetX, offsetY }) =>
      this.cutting ? ribbonAt(offsetX, offsetY) : null;
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return;
      const ribbon = ribbonUnder(event);
      canvas.classList.toggle("alive-onribbon", Boolean(ribbon));
      if (!ribbon) this.point(rowUnder(event)); // on a ribbon the trace stays to which it belongs
    });
    canvas.addEventListener("click", (event) => {
      const ribbon = ribbonUnder(event),
        to = rowUnder(event);
      if (ribbon) this.cut([ribbon.block, ribbon.head, ribbon.query, ribbon.key]);
      else
        this.pin(to?.query === this.pinned?.query && to?.block === this.pinned?.block ? null : to);
    });
    words.el.addEventListener("pointerover", ({ target, pointerType }) => {
      const query = words.at(target);
      if (pointerType !== "touch" && query >= 0) this.point({ query, block: this.block });
    });
    for (const one of [canvas, words.el])
      one.addEventListener("pointerleave", () => this.point(null));
    el.addEventListener("keydown", ({ key }) => key === "Escape" && this.end());
    el.addEventListener(
      "focusout",
      ({ relatedTarget }) => !el.contains(relatedTarget) && this.pinned && this.pin(null),
    );
  }
}

async function render({ model, el, signal }) {
  await arrival(model, signal);
  const alive = new Alive(model, signal);
  el.append(alive.el);
  alive.listen();
  alive.scene.watch(() => alive.refresh(true));
  let first; // what stood here goes only when there is something to see
  const draw = () => {
    const taken = alive.take();
    first ??= taken;
  };
  drawOnChange(model, [...CHOICE, "weights"], draw, signal);
  await first;
}

const link = linkable(
  "alive",
  {
    text: isTyped,
    second: isTyped,
    hidden: isPlaces,
    lit: isListOf(isOneOf(...LIGHTS), LIGHTS.length),
    tour: isWhole(-1, TOUR.length - 1),
    step: isWhole(0, 1e9),
    cut: isCuts,
    alone: isListOf(isWhole(-1, SHOWN.num_heads[1] - 1), SHOWN.num_blks[1]),
  },
  (asked, model) =>
    !("step" in asked) || model.get("run").kept?.includes(asked.step) ? asked : undefined,
);

export default { ...subscribed(render, showsOwn), link };
