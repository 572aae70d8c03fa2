// AttentionView in English: all heads of the released BERT, and what one of its vectors is without
// each word. The word cut is read by nobody in any block.

import type { Released } from "#web/minilm/released.ts";
import { frame, h, setText, setValue, uniqueName } from "#web/shared/elements.ts";
import { fixed, percent } from "#web/shared/numbers.ts";
import { answerBar } from "#web/shared/picture.ts";
import { cutWord } from "./effects.ts";
import { type Needed, needsOf, readOf, vectorOf, type Word, wordsOf } from "./needs.ts";
import { WORDS } from "./words.toml";

const MOST = 6; // words in the list
const PAUSE = 500; // milliseconds, until who types has paused
const OPENING = { text: "We sat on the bank of the river and watched the boats.", second: "" };
let texts = OPENING; // the reader's, kept from turn to turn of the switch
let wanted = "bank"; // whose vector

class English {
  released;
  signal;
  who;
  picture;
  pick: HTMLSelectElement;
  bars;
  output;
  alert;
  el;
  words: Word[];
  timer = 0;
  round = 0; // of passes; a newer text ends it

  constructor(released: Released, signal: AbortSignal) {
    this.released = released;
    this.signal = signal;
    this.who = uniqueName("needs");
    const store = {
      get: () => texts,
      set: (one: Partial<typeof texts>) => {
        texts = { ...texts, ...one };
        this.read();
      },
    };
    const show = released.miniLMPicture as NonNullable<Released["miniLMPicture"]>;
    this.picture = show(released, store, signal);
    this.pick = h("select", {
      change: () => {
        wanted = this.words[Number(this.pick.value)]?.text ?? "";
        this.measure();
      },
    });
    this.bars = Array.from({ length: MOST }, () => answerBar());
    this.output = h("output");
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.el = frame(
      "attention-view",
      WORDS.question,
      this.picture.el,
      h(
        "label",
        { class: "bw-field attend-whose" },
        h("span", { class: "bw-soft" }, WORDS.whose),
        this.pick,
      ),
      h("div", { class: "attend-found" }, this.alert, this.output),
      h(
        "ol",
        { class: "attend-needs", "aria-label": WORDS.needs },
        ...this.bars.map((bar) => bar.el),
      ),
      h("p", { class: "bw-soft" }, WORDS.englishCaution),
    );
    this.words = [];
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.read();
  }

  read() {
    this.picture.read();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.measure(), PAUSE);
  }

  // The whole pass, then one without each word, one after another.
  async measure() {
    const round = ++this.round,
      { num_hiddens } = (this.released.about as NonNullable<Released["about"]>).config,
      pass = (cut: Word | undefined = undefined) => {
        const places = cut?.places ?? [];
        return this.released.read(this.who, {
          ...texts,
          cut: places.map(cutWord),
        });
      };
    const stale = () => round !== this.round || this.signal.aborted;
    try {
      const whole = await pass();
      if (!whole || stale()) return;
      this.words = wordsOf(whole);
      const own = this.offer();
      if (!own) return this.show(null, []);
      const found: Needed[] = [];
      for (const word of this.words) {
        if (word === own) continue;
        const without = await pass(word);
        if (!without || stale()) return;
        const [before, after] = [whole, without].map((one) => vectorOf(one, own, num_hiddens));
        found.push({ word, left: needsOf(before, after), read: readOf(whole, own, word) });
      }
      setText(this.alert, "");
      this.show(own, found);
    } catch (error) {
      if (!stale()) setText(this.alert, (error as Error).message);
    }
  }

  // The words to choose from; the chosen one, or the first.
  offer() {
    const { words, pick } = this,
      at = Math.max(
        0,
        words.findIndex(({ text }) => text === wanted),
      );
    if (
      Array.from(pick.options, ({ text }) => text).join() !== words.map(({ text }) => text).join()
    )
      pick.replaceChildren(...words.map(({ text }, i) => h("option", { value: i }, text)));
    setValue(pick, at);
    return words[at];
  }

  show(own: Word | null, found: Needed[]) {
    const order = [...found].sort((a, b) => a.left - b.left),
      [most] = order,
      read = found.reduce((best, one) => (one.read > best.read ? one : best), found[0]);
    this.bars.forEach((bar, i) => {
      const one = order[i];
      bar.el.hidden = !one;
      if (!one) return;
      bar.draw(one.word.text, 1 - one.left);
      setText(
        bar.el.lastElementChild as Element,
        WORDS.leaves({ cosine: fixed(one.left), share: percent(one.read) }),
      );
    });
    setText(
      this.output,
      own && most
        ? WORDS.englishNeeds({
            own: own.text,
            read: read.word.text,
            share: read.read,
            needed: most.word.text,
            same: read.word.text === most.word.text,
            left: fixed(most.left),
          })
        : "",
    );
  }
}

export const english = (released: Released, signal: AbortSignal) =>
  new English(released, signal).el;
