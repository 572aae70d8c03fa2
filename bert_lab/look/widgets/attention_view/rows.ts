// AttentionView's rows above and below the picture: texts and examples, what is guessed, the
// bet.

import type { BERTModel } from "#web/bert/model.ts";
import { largest } from "#web/bert/pass.ts";
import { h, setText, textField } from "#web/shared/elements.ts";
import { answerBar, examples, question } from "#web/shared/picture.ts";
import type { AttentionView } from "#web/shared/traits.ts";
import { type Bet, coinsLeft, isOver } from "./bet.ts";
import type { Chosen } from "./choice.ts";
import type { Seen } from "./effects.ts";
import { WORDS } from "./words.toml";

export type Example = AttentionView["examples"][number];

const GUESSES = 4;

// By the name that an example has in its trait.
const NAMES: Record<string, string> = WORDS.samples;

export const sampleOf = ([, text, query]: Example): Partial<Chosen> => ({
  text,
  second: "",
  hidden: [query],
  query,
  cut: [],
});

// The question, examples to start from, the last of them what was there `first`, the reader's text.
export function topRow(list: Example[], first: Chosen, set: (choice: Partial<Chosen>) => void) {
  const field = textField(WORDS.text, (text) => set({ text, second: "", cut: [] }));
  const sample = (one: Example): [string, Chosen] => [
    NAMES[one[0]],
    { ...first, ...sampleOf(one) },
  ];
  const typing = h(
    "details",
    { class: "attend-typing" },
    h("summary", {}, WORDS.ownText),
    h("div", { class: "bw-texts" }, field.el),
  );
  const el = h(
    "div",
    { class: "bw-top attend-top" },
    question(WORDS.question),
    examples(WORDS.examples, [...list.map(sample), [WORDS.first, first]], set),
    typing,
  );
  return { el, draw: ({ text }: { text: string }) => field.draw(text) };
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
      if (id !== undefined)
        bar.draw(bert.vocab[id], pass.probabilities[id], plain.probabilities[id]);
    });
  };
  return { el, draw };
}

// The way back, and the bet.
export function pressRow({ mend, bet, leave }: { mend(): void; bet(): void; leave(): void }) {
  const back = h("button", { type: "button", click: mend }, WORDS.mend),
    go = h("button", { type: "button", class: "attend-go", click: bet }),
    end: HTMLElement = h(
      "button",
      {
        type: "button",
        click: () => {
          leave();
          go.focus();
        },
      },
      WORDS.bet.leave,
    );
  const draw = (seen: Seen, now: Bet | null) => {
    const { cuts, answer, alone } = seen;
    back.hidden = Boolean(now) || !cuts.length;
    end.hidden = !now;
    go.hidden = !answer;
    const ready = !now || isOver(now) || (now.at < 0 && !coinsLeft(seen, now) && alone.length > 0);
    go.setAttribute("aria-disabled", String(!ready));
    setText(go, !now ? WORDS.bet.first : isOver(now) ? WORDS.bet.again : WORDS.bet.go);
  };
  const el = h("div", { class: "attend-press" }, h("div", { class: "attend-bet" }, back, end, go));
  return { el, draw };
}
