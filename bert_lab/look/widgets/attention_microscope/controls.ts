// AttentionMicroscope's controls: the door to the steps, the steps with their lines of code, the heads,
// the root.

import { button, h, option, setText } from "#web/shared/elements.ts";
import { fixed } from "#web/shared/numbers.ts";
import type { AttentionMicroscope } from "#web/shared/traits.ts";
import type { Attention } from "./head.ts";
import { LAST } from "./layout.ts";
import { WORDS } from "./words.toml";

const rootInWords = (K: number, divisor: number) =>
  divisor > Math.sqrt(K) - 0.005
    ? WORDS.rootOf({ K, divisor })
    : divisor > 1.005
      ? fixed(divisor)
      : WORDS.rootOff;

// The steps as a row to choose from, a button for the next one, and the door that opens and closes them.
export function stepRow(name: string, go: (step: number) => void) {
  const steps = WORDS.step.map((title, i) =>
    option(
      `${name}-step`,
      `${i + 1}: ${title}`,
      () => go(i + 1),
      h("span", { class: "mic-step" }, h("b", {}, String(i + 1)), h("span", {}, ` ${title}`)),
    ),
  );
  let now = 0;
  const next = button(WORDS.next, () => go(now < LAST ? now + 1 : 1), {
    class: "bw-primary mic-next",
  });
  const door = button(WORDS.open, () => go(now ? 0 : 1), { class: "mic-door" });
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
    setText(door, step ? WORDS.close : WORDS.open);
    door.setAttribute("aria-expanded", String(step > 0));
  };
  return { el, door, draw };
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

export function headRow(N: number, name: string, set: (head: number) => void) {
  const heads = Array.from({ length: N }, (_, n) =>
    option(`${name}-head`, WORDS.headOf({ n }), () => set(n), h("span", {}, String(n + 1))),
  );
  heads.forEach(({ el }, n) => {
    el.style.setProperty("--own", `var(--head-${(n % 4) + 1})`);
    el.classList.add("mic-head");
  });
  const el = h(
    "div",
    { class: "mic-choice", role: "radiogroup", "aria-label": WORDS.head },
    h("span", { class: "bw-soft" }, WORDS.head),
    ...heads.map((one) => one.el),
  );
  const draw = (head: number) => heads.forEach((one, n) => one.draw(n === head));
  return { el, draw };
}

// What the products are divided by: from 1 to the root of K.
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
