// One line of a riddle: its words, the gap, BERT's card once it is told, and ribbons as arcs over what the gap reads.

import { button, h, inEnglish, setText, unmoved, unseen } from "#web/shared/elements.ts";
import { rovingTabIndex } from "#web/shared/keyboard.ts";
import { answerBar, svg } from "#web/shared/picture.ts";
import { GAP, type guess } from "./judge.ts";
import { WORDS } from "./words.toml";

const LEAST = 0.08, // of what is read: less has no ribbon
  RISE = 30, // px that an arc rises above the words
  THICK = 36; // px of a ribbon that stands for all that is read
const TURN = { duration: 350, easing: "ease-out" },
  GROW = { duration: 700, easing: "ease-out" };

type Guess = ReturnType<typeof guess>;

// place: 0 or 1; press: a word is taken away, or put back
export function riddleLine(place: number, press: (i: number) => void) {
  const picture = svg("svg", { class: "rd-arcs", "aria-hidden": "true" });
  const text = inEnglish(h("p", { class: "rd-text" })),
    card = answerBar();
  const el = h(
    "div",
    { class: "rd-line", role: "group", "aria-label": WORDS.line({ i: place }) },
    picture,
    text,
    h("ul", {}, card.el),
  );
  let words: HTMLElement[] = [],
    gap = 0,
    shown: Guess | undefined;

  const buttons = () => words.filter((one) => one.matches("button")),
    enter = rovingTabIndex(text, buttons, { across: 1, down: 1 });
  const span = (word: string, i: number, told: boolean) => {
    const [, bare, rest] = word.match(/^(.*?)(\p{P}*)$/u) as string[];
    const one = told
      ? button(bare, () => press(i), { class: "rd-word", "aria-pressed": "false" })
      : h("span", { class: "rd-word" }, bare);
    return { one, rest };
  };
  // The words as they stand; `told`: each can be pressed.
  const write = (line: string, told: boolean) => {
    const parts = line.split(" ");
    gap = parts.findIndex((word) => word.startsWith(GAP));
    shown = undefined;
    words = [];
    text.replaceChildren();
    for (const [i, word] of parts.entries()) {
      const { one, rest } =
        i === gap
          ? {
              one: h("span", { class: "rd-gap" }, unseen(WORDS.gap), "?"),
              rest: word.slice(GAP.length),
            }
          : span(word, i, told);
      words.push(one);
      text.append(one, `${rest} `);
    }
    picture.replaceChildren();
    if (told) enter();
    card.el.hidden = !told;
  };
  // before: the answer's share with all words there
  const draw = (now: Guess, share: number, before: number, gone: number[]) => {
    const first = !shown;
    shown = now;
    setText(words[gap], now.best);
    card.draw(now.best, share, before);
    for (const [i, word] of words.entries())
      if (i !== gap) word.setAttribute("aria-pressed", String(gone.includes(i)));
    const grow = first && !unmoved();
    if (grow) card.el.animate([{ transform: "rotateX(90deg)" }, {}], TURN);
    arcs(grow);
  };
  const arcs = (grow = false) => {
    if (!shown || !el.isConnected) return;
    const all = el.getBoundingClientRect(),
      [to, ...from] = [words[gap], ...words].map((word) => word.getBoundingClientRect());
    const drawn = shown.read.flatMap(({ share, head }, i) =>
      i !== gap && share >= LEAST ? [{ i, share, head }] : [],
    );
    const paths = drawn.map(({ i, share, head }, n) => {
      const middle = from[i].x + from[i].width / 2 - all.x,
        end = to.x + (to.width * (n + 1)) / (drawn.length + 1) - all.x,
        [y, top] = [from[i].y - all.y + 4, to.y - all.y],
        high = Math.min(y, top) - RISE;
      return svg("path", {
        d: `M${middle} ${y}C${middle} ${high} ${end} ${high} ${end} ${top}`,
        stroke: `var(--head-${(head % 4) + 1})`,
        "stroke-width": Math.max(2, THICK * share).toFixed(1),
        pathLength: 1,
      });
    });
    picture.replaceChildren(...paths);
    if (grow)
      for (const path of paths)
        path.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], GROW);
  };
  const placeOf = (word: string) => words.findIndex((one) => one.textContent === word);
  return { el, write, draw, arcs, placeOf };
}
