// AttentionMicroscope's controls: steps with their lines of code, block and head, the root.

import { h, option, setText, textField } from "#web/shared/elements.ts";
import { fixed } from "#web/shared/numbers.ts";
import { examples, question } from "#web/shared/picture.ts";
import type { AttentionMicroscope } from "#web/shared/traits.ts";
import type { Attention } from "./head.ts";
import { LAST } from "./layout.ts";
import type { Chosen, Place } from "./state.ts";
import { WORDS } from "./words.toml";

export type Set = (values: Partial<Chosen>) => void;

const rootInWords = (K: number, divisor: number) =>
  divisor > Math.sqrt(K) - 0.005
    ? WORDS.rootOf({ K, divisor })
    : divisor > 1.005
      ? fixed(divisor)
      : WORDS.rootOff;

// By the name that an example has in its trait.
const NAMES: Record<string, string> = { ...WORDS.samples, ...WORDS.english };

// The question, and the examples behind it.
export function topRow(
  list: AttentionMicroscope["examples"],
  { text, block, head, query }: Place,
  set: Set,
) {
  const choices: [string, Place][] = list.map(([name, text, block, head, query]) => [
    NAMES[name],
    { text, block, head, query },
  ]);
  choices.push([WORDS.first, { text, block, head, query }]);
  return h(
    "div",
    { class: "bw-top mic-top" },
    question(WORDS.question),
    examples(WORDS.examples, choices, set),
  );
}

// The reader's own text, folded on a phone.
export function textRow(set: (text: string) => void) {
  const field = textField(WORDS.text, set),
    el = h("details", { class: "mic-typing" }, h("summary", {}, WORDS.ownText), field.el);
  el.open = innerWidth > 600;
  return { el, draw: field.draw };
}

// The steps as a row to choose from, and a button for the next one.
export function stepRow(name: string, go: (step: number) => void) {
  const steps = WORDS.step.map((title, i) =>
    option(
      `${name}-step`,
      `${i + 1}: ${title}`,
      () => go(i + 1),
      h("span", { class: "mic-step" }, h("b", {}, String(i + 1)), h("span", {}, ` ${title}`)),
    ),
  );
  let now = 1;
  const next = h(
    "button",
    { type: "button", class: "bw-primary mic-next", click: () => go(now < LAST ? now + 1 : 1) },
    WORDS.next,
  );
  const el = h(
    "div",
    { class: "mic-steps" },
    h(
      "div",
      { class: "bw-examples mic-choice", role: "radiogroup", "aria-label": WORDS.steps },
      ...steps.map((step) => step.el),
    ),
    next,
  );
  const draw = (step: number) => {
    now = step;
    steps.forEach((one, i) => one.draw(i + 1 === step));
    setText(next, step < LAST ? WORDS.next : WORDS.again);
  };
  return { el, draw };
}

// A line of the package, the part lit that is meant.
export function codeLine() {
  const before = h("span"),
    lit = h("mark"),
    after = h("span"),
    source = h("span", { class: "bw-soft" }, WORDS.source),
    el = h("p", { class: "mic-code" }, h("code", {}, before, lit, after), source);
  const draw = (line: AttentionMicroscope["code"]["step1"]) => {
    const { code, lit: part } = line,
      at = code.indexOf(part);
    setText(before, code.slice(0, at));
    setText(lit, part);
    setText(after, code.slice(at + part.length));
  };
  return { el, draw };
}

// Block and head.
export function headRow(
  { num_blks, num_heads }: { num_blks: number; num_heads: number },
  name: string,
  set: Set,
) {
  const blocks = Array.from({ length: num_blks }, (_, b) =>
    option(
      `${name}-block`,
      WORDS.blockOf({ b }),
      () => set({ block: b }),
      h("span", {}, String(b + 1)),
    ),
  );
  const heads = Array.from({ length: num_heads }, (_, n) =>
    option(
      `${name}-head`,
      WORDS.headOf({ n }),
      () => set({ head: n }),
      h("span", {}, String(n + 1)),
    ),
  );
  heads.forEach(({ el }, n) => {
    el.style.setProperty("--own", `var(--head-${(n % 4) + 1})`);
    el.classList.add("mic-head");
  });
  const group = (label: string, options: { el: HTMLElement }[]) =>
    h(
      "div",
      { class: "mic-choice", role: "radiogroup", "aria-label": label },
      h("span", { class: "bw-soft" }, label),
      ...options.map(({ el }) => el),
    );
  const draw = ({ block, head }: { block: number; head: number }) => {
    blocks.forEach((one, b) => one.draw(b === block));
    heads.forEach((one, n) => one.draw(n === head));
  };
  return {
    el: h("div", { class: "mic-heads" }, group(WORDS.block, blocks), group(WORDS.head, heads)),
    draw,
  };
}

// What the scores are divided by: from 1 to the root of K.
export function rootSlider(set: (root: number) => void) {
  const input: HTMLInputElement = h("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      "aria-label": WORDS.divisor,
      input: () => set(Number(input.value)),
    }),
    text = h("span", { class: "bw-number" });
  const el = h(
    "label",
    { class: "mic-root" },
    h("span", { class: "bw-soft" }, WORDS.divisor),
    input,
    text,
  );
  const draw = (root: number, { K, divisor }: Attention, shown: boolean) => {
    input.value = String(root);
    setText(text, rootInWords(K, divisor));
    input.setAttribute("aria-valuetext", text.textContent ?? "");
    el.classList.toggle("mic-away", !shown);
  };
  return { el, draw };
}
