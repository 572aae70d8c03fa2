// BertAlive's rows above and below the picture: texts and examples, the training, what is said.

import { h, inEnglish, setText, setValue, unseen } from "../../shared/elements.js";
import { percent, short } from "../../shared/numbers.js";
import { letterFields } from "../../shared/picture.js";
import { CHOICES } from "./sentences.js";
import { WORDS } from "./words.js";

/**
 * @import { Cut, Texts } from "../../bert/pass.js"
 * @typedef {{ steps: number[], loss: number[], kept: number[] }} Run of the training
 */

// The reader's own texts, and examples to start from.
/**
 * @typedef {Texts & { name: string }} Example
 * @param {Example[]} examples
 * @param {{ set(texts: Partial<Texts>): void, open: boolean }} how
 */
export function topRow(examples, { set, open }) {
  const fields = letterFields([WORDS.textA, WORDS.textB], set);
  const typing = h(
    "details",
    { class: "alive-typing" },
    h("summary", {}, WORDS.ownText),
    fields.el,
  );
  typing.open = open;
  const samples = h(
    "div",
    { class: "alive-samples bw-examples", role: "group", "aria-label": WORDS.examples },
    ...examples.map(({ name, ...example }) =>
      h("button", { type: "button", click: () => set(example) }, name),
    ),
    h("div", { class: "bw-link" }),
  );
  const el = h("div", { class: "alive-top" }, typing, samples);
  return { el, draw: fields.draw };
}

// Where a step stands on the slider: the kept ones at equal distances from 0 to 1, others in
// between.
/** @param {number[]} kept @param {number} step */
export function placeOf(kept, step) {
  const i = Math.max(
    1,
    kept.findIndex((one) => one >= step),
  );
  return (i - 1 + (step - kept[i - 1]) / (kept[i] - kept[i - 1])) / (kept.length - 1);
}

// Its loss as two boxes, cut to size: the area under the curve, and a band along it.
/** @param {Run} run */
function lossCurve({ steps, loss, kept }) {
  const points = steps.map((step, i) => ({
    x: 100 * placeOf(kept, step),
    y: 100 - (92 * loss[i]) / loss[0],
  }));
  /** @param {number} lower pixels */
  const along = (lower) =>
    points.map(({ x, y }) => `${x.toFixed(1)}% calc(${y.toFixed(1)}% + ${lower}px)`);
  /** @param {string} name @param {string[]} corners */
  const cutOut = (name, corners) => {
    const el = h("span", { class: name });
    el.style.clipPath = `polygon(${corners.join(",")})`;
    return el;
  };
  return [
    cutOut("alive-area", ["0% 100%", ...along(0), "100% 100%"]),
    cutOut("alive-curve", [...along(-0.8), ...along(0.8).reverse()]),
  ];
}

// The training: its loss over a slider on the states that are kept.
/** @param {Run} run @param {(values: { step: number }) => void} set */
export function trainingRow(run, set) {
  const { steps, loss, kept } = run,
    last = kept[kept.length - 1];
  /** @type {HTMLInputElement} */
  const slider = h("input", {
    type: "range",
    min: 0,
    max: kept.length - 1,
    "aria-label": WORDS.steps,
    input: () => set({ step: kept[slider.valueAsNumber] }),
  });
  const shown = h("span", { class: "bw-number alive-step" });
  const el = h(
    "label",
    { class: "alive-training" },
    h("span", {}, WORDS.training),
    h("div", { class: "alive-track" }, ...lossCurve(run), slider),
    shown,
  );
  /** @param {number} step @param {boolean} waiting */
  const draw = (step, waiting) => {
    setValue(slider, kept.indexOf(step));
    slider.setAttribute("aria-valuetext", WORDS.after(step, last, loss[steps.indexOf(step)]));
    setText(shown, waiting ? WORDS.loading : WORDS.updates(step));
  };
  return { el, draw };
}

/**
 * @typedef {{ token: string, share: number, entry: Cut }} Chip to cut what a token reads
 * @typedef {object} Narration
 * @property {string} what
 * @property {Chip[]} choices
 * @property {string} effect
 * @property {number} stop of the tour, or -1
 * @property {number} stops
 * @property {number} cuts how many
 * @property {boolean} active whether pressing cuts
 */

// What can be cut of what is read. The chips stay when they change, so that one keeps the focus.
/** @param {(entry: Cut) => void} cut */
function cutChips(cut) {
  const chips = Array.from({ length: CHOICES }, (_, i) => {
    const text = inEnglish(h("span"));
    const el = h(
      "button",
      { type: "button", class: "alive-chip", click: () => cut(shown[i].entry) },
      unseen(`${WORDS.cut} `),
      text,
    );
    return { el, text };
  });
  /** @type {Chip[]} */
  let shown = [];
  /** @param {Chip[]} choices */
  const draw = (choices) => {
    shown = choices;
    chips.forEach(({ el, text }, i) => {
      el.hidden = !choices[i];
      if (choices[i]) setText(text, `${short(choices[i].token)} ${percent(choices[i].share)}`);
    });
  };
  return { els: chips.map(({ el }) => el), draw };
}

/** @param {string} text @param {() => void} click @param {string} [kind] */
const button = (text, click, kind) => h("button", { type: "button", class: kind, click }, text);

// What is said of what is seen, what can be cut of it, and the tour.
/**
 * @param {{ go(by: number): void, cutting(): void, mend(): void, cut(entry: Cut): void }} reader
 */
export function sayRow({ go, cutting, mend, cut }) {
  const say = h("p", { class: "alive-say" }),
    effect = h("p", { class: "alive-effect" }),
    chips = cutChips(cut),
    place = h("span", { class: "bw-number bw-soft" });
  const buttons = {
    cut: button(WORDS.cut, cutting, "alive-cutting"),
    mend: button(WORDS.mend, mend),
    back: button("‹", () => go(-1)),
    on: button("", () => go(1), "bw-primary"),
  };
  buttons.back.setAttribute("aria-label", WORDS.back);
  const el = h(
    "div",
    { class: "alive-below" },
    h("div", { class: "alive-text" }, h("div", { role: "status" }, say), ...chips.els),
    h("div", { class: "alive-go" }, buttons.cut, buttons.mend, buttons.back, place, buttons.on),
    h("div", { class: "alive-result", role: "status" }, effect),
  );
  /** @param {Narration} narration */
  const draw = ({ what, choices, effect: changed, stop, stops, cuts, active }) => {
    setText(say, what);
    setText(effect, changed);
    chips.draw(choices);
    buttons.cut.setAttribute("aria-pressed", String(active));
    buttons.mend.hidden = !cuts;
    buttons.back.hidden = stop < 0;
    setText(place, stop < 0 ? "" : WORDS.stop(stop, stops));
    const start = cuts ? WORDS.tourBrief : WORDS.tour,
      next = stop < 0 ? start : WORDS.next;
    setText(buttons.on, stop >= 0 && stop === stops - 1 ? WORDS.done : `${next} ›`);
  };
  return { el, draw };
}
