// AttentionView's rows above and below the picture: texts and examples, what is guessed, what a
// press does.

import type { Cut } from "#web/bert/close.ts";
import type { BERTModel } from "#web/bert/model.ts";
import { largest, type Texts } from "#web/bert/pass.ts";
import { h, inEnglish, option, setText, textField, unseen } from "#web/shared/elements.ts";
import { percent, short } from "#web/shared/numbers.ts";
import { answerBar, examples, question } from "#web/shared/picture.ts";
import type { AttentionView } from "#web/shared/traits.ts";
import type { Chosen } from "./choice.ts";
import { nameOf, type Seen } from "./effects.ts";
import { WORDS } from "./words.toml";

export type Example = AttentionView["examples"][number];

const CHIPS = 3,
  GUESSES = 4; // of what is read most, and of what is guessed first

// By the name that an example has in its trait.
const NAMES: Record<string, string> = WORDS.samples;

// The question, examples to start from, the last of them what was there `first`, the reader's texts.
export function topRow(list: Example[], first: Chosen, set: (choice: Partial<Chosen>) => void) {
  const fields = {
    text: textField(WORDS.text, (text) => set({ text, cut: [] })),
    second: textField(WORDS.second, (second) => set({ second, cut: [] })),
  };
  const sample = ([name, text, second, query]: Example): [string, Chosen] => [
    NAMES[name],
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
  const draw = ({ text, second }: Texts) => {
    fields.text.draw(text);
    fields.second.draw(second);
  };
  return { el, draw };
}

// What is guessed first, with and without the cuts.
export function guessList() {
  const bars = Array.from({ length: GUESSES }, () => answerBar()),
    el = h("ol", { class: "attend-guesses" }, ...bars.map((bar) => bar.el));
  const draw = (bert: BERTModel, { input, query, plain, pass, answer }: Seen) => {
    const most = answer ? largest(plain.probabilities, GUESSES) : [];
    el.setAttribute("aria-label", WORDS.guesses({ token: input.tokens[query] }));
    bars.forEach((bar, i) => {
      const id = most[i];
      bar.el.hidden = id === undefined;
      inEnglish(bar.word, input.tokens[query] !== "<cls>"); // else a verdict
      if (id !== undefined)
        bar.draw(nameOf(bert, input, query, id), pass.probabilities[id], plain.probabilities[id]);
    });
  };
  return { el, draw };
}

// Whether a press on a word cuts it or hides it.
function pressModes(name: string) {
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
export function pressRow(name: string, { cut, mend }: { cut(entry: Cut): void; mend(): void }) {
  const modes = pressModes(name),
    back = h("button", { type: "button", click: mend }, WORDS.mend);
  let entries: Cut[] = [];
  const chips = Array.from({ length: CHIPS }, (_, i) => {
    const text = inEnglish(h("span")),
      attributes = { type: "button", class: "attend-chip", click: () => cut(entries[i]) };
    return { text, el: h("button", attributes, unseen(`${WORDS.chip} `), text) };
  });
  const chipRow = h("div", { class: "attend-chips" }, ...chips.map((chip) => chip.el), back);
  const draw = (
    { input, query, cuts }: Seen,
    { block, head = -1, shares }: { block: number; head?: number; shares: Float32Array },
  ) => {
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
