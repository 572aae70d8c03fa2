// AttentionView's rows above and below the picture: texts and examples, what is guessed, what a
// press does.

import { largest } from "../../bert/pass.js";
import { h, inEnglish, option, setText, textField, unseen } from "../../shared/elements.js";
import { percent, short } from "../../shared/numbers.js";
import { answerBar, examples, question } from "../../shared/picture.js";
import { nameOf } from "./effects.js";
import { WORDS } from "./words.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { Cut, Texts } from "../../bert/pass.js"
 * @import { Seen } from "./effects.js"
 * @import { AttentionView } from "../../shared/traits.js"
 * @import { Chosen } from "./view.js"
 * @typedef {AttentionView["examples"][number]} Example
 */

const CHIPS = 3,
  GUESSES = 4; // of what is read most, and of what is guessed first

// The question, examples to start from, the last of them what was there `first`, the reader's texts.
/** @param {Example[]} list @param {Chosen} first @param {(choice: Partial<Chosen>) => void} set */
export function topRow(list, first, set) {
  const fields = {
    text: textField(WORDS.text, (text) => set({ text, cut: [] })),
    second: textField(WORDS.second, (second) => set({ second, cut: [] })),
  };
  /** @param {Example} example @returns {[string, Chosen]} */
  const sample = ([title, text, second, query]) => [
    title,
    { ...first, text, second, hidden: [query], query, cut: [] },
  ];
  const typing = h(
    "details",
    { class: "attend-typing", open: innerWidth > 600 },
    h("summary", {}, WORDS.ownText),
    h("div", { class: "bw-texts" }, fields.text.el, fields.second.el),
  );
  const el = h(
    "div",
    { class: "bw-top attend-top" },
    question(WORDS.question),
    examples(WORDS.examples, [...list.map(sample), [WORDS.first, first]], set),
    typing,
  );
  /** @param {Texts} texts */
  const draw = ({ text, second }) => {
    fields.text.draw(text);
    fields.second.draw(second);
  };
  return { el, draw };
}

// What is guessed first, with and without the cuts.
export function guessList() {
  const bars = Array.from({ length: GUESSES }, () => answerBar()),
    el = h("ol", { class: "attend-guesses" }, ...bars.map((bar) => bar.el));
  /** @param {BERTModel} bert @param {Seen} seen */
  const draw = (bert, { input, query, plain, pass, answer }) => {
    const most = answer ? largest(plain.said, GUESSES) : [];
    el.setAttribute("aria-label", WORDS.guesses(input.tokens[query]));
    bars.forEach((bar, i) => {
      const id = most[i];
      bar.el.hidden = id === undefined;
      inEnglish(bar.word, input.tokens[query] !== "<cls>"); // else a verdict
      if (id !== undefined) bar.draw(nameOf(bert, input, query, id), pass.said[id], plain.said[id]);
    });
  };
  return { el, draw };
}

// Whether a press on a word cuts it or hides it.
/** @param {string} name */
function pressModes(name) {
  let hides = false;
  const modes = [false, true].map((value) => {
    const text = value ? WORDS.hide : WORDS.cut,
      choose = () => {
        hides = value;
      };
    return option(name, text, choose, h("span", {}, text));
  });
  modes[0].draw(true);
  const el = h(
    "div",
    { class: "attend-modes", role: "radiogroup", "aria-label": WORDS.press },
    h("span", { class: "bw-soft" }, WORDS.press),
    ...modes.map((mode) => mode.el),
  );
  return { el, hides: () => hides };
}

// What a press on a word does, what can be cut of what is read most, and the way back.
/** @param {string} name @param {{ cut(entry: Cut): void, mend(): void }} reader */
export function pressRow(name, { cut, mend }) {
  const modes = pressModes(name),
    back = h("button", { type: "button", click: mend }, WORDS.mend);
  /** @type {Cut[]} */
  let entries = [];
  const chips = Array.from({ length: CHIPS }, (_, i) => {
    const text = inEnglish(h("span")),
      attributes = { type: "button", class: "attend-chip", click: () => cut(entries[i]) };
    return { text, el: h("button", attributes, unseen(`${WORDS.chip} `), text) };
  });
  const chipRow = h("div", { class: "attend-chips" }, ...chips.map((chip) => chip.el), back);
  /** @param {Seen} seen @param {{ block: number, head?: number, shares: Float32Array }} shown */
  const draw = ({ input, query, cuts }, { block, head = -1, shares }) => {
    const most = largest(shares, CHIPS);
    entries = most.map((t) => [block, head, query, t]);
    chips.forEach((chip, i) => {
      const t = most[i];
      chip.el.hidden = t === undefined;
      if (t !== undefined) setText(chip.text, `${short(input.tokens[t])} ${percent(shares[t])}`);
    });
    back.hidden = !cuts.length;
  };
  return { el: h("div", { class: "attend-press" }, modes.el, chipRow), hides: modes.hides, draw };
}
