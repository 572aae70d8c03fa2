// One BERT at work: its two sentences with their gaps, and three bars for what it would write next.

import type { BERTModel } from "#web/bert/model.ts";
import { largest } from "#web/bert/pass.ts";
import { button, h, inEnglish, setText, unseen } from "#web/shared/elements.ts";
import { rovingTabIndex } from "#web/shared/keyboard.ts";
import { short } from "#web/shared/numbers.ts";
import { answerBar } from "#web/shared/picture.ts";
import { WORDS } from "./words.toml";
import { type Answers, answers, choose, type How, type Put, type Text } from "./writing.ts";

const MASK = "<mask>",
  BARS = 3;

export class Row {
  bert: BERTModel | null = null;
  text: Text = { tokens: [], segments: [] }; // as it began
  steps: Put[][] = [];
  next: { found: Answers; puts: Put[] } | null = null;
  words: HTMLButtonElement[] = [];
  press;

  who = h("p", { class: "ww-who" });
  sentences = [0, 1].map(() => inEnglish(h("p", { class: "ww-text" })));
  bars = Array.from({ length: BARS }, () => answerBar());
  list = h("ul", { "aria-label": WORDS.guesses }, ...this.bars.map(({ el }) => el));
  el = h("div", { class: "ww-row", role: "group" }, this.who, ...this.sentences, this.list);
  enter = rovingTabIndex(this.el, () => this.words.filter((word) => !word.disabled), { across: 1 });

  // press: of a word at this place
  constructor(press: (row: Row, place: number) => void) {
    this.press = press;
  }

  name(who: string) {
    setText(this.who, who);
    this.el.setAttribute("aria-label", who);
  }

  begin(text: Text) {
    this.text = text;
    this.steps = [];
    this.next = null;
    this.words = text.tokens.map((_, place) => button("", () => this.press(this, place)));
    const cut = text.segments.lastIndexOf(0),
      shown = (from: number, end: number) =>
        this.words.slice(from, end).flatMap((word) => [word, " "]);
    this.sentences[0].replaceChildren(...shown(1, cut));
    this.sentences[1].replaceChildren(...shown(cut + 1, text.tokens.length - 1));
    this.show([]);
  }

  // The tokens after so many steps.
  tokens(steps = this.steps.length) {
    const tokens = [...this.text.tokens];
    for (const { place, word } of this.steps.slice(0, steps).flat()) tokens[place] = word;
    return tokens;
  }
  get done() {
    return !this.tokens().includes(MASK);
  }
  get written() {
    return this.tokens()
      .filter((token) => !/^<(?:cls|sep)>$/.test(token))
      .join(" ");
  }

  after(steps: number): Text {
    return { tokens: this.tokens(steps), segments: this.text.segments };
  }

  // Looks at the words that come next, and takes them.
  look(how: How) {
    this.next = null;
    if (this.done || !this.bert) return this.show([]);
    const found = answers(this.bert, this.after(this.steps.length));
    this.next = { found, puts: choose(this.bert, found, how) };
    const [{ place }] = this.next.puts;
    this.show(this.best(found.get(place) as Float32Array));
  }
  take() {
    if (!this.next) return;
    this.steps.push(this.next.puts);
    this.next = null;
    if (this.done) this.show([]);
  }
  back() {
    this.steps.pop();
    this.next = null;
  }

  // What was thought of a word when it was taken; nothing of one that stood there.
  asked(place: number) {
    const step = this.steps.findIndex((puts) => puts.some((put) => put.place === place));
    if (step < 0 || !this.bert) return this.show([]);
    const shares = answers(this.bert, this.after(step)).get(place) as Float32Array,
      word = this.tokens()[place],
      best = this.best(shares);
    if (!best.some((one) => one.word === word))
      best[BARS - 1] = { word, share: shares[this.bert.known.get(word) as number] };
    this.show(best, word);
  }

  best(shares: Float32Array) {
    const { vocab } = this.bert as BERTModel;
    return largest(shares, BARS).map((id) => ({ word: vocab[id], share: shares[id] }));
  }
  show(best: { word: string; share: number }[], taken = "") {
    for (const [i, { el, draw }] of this.bars.entries()) {
      el.classList.toggle("ww-none", !best[i]);
      el.classList.toggle("bw-right", best[i]?.word === taken);
      if (best[i]) draw(best[i].word, best[i].share);
    }
  }

  // pins: by place, words that the reader keeps
  draw(pins: Map<number, string>) {
    const tokens = this.tokens(),
      next = new Set(this.next?.puts.map(({ place }) => place)),
      fresh = new Set(this.steps.at(-1)?.map(({ place }) => place));
    for (const [place, word] of this.words.entries()) {
      const gap = tokens[place] === MASK;
      word.className = gap ? "ww-gap" : "ww-word";
      word.classList.toggle("ww-next", next.has(place));
      word.classList.toggle("ww-fresh", !this.done && fresh.has(place));
      word.disabled = gap;
      word.setAttribute("aria-pressed", String(!gap && pins.get(place) === tokens[place]));
      if (gap) word.replaceChildren(unseen(WORDS.gap));
      else setText(word, short(tokens[place]));
    }
    this.enter();
  }
}
