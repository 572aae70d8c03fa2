// MaskingLab's picture: tokens as rows, the model's input for each, and its predictions on the
// right.

import { OUTCOMES, type Outcome, SHARES } from "#web/masking/draw.ts";
import { h, setText, unseen } from "#web/shared/elements.ts";
import { rovingTabIndex } from "#web/shared/keyboard.ts";
import { percentOf, short } from "#web/shared/numbers.ts";
import { answerBar, dotUnit, drawToken, pile, ribbon, stack, svg } from "#web/shared/picture.ts";
import type { MaskingLab } from "#web/shared/traits.ts";
import { numOutcomes, outcomeOf, type Tally } from "./draw.ts";
import { WORDS } from "./words.toml";

export type Guess = [word: string, share: number];

const ROW = 26,
  LINE = 19; // px: a token, a guess
// lines of a panel; dots of a pile in a row, below the rows
export const MOST = { guesses: 3, choices: 40, tokens: 180 };
const SHAPES: Record<Outcome, string> = { mask: "", random: "bw-rings", keep: "bw-pale" };

// How many guesses each of n panels has room for, and how high a line is.
export function panelSize(T: number, n: number) {
  const room = (ROW * T) / Math.max(1, n) - 4;
  const k = Math.max(1, Math.min(MOST.guesses, Math.floor(room / 15)));
  return { k, line: Math.min(LINE, Math.floor(room / k)) };
}

// Which `k` of the likeliest words are shown: the truth in any case, if there is room for two.
export function shown(order: Guess[], label: string, k: number) {
  const top = order.slice(0, k),
    truth = order.find(([word]) => word === label);
  return k < 2 || !truth || top.includes(truth) ? top : [...top.slice(0, -1), truth];
}

// One token: a button unless it is special, how often it was chosen, and what the model reads in
// its place.
function tokenRow(token: string, special: boolean, press: () => void) {
  const word = h("span"),
    read = h("span"),
    chip = h("span", { class: "lab-chip" }, read),
    dots = pile(4, "", 5),
    spoken = unseen();
  const button = special
    ? h("span", { class: "lab-word" }, word)
    : h("button", { type: "button", class: "lab-word", click: press }, word);
  const el = h(
    "div",
    { class: "lab-row" },
    button,
    h("span", { class: "lab-dots" }, dots.el, spoken),
    h("span", { class: "lab-read" }, chip),
  );
  drawToken(word, token);
  dots.el.hidden = special;
  const draw = (what: Outcome | undefined, reads: string) => {
    if (!special) button.setAttribute("aria-pressed", String(Boolean(what)));
    el.dataset.outcome = what ?? "";
    drawToken(read, reads);
  };
  const heap = (n: number, rolls: number, expected: number, unit: number) => {
    if (special) return;
    dots.draw(n, expected, unit);
    setText(spoken, WORDS.choices({ n, rolls, expected }));
  };
  return { el, button, read, draw, heap };
}

// The guesses for one token, the likeliest first; without a model, the word that is to be said.
function guessPanel(token: string, i: number) {
  const bars = Array.from({ length: MOST.guesses }, () => answerBar()),
    label = h("li", { class: "lab-label" }, short(token));
  const el = h(
    "ol",
    { class: "lab-panel", "aria-label": WORDS.guesses({ token, position: i }) },
    label,
    ...bars.map((bar) => bar.el),
  );
  const draw = (guesses: Guess[] | undefined, y: number, line: number) => {
    Object.assign(el.style, { top: `${y}px` });
    el.style.setProperty("--answer", `${line}px`);
    label.hidden = Boolean(guesses);
    bars.forEach((bar, k) => {
      const guess = guesses?.[k];
      bar.el.hidden = !guess;
      if (!guess) return;
      bar.el.classList.toggle("bw-right", guess[0] === token);
      bar.draw(...guess);
    });
  };
  return { el, draw };
}

// Lines from all rows to a chosen one, since its guess comes from both sides, and on to its
// guesses.
function reading(T: number, i: number, y: number) {
  const middle = (t: number) => ROW * (t + 0.5);
  const from = Array.from({ length: T }, (_, t) =>
    ribbon({ x0: 0, y0: middle(t), x1: 70, y1: middle(i) }, 1, "edge"),
  );
  return svg(
    "g",
    {},
    ...from,
    ribbon({ x0: 70, y0: middle(i), x1: 100, y1: y + LINE / 2 }, 2, "axis-V"),
  );
}

// The picture of a text. `press` takes a position.
export function rowsView(
  { tokens, specials }: Pick<MaskingLab, "tokens" | "specials">,
  press: (position: number) => void,
) {
  const T = tokens.length;
  const rows = tokens.map((token, i) => tokenRow(token, specials.includes(token), () => press(i)));
  const buttons = rows.map(({ button }) => button).filter((button) => button.matches("button"));
  const panels = tokens.map(guessPanel);
  const lines = svg("svg", {
    viewBox: `0 0 100 ${ROW * T}`,
    preserveAspectRatio: "none",
    height: ROW * T,
    "aria-hidden": "true",
    class: "lab-lines",
  });
  const list = h(
    "div",
    {
      class: "lab-rows",
      role: "toolbar",
      "aria-orientation": "vertical",
      "aria-label": WORDS.words,
    },
    ...rows.map((row) => row.el),
  );
  const answers = h(
    "div",
    { class: "lab-answers", style: `height: ${ROW * T}px` },
    ...panels.map(({ el }) => el),
  );
  const brief: Record<string, string | undefined> = WORDS.brief;
  const titles = Object.entries(WORDS.columns).map(([name, text]) =>
    h(
      "span",
      {},
      h("span", { class: "lab-long" }, text),
      h("span", { class: "lab-brief" }, brief[name] ?? text),
    ),
  );
  const el = h(
    "div",
    { class: "lab-picture bw-picture" },
    h("div", { class: "lab-head", "aria-hidden": "true" }, ...titles),
    list,
    lines,
    answers,
  );
  rovingTabIndex(list, () => buttons, { down: 1 });
  // guesses: {position: [[word, share], ...]} or undefined; expected: how often each word should
  // have been chosen
  const draw = (
    lab: MaskingLab,
    guesses: Record<number, Guess[]> | undefined,
    { rolls, places }: Tally,
    expected: number,
    unit: number,
  ) => {
    const { k, line } = panelSize(T, lab.chosen.length),
      high = line * (guesses ? k : 1);
    const tops = stack(
      lab.chosen.map((i) => ROW * (i + 0.5)),
      lab.chosen.map(() => high),
      0,
      ROW * T,
      4,
    );
    rows.forEach((row, i) => {
      const slot = lab.chosen.indexOf(i);
      row.draw(slot < 0 ? undefined : outcomeOf(lab, i), lab.inputs[i]);
      row.heap(places[i], rolls, expected, unit);
      panels[i].el.hidden = slot < 0;
      if (slot >= 0) panels[i].draw(guesses && shown(guesses[i], tokens[i], k), tops[slot], line);
    });
    lines.replaceChildren(...lab.chosen.map((i, slot) => reading(T, i, tops[slot])));
  };
  return { el, draw, reads: rows.map(({ read }) => read), words: buttons.length };
}

// What became of the chosen tokens of all rolls: a pile for each outcome, with a line where it
// should stop.
export function fatePiles() {
  const title = h("p", { class: "bw-title" }),
    legend = h("p", { class: "lab-legend" });
  const lanes = OUTCOMES.map((what) => {
    const dots = pile(6, SHAPES[what]),
      share = h("b", { class: "bw-number" }),
      rule = h("span", { class: "bw-number" });
    const el = h(
      "li",
      { class: "lab-lane", "data-outcome": what },
      h(
        "span",
        { class: "lab-chip" },
        h("span", { class: `bw-token ${what === "mask" ? "bw-mask" : ""}` }, WORDS.lanes[what]),
      ),
      dots.el,
      h("span", { class: "lab-shares" }, share, " ", rule),
    );
    return { what, dots, share, rule, el };
  });
  const el = h("div", { class: "lab-fates" }, title, h("ul", {}, ...lanes.map((lane) => lane.el)));
  const draw = (tally: Tally, choices: number) => {
    const { outcomes, rolls } = tally,
      all = numOutcomes(tally);
    const unit = dotUnit(
      Math.max(...OUTCOMES.map((what) => Math.max(outcomes[what], all * SHARES[what]))),
      MOST.tokens,
    );
    for (const { what, dots, share, rule } of lanes) {
      dots.draw(outcomes[what], all * SHARES[what], unit);
      setText(share, percentOf(all ? (100 * outcomes[what]) / all : 0, 1));
      setText(rule, WORDS.lane({ percents: 100 * SHARES[what] }));
    }
    setText(title, WORDS.piles({ chosen: all, rolls }));
    setText(legend, WORDS.dots({ choices, tokens: unit }));
  };
  return { el, legend, draw };
}
