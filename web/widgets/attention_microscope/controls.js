// AttentionMicroscope, what is operated around the picture: steps with their lines of code, block and
// head, the root, the masks.

import { h, option, setText, textField } from "../../shared/elements.js";
import { examples, question } from "../../shared/picture.js";
import { LAST } from "./layout.js";
import { WORDS } from "./words.js";

/**
 * @import { Attention } from "./head.js"
 * @import { AttentionMicroscope } from "../../shared/traits.js"
 * @import { Chosen, Place } from "./view.js"
 * @typedef {(values: Partial<Chosen>) => void} Set
 */

// The question, and the examples behind it.
/** @param {AttentionMicroscope["examples"]} list @param {Place} first @param {Set} set */
export function topRow(list, { text, block, head, query }, set) {
  /** @type {[string, Place][]} */
  const choices = list.map(([name, text, block, head, query]) => [
    name,
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
/** @param {(text: string) => void} set */
export function textRow(set) {
  const field = textField(WORDS.text, set),
    el = h("details", { class: "mic-typing" }, h("summary", {}, WORDS.ownText), field.el);
  el.open = innerWidth > 600;
  return { el, draw: field.draw };
}

// The steps as a row to choose from, and a button for the next one.
/** @param {string} name @param {(step: number) => void} go */
export function stepRow(name, go) {
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
      { class: "mic-choice", role: "radiogroup", "aria-label": WORDS.steps },
      ...steps.map((step) => step.el),
    ),
    next,
  );
  /** @param {number} step */
  const draw = (step) => {
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
  /** @param {AttentionMicroscope["code"]["masked"]} line */
  const draw = (line) => {
    const { code, lit: part } = line,
      at = code.indexOf(part);
    setText(before, code.slice(0, at));
    setText(lit, part);
    setText(after, code.slice(at + part.length));
  };
  return { el, draw };
}

// Block and head.
/** @param {{ num_blks: number, num_heads: number }} config @param {string} name @param {Set} set */
export function headRow({ num_blks, num_heads }, name, set) {
  const blocks = Array.from({ length: num_blks }, (_, b) =>
    option(
      `${name}-block`,
      WORDS.blockOf(b),
      () => set({ block: b }),
      h("span", {}, String(b + 1)),
    ),
  );
  const heads = Array.from({ length: num_heads }, (_, n) =>
    option(`${name}-head`, WORDS.headOf(n), () => set({ head: n }), h("span", {}, String(n + 1))),
  );
  heads.forEach(({ el }, n) => {
    el.style.setProperty("--own", `var(--head-${(n % 4) + 1})`);
    el.classList.add("mic-head");
  });
  /** @param {string} label @param {{ el: HTMLElement }[]} options */
  const group = (label, options) =>
    h(
      "div",
      { class: "mic-choice", role: "radiogroup", "aria-label": label },
      h("span", { class: "bw-soft" }, label),
      ...options.map(({ el }) => el),
    );
  /** @param {{ block: number, head: number }} choice */
  const draw = ({ block, head }) => {
    blocks.forEach((one, b) => one.draw(b === block));
    heads.forEach((one, n) => one.draw(n === head));
  };
  return {
    el: h("div", { class: "mic-heads" }, group(WORDS.block, blocks), group(WORDS.head, heads)),
    draw,
  };
}

// What the scores are divided by: from 1 to the root of K.
/** @param {(root: number) => void} set */
export function rootSlider(set) {
  /** @type {HTMLInputElement} */
  const input = h("input", {
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
  /** @param {number} root @param {Attention} attention @param {boolean} shown */
  const draw = (root, { K, divisor }, shown) => {
    input.value = String(root);
    setText(text, WORDS.rootOf(K, divisor));
    input.setAttribute("aria-valuetext", text.textContent ?? "");
    el.classList.toggle("mic-away", !shown);
  };
  return { el, draw };
}

/** @param {string} label @param {(on: boolean) => void} set */
function toggle(label, set) {
  /** @type {HTMLInputElement} */
  const input = h("input", { type: "checkbox", role: "switch", change: () => set(input.checked) }),
    el = h("label", { class: "mic-switch" }, input, h("span", {}, label));
  /** @param {boolean} on */
  const draw = (on, enabled = true) => {
    input.checked = on;
    input.disabled = !enabled;
  };
  return { el, draw };
}

// Padding, the mask that hides it, and the causal mask.
const PADS = 3; // as many <pad> as are added at once
/** @param {Set} set */
export function maskRow(set) {
  const pads = toggle(WORDS.padding, (on) => set({ padding: on ? PADS : 0 })),
    padding = toggle(WORDS.paddingMask, (padding_mask) => set({ padding_mask })),
    causal = toggle(WORDS.causalMask, (causal_mask) => set({ causal_mask }));
  const el = h("div", { class: "mic-masks" }, pads.el, padding.el, causal.el);
  /** @param {Chosen} state @param {boolean} always causal @param {boolean} shown */
  const draw = (state, always, shown) => {
    pads.draw(state.padding > 0);
    padding.draw(state.padding_mask, state.padding > 0);
    causal.draw(always || state.causal_mask, !always);
    el.classList.toggle("mic-away", !shown);
  };
  return { el, draw };
}
