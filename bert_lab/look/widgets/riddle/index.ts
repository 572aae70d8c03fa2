// Riddle (the first page, the prologue): one word fits two gaps. The reader guesses, then BERT's cards
// turn, and a press takes a word away. The numbers are in judge.ts, a line's picture in line.ts.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { button, frame, h, setText } from "#web/shared/elements.ts";
import { arrival, mounted, observe, type Props } from "#web/shared/lifecycle.ts";
import type { Riddle } from "#web/shared/traits.ts";
import { listed, quoted, sentences } from "#web/text/text.ts";
import { guess, isRight, meant, type One } from "./judge.ts";
import { riddleLine } from "./line.ts";
import { WORDS } from "./words.toml";

// Where a friend finds this riddle: a small page for each (book/riddles.py).
function addressOf({ word }: One) {
  const page: HTMLLinkElement | null = document.querySelector("link[rel=canonical]");
  return new URL(`r/${word}/`, page?.href ?? document.baseURI).href;
}

class Game {
  bert;
  riddles;
  solved;
  at = 0; // the riddle that is shown
  said = new Map<string, boolean>(); // by its word: whether the reader had it
  gone: number[][] = [[], []]; // of each line, the words that are taken away
  opening = ""; // what was said when the cards turned

  lines = [0, 1].map((i) => riddleLine(i, (word) => this.press(i, word)));
  field = h("input", {
    type: "text",
    lang: "en",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 40,
  });
  form = h(
    "form",
    {
      class: "rd-form",
      submit: (event: Event) => {
        event.preventDefault();
        if (meant(this.field.value)) this.answer(meant(this.field.value));
        else this.field.focus();
      },
    },
    h("label", {}, WORDS.yourWord, this.field),
    h("button", { type: "submit", class: "bw-primary" }, WORDS.guess),
    button(WORDS.skip, () => this.answer(""), { class: "rd-quiet" }),
  );
  says = h("p", { class: "rd-says", role: "status", tabindex: -1 });
  hint = h("p", { class: "rd-hint" });
  another = button(WORDS.another, () => this.next(), { class: "rd-quiet" });
  letter = h("textarea", { class: "rd-letter", readonly: true, rows: 4, "aria-label": WORDS.send });
  sent = h("p", { class: "bw-soft", role: "status" });
  more = h(
    "div",
    { class: "rd-more" },
    this.another,
    button(WORDS.send, () => this.send(), { class: "rd-quiet" }),
    this.sent,
    this.letter,
  );
  el = frame(
    "riddle",
    WORDS.name,
    ...this.lines.map((line) => line.el),
    this.form,
    this.says,
    this.hint,
    this.more,
  );

  constructor(bert: BERTModel, riddles: One[], solved: boolean) {
    this.bert = bert;
    this.riddles = riddles;
    this.solved = solved;
    const asked = new URLSearchParams(location.search).get("r"); // by the page's address, ?r=bark
    this.at = Math.max(
      0,
      riddles.findIndex((one) => one.word === asked),
    );
    if (solved) this.answer("");
    else this.ask();
  }

  get one() {
    return this.riddles[this.at];
  }

  ask() {
    for (const [i, line] of this.lines.entries()) line.write(this.one.lines[i], false);
    this.field.value = "";
    this.show(false);
  }

  show(told: boolean) {
    this.el.classList.toggle("rd-told", told);
    this.form.hidden = told;
    this.says.hidden = this.hint.hidden = !told;
    this.more.hidden = !told || this.solved;
    this.letter.hidden = true;
    setText(this.sent, "");
  }

  answer(said: string) {
    const { one, lines } = this,
      had = this.form.contains(document.activeElement);
    this.gone = [[], []];
    for (const [i, line] of lines.entries()) line.write(one.lines[i], true);
    const right = isRight(said, one.word);
    if (!this.solved) this.said.set(one.word, right);
    this.opening = sentences(this.verdict(said, right), this.result(), WORDS.ribbons);
    this.show(true);
    this.another.hidden = this.said.size === this.riddles.length;
    for (const i of [0, 1]) this.draw(i);
    setText(this.says, this.opening);
    this.suggest();
    if (had) this.says.focus({ preventScroll: true });
  }

  // Of one of the lines, with the words that are taken away there.
  guess(i: number, gone = this.gone[i]) {
    return guess(this.bert, this.one.lines[i], gone);
  }
  shareOf(word: string, shares: Float32Array) {
    return shares[this.bert.known.get(word) as number];
  }

  verdict(said: string, right: boolean) {
    const { word } = this.one;
    if (right) return WORDS.both({ word });
    if (!said) return WORDS.skipped({ word });
    if (!this.bert.known.has(said))
      return WORDS.unknown({ word, said, words: this.bert.vocab.length });
    const [first, second] = [0, 1].map((i) => this.shareOf(said, this.guess(i, []).shares));
    return WORDS.known({ word, said, first, second });
  }

  get score() {
    return { bert: this.said.size, you: [...this.said.values()].filter(Boolean).length };
  }
  result() {
    const all = this.riddles.length;
    return this.said.size === all && all > 1 ? WORDS.score({ all, ...this.score }) : "";
  }

  draw(i: number) {
    const now = this.guess(i),
      { shares } = this.guess(i, []);
    this.lines[i].draw(
      now,
      this.shareOf(now.best, now.shares),
      this.shareOf(now.best, shares),
      this.gone[i],
    );
    return { now, shares };
  }

  press(i: number, word: number) {
    const gone = this.gone[i];
    this.gone[i] = gone.includes(word) ? gone.filter((one) => one !== word) : [...gone, word];
    const { now, shares } = this.draw(i);
    const text = this.one.lines[i].split(" "),
      names = this.gone[i].map((at) => quoted(text[at].replace(/\p{P}+$/u, "")));
    if (!names.length) setText(this.says, this.opening);
    else {
      const { word } = this.one,
        [before, after] = [shares, now.shares].map((all) => this.shareOf(word, all)),
        facts = { gone: listed(names), word, before, after, other: now.best };
      const share = this.shareOf(now.best, now.shares);
      setText(
        this.says,
        now.best === word ? WORDS.still(facts) : WORDS.without({ ...facts, share }),
      );
    }
    this.suggest();
  }

  // Which word to press, or to put back what is gone.
  suggest() {
    const { hint, lines, one } = this;
    if (this.gone.flat().length) {
      const back = button(WORDS.back, () => {
        this.gone = [[], []];
        for (const i of [0, 1]) this.draw(i);
        setText(this.says, this.opening);
        this.suggest();
        this.hint.querySelector("button")?.focus();
      });
      return hint.replaceChildren(back);
    }
    const i = lines.findIndex((line) => line.placeOf(one.press) >= 0),
      at = lines[i].placeOf(one.press),
      other = this.guess(i, [at]).best;
    const [before, press, after] = WORDS.press({ press: one.press, other }).split(/[[\]]/);
    const push = () => {
      this.press(i, at);
      hint.querySelector("button")?.focus();
    };
    hint.replaceChildren(before, button(press, push, { lang: "en" }), after);
  }

  next() {
    this.at = this.riddles.findIndex(({ word }) => !this.said.has(word));
    this.ask();
    this.field.focus({ preventScroll: true });
  }

  async send() {
    const [first, second] = this.one.lines.map((line) => line.replace("___", "▮"));
    this.letter.value = WORDS.letter({
      first,
      second,
      ...this.score,
      address: addressOf(this.one),
    });
    this.letter.hidden = false;
    this.letter.select();
    try {
      await navigator.clipboard.writeText(this.letter.value);
      setText(this.sent, WORDS.copied);
    } catch {
      setText(this.sent, WORDS.held);
    }
  }
}

async function render({ model, el, signal }: Props<Riddle>) {
  await arrival(model, signal);
  const bert = new BERTModel(unpack(model.get("weights") as ArrayBufferView));
  const game = new Game(bert, model.get("riddles"), model.get("solved"));
  el.append(game.el);
  const arcs = () => game.lines.forEach((line) => line.arcs());
  observe(new ResizeObserver(arcs), game.el, signal);
}

export default { render: mounted(render) };
