// BertAlive's picture of MiniLM: any English text, and two blocks in full.

import { largest } from "../bert/pass.ts";
import type { Pass } from "../minilm/pass.ts";
import { shownPiece } from "../minilm/pieces.ts";
import type { Picture, Reader, Store, Texts } from "../minilm/released.ts";
import { h, setText, uniqueName } from "../shared/elements.ts";
import { onEscape } from "../shared/keyboard.ts";
import { observe } from "../shared/lifecycle.ts";
import { runsLeft } from "../shared/numbers.ts";
import { examples, letterFields, more, question } from "../shared/picture.ts";
import { coarse, taps } from "../shared/tap.ts";
import { guessed, listed, sentences } from "../text/text.ts";
import { worthColumn } from "../worth/column.ts";
import { oddOf, type Worth, worthInWords } from "../worth/worth.ts";
import { blockPair, type Seen } from "./blocks.ts";
import { gapList } from "./gaps.ts";
import { alike, headInWords, isSpecial, type Pick, weightsOf, within } from "./heads.ts";
import { arranged, HEADER, type Layout, MOST, rowAt } from "./layout.ts";
import { tokenButtons } from "./tokens.ts";
import { WORDS } from "./words.toml";

// All heads of the first block and of the last.
const opening = (num_blks: number): Pick[] => [
  { block: 0, head: -1 },
  { block: num_blks - 1, head: -1 },
];
type Name = keyof typeof WORDS.samples;
// `picks`: the heads of MiniLM that show what there is to see.
type Sample = Partial<Texts> & { name: Name; text: string; picks?: Pick[] };
const SAMPLES: Sample[] = [
  { name: "gap", text: "I went to the [MASK] to deposit cash." },
  {
    name: "two",
    text: "How do I get a new password?",
    second: "I can’t log in any more.",
    picks: [
      { block: 1, head: 8 },
      { block: 3, head: 11 },
    ],
  },
  {
    name: "crane",
    text: "The crane lifted the steel beam onto the roof of the new bank.",
    picks: [
      { block: 0, head: 1 },
      { block: 1, head: 8 },
    ],
  },
  {
    name: "it",
    text: "The trophy doesn’t fit into the suitcase because it is too large.",
    picks: [
      { block: 3, head: 1 },
      { block: 5, head: 5 },
    ],
  },
  {
    name: "pieces",
    text: "Surprisingly, tokenizers cut antidisestablishmentarianism.",
    picks: [
      { block: 0, head: 2 },
      { block: 1, head: 8 },
    ],
  },
  { name: "capital", text: "The capital of France is [MASK]." },
  { name: "odd", text: "A crane lifted the eggs." },
];

const MOST_READ = 3; // of what a piece reads, in words

class English {
  released;
  own; // whether it is the reader's
  store;
  sizes;
  fields;
  tokens;
  gaps;
  worth;
  blocks;
  picture;
  say;
  alert;
  notes;
  took;
  el;
  tap;
  who = uniqueName("english");
  picks: Pick[] = [];
  pass: Pass | null = null;
  // words of the texts that are hidden, by their numbers
  hidden: number[] = [];
  // of the pieces while nothing is hidden, as far as it is known
  worths: Worth[] = [];
  sample: Sample | undefined; // which one stands here
  cosine: number | null = null; // of the two texts, each read alone
  hover: number | null = null;
  pinned: number | null = null;
  layout: Layout | null = null;
  typed = "";

  constructor(released: Reader, store: Store, signal: AbortSignal) {
    const { num_blks, num_heads, num_hiddens } = (released.about as NonNullable<Reader["about"]>)
      .config;
    this.released = released;
    this.own = released.own;
    this.store = store;
    this.sizes = { num_blks, num_heads, D: num_hiddens };
    this.fields = letterFields(WORDS.texts, (texts) => store.set(texts));
    this.tokens = tokenButtons({
      focus: (t) => this.pin(t),
      press: (t, event) => this.press(t, event),
    });
    this.gaps = gapList();
    this.worth = worthColumn();
    this.blocks = blockPair();
    this.picture = h(
      "div",
      { class: "english-picture" },
      this.blocks.el,
      this.tokens.el,
      this.gaps.el,
      this.worth.el,
    );
    this.say = h("p", { class: "english-say", role: "status" });
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.notes = h("p", { class: "bw-soft", role: "status" });
    this.took = h("span", { class: "bw-soft bw-number" });
    const fills = Boolean(released.about?.fills),
      there = SAMPLES.filter(({ text }) => !text.includes("[MASK]") || fills),
      facts = this.own ? [] : [...WORDS.facts, ...(fills ? [WORDS.filler] : [])];
    this.picks = within(opening(num_blks), this.sizes);
    const samples = there.map((sample) => [WORDS.samples[sample.name], sample] as [string, Sample]);
    this.el = h(
      "div",
      { class: "english" },
      question(WORDS.question),
      this.fields.el,
      examples(WORDS.examples, samples, ({ text, second = "", picks = opening(num_blks) }) => {
        this.picks = within(picks, this.sizes);
        store.set({ text, second });
      }),
      ...[this.say, this.alert, this.picture, this.notes],
      h(
        "div",
        { class: "bw-foot" },
        ...(facts.length ? [more(WORDS.about, ...facts.map((fact) => h("p", {}, fact)))] : []),
        this.took,
      ),
    );
    this.tap = taps(this.el, signal, () => this.trace());
    this.listen(signal);
  }

  listen(signal: AbortSignal) {
    const { picture, tokens, el } = this;
    observe(new ResizeObserver(() => this.draw()), picture, signal);
    picture.addEventListener("pointermove", ({ target, clientY, pointerType }) => {
      if (pointerType === "touch") return;
      const t = tokens.at(target),
        { layout } = this;
      if (t >= 0) this.point(t);
      else if (layout) this.point(rowAt(layout, clientY - picture.getBoundingClientRect().top));
    });
    picture.addEventListener("pointerleave", () => this.point(null));
    onEscape(el, () => this.pin(null));
    picture.addEventListener("focusout", ({ relatedTarget }) => {
      if (!picture.contains(relatedTarget as Node | null)) this.pin(null);
    });
  }

  point(t: number | null) {
    if (t === this.hover) return;
    this.hover = t;
    this.trace();
  }
  pin(t: number | null) {
    this.pinned = t;
    this.trace();
  }
  // A word behind [MASK], all its pieces, or out again, if somebody can guess it.
  press(t: number, event: MouseEvent) {
    const { pass, released } = this,
      acts = this.tap.acts(`piece ${t}`, event);
    if (!acts || !pass || !released.about?.fills || isSpecial(pass, t)) return this.pin(t);
    const word = pass.words[t],
      rest = this.hidden.filter((one) => one !== word);
    this.hidden = rest.length < this.hidden.length ? rest : [...rest, word];
    this.store.hide?.(this.hidden);
    this.read();
  }

  /** Reads what the texts are now; only the newest is drawn. */
  async read() {
    const texts = this.store.get(),
      typed = JSON.stringify(texts),
      began = performance.now();
    if (typed !== this.typed) this.take(texts, typed);
    this.fields.draw(texts);
    try {
      const pass = await this.released.read(this.who, { ...texts, hidden: this.hidden });
      if (!pass) return;
      if (pass.tokens.length > MOST) {
        setText(this.alert, WORDS.tooLong({ most: MOST }));
        return;
      }
      this.pass = pass;
      setText(this.alert, "");
      const unknown = pass.tokens.filter((token) => token === "[UNK]").length;
      setText(
        this.notes,
        sentences(
          pass.tokens.some(runsLeft) ? WORDS.order : "",
          unknown ? (this.own ? WORDS.unknownOwn : WORDS.unknown)({ unknown }) : "",
        ),
      );
      setText(
        this.took,
        WORDS.took({ pieces: pass.tokens.length, ms: Math.round(performance.now() - began) }),
      );
    } catch (error) {
      setText(this.alert, (error as Error).message);
      return;
    }
    this.hover = null;
    if (this.pinned !== null && this.pinned >= this.pass.tokens.length) this.pinned = null;
    this.worths = [];
    this.tokens.draw(this.pass);
    this.draw();
    this.weigh();
  }

  // Whether it is said what each piece is worth, and there is a head that knows.
  weighs({ gaps, segments }: Pass) {
    const { about } = this.released;
    return Boolean(about?.fills) && !gaps.length && !segments.includes(1);
  }

  // What each piece is worth: one pass for each, until something else is to be read.
  async weigh() {
    const { pass, released, who } = this,
      { text } = this.store.get();
    if (!pass || !this.weighs(pass)) return;
    for (const from of pass.words.keys()) {
      if (isSpecial(pass, from)) continue;
      const asked = await released.read(`${who}-worth`, { text, from }).catch(() => null),
        own = asked?.gaps[0]?.own;
      if (!own || pass !== this.pass) return;
      this.worths.push({ t: from, ...own });
      this.drawWorth();
    }
    this.trace();
  }

  nameOf = (t: number) => shownPiece(this.pass?.typed[t] ?? "");
  drawWorth() {
    const { layout, worth, worths, tokens } = this;
    tokens.mark(this.weighed ? oddOf(worths).t : -1);
    worth.draw(layout ? worths : [], this.nameOf);
    if (layout) worth.place(layout.answers, layout.row, (t) => HEADER + t * layout.row);
  }
  // Whether all pieces have their worth.
  get weighed() {
    const { worths, pass } = this;
    return worths.length > 0 && worths.length === pass?.words.filter((word) => word >= 0).length;
  }

  take(texts: Texts, typed: string) {
    this.hidden = this.store.hides?.() ?? [];
    Object.assign(this, { typed, cosine: null });
    this.sample = SAMPLES.find(
      ({ text, second = "" }) => text === texts.text && second === texts.second,
    );
    if (texts.second && !this.own) this.compare(texts);
  }

  // How alike two texts are, each read alone: what MiniLM was trained to say.
  async compare({ text, second }: Texts) {
    const { typed } = this;
    const passes: Pass[] = [];
    for (const one of [text, second]) {
      const pass = await this.released.read(`${this.who}-alone`, { text: one }).catch(() => null);
      if (!pass || typed !== this.typed) return;
      passes.push(pass);
    }
    this.cosine = alike(passes, this.sizes.D);
    this.trace();
  }

  seen(): Seen[] {
    const { pass, sizes } = this;
    return this.picks.map((pick) => ({
      ...pick,
      weights: pass ? weightsOf(pass, sizes, pick) : new Float32Array(0),
    }));
  }

  draw() {
    const { pass, picture, tokens } = this,
      width = picture.clientWidth;
    if (!pass || !width) return;
    const answers = pass.gaps.length > 0 || this.weighs(pass),
      layout = arranged(width, tokens.width(), pass.tokens.length, answers, coarse());
    this.layout = layout;
    tokens.place(layout);
    this.blocks.draw(layout, pass, this.seen(), this.sizes.D);
    this.gaps.draw(pass, layout);
    this.drawWorth();
    this.trace();
  }

  /** What follows from where the reader points. */
  trace() {
    const { pass } = this,
      query = this.hover ?? this.pinned;
    if (!pass) return;
    const T = pass.tokens.length,
      rows =
        query === null
          ? []
          : this.seen().map((one) => ({
              ...one,
              shares: one.weights.subarray(query * T, (query + 1) * T),
            }));
    const { block } = this.picks[this.picks.length - 1];
    this.tokens.shade(rows.find((one) => one.block === block)?.shares ?? null, query);
    this.blocks.trace(query);
    const readings = rows.map(({ shares, ...pick }) => {
      const most = largest(shares, MOST_READ).filter((t) => shares[t] >= 0.05);
      return WORDS.readsIn({
        words: guessed(most.map((t) => [shownPiece(pass.tokens[t]), shares[t]])),
        head: headInWords(pick),
      });
    });
    const best = pass.gaps
      .slice(0, MOST_READ)
      .map(({ top: [[piece, share]] }): [string, number] => [shownPiece(piece), share]);
    const { sample, cosine, own } = this,
      tells = sample && !own ? WORDS.tells[sample.name] : "",
      { length: gaps } = pass.gaps;
    const idle = sentences(
      pass.next === undefined ? "" : WORDS.next({ share: pass.next }),
      best.length ? WORDS.fills({ who: WORDS.who[Number(own)], gaps, guesses: guessed(best) }) : "",
      ...(cosine === null ? [] : [WORDS.alike({ cosine })]),
      this.weighed ? worthInWords(this.worths, this.nameOf) : "",
      tells ||
        (best.length
          ? own
            ? ""
            : WORDS.filling
          : cosine === null && !this.weighed
            ? WORDS.idle
            : ""),
      !tells && !best.length && this.released.about?.fills
        ? WORDS.hide({ finger: this.tap.finger })
        : "",
    );
    setText(
      this.say,
      query === null
        ? idle
        : WORDS.reads({
            token: shownPiece(pass.tokens[query]),
            heads: listed(readings, WORDS.readsEach),
          }),
    );
  }
}

export function miniLMPicture(
  released: Reader,
  store: Store,
  signal: AbortSignal,
): ReturnType<Picture> {
  const english = new English(released, store, signal);
  return { el: english.el, read: () => english.read() };
}
