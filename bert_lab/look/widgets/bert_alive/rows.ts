// BertAlive's rows above and below the picture: texts and examples, the training, the description.

import type { Cut } from "#web/bert/close.ts";
import { button, h, inEnglish, setText, setValue, unseen } from "#web/shared/elements.ts";
import { percent, short } from "#web/shared/numbers.ts";
import { CHOICES, type Chip } from "./sentences.ts";
import { WORDS } from "./words.toml";

// of the training
export type Run = { steps: number[]; loss: number[]; kept: number[] };

// Where a step stands on the slider: the kept ones at equal distances from 0 to 1, others in
// between.
export function placeOf(kept: number[], step: number) {
  const i = Math.max(
    1,
    kept.findIndex((one) => one >= step),
  );
  return (i - 1 + (step - kept[i - 1]) / (kept[i] - kept[i - 1])) / (kept.length - 1);
}

// Its loss as two boxes, cut to size: the area under the curve, and a band along it.
function lossCurve({ steps, loss, kept }: Run) {
  const points = steps.map((step, i) => ({
    x: 100 * placeOf(kept, step),
    y: 100 - (92 * loss[i]) / loss[0],
  }));
  // lower: pixels
  const along = (lower: number) =>
    points.map(({ x, y }) => `${x.toFixed(1)}% calc(${y.toFixed(1)}% + ${lower}px)`);
  const cutOut = (name: string, corners: string[]) => {
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
export function trainingRow(run: Run, set: (values: { step: number }) => void) {
  const { steps, loss, kept } = run,
    last = kept[kept.length - 1];
  const slider: HTMLInputElement = h("input", {
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
    h("span", {}, WORDS.training, h("small", { "aria-hidden": "true" }, WORDS.loss)),
    h("div", { class: "alive-track" }, ...lossCurve(run), slider),
    shown,
  );
  const draw = (step: number, waiting: boolean) => {
    setValue(slider, kept.indexOf(step));
    slider.setAttribute(
      "aria-valuetext",
      WORDS.after({ done: step, all: last, loss: loss[steps.indexOf(step)] }),
    );
    setText(shown, waiting ? WORDS.loading : WORDS.updates({ done: step }));
  };
  return { el, draw };
}

// What can be cut of what is read, and mended. The chips stay when they change, so that one keeps
// the focus.
function cutChips(cut: (entry: Cut) => void) {
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
  let shown: Chip[] = [];
  const draw = (choices: Chip[]) => {
    shown = choices;
    chips.forEach(({ el, text }, i) => {
      el.hidden = !choices[i];
      el.setAttribute("aria-pressed", String(Boolean(choices[i]?.cut)));
      if (choices[i]) setText(text, `${short(choices[i].token)} ${percent(choices[i].share)}`);
    });
  };
  return { els: chips.map(({ el }) => el), draw };
}

// The tour's buttons: back, where it is, onward.
export function tourRow(go: (by: number) => void) {
  const place = h("span", { class: "bw-number bw-soft" }),
    back = button("‹", () => go(-1)),
    on = button("", () => go(1), { class: "bw-primary" }),
    el = h("div", { class: "alive-tour" }, back, place, on);
  back.setAttribute("aria-label", WORDS.back);
  // stop: or -1
  const draw = (stop: number, stops: number) => {
    back.hidden = place.hidden = stop < 0;
    setText(place, stop < 0 ? "" : WORDS.stop({ i: stop, all: stops }));
    const next = stop < 0 ? WORDS.tour : WORDS.next;
    setText(on, stop >= 0 && stop === stops - 1 ? WORDS.done : `${next} ›`);
  };
  return { el, draw };
}

export interface Narration {
  hint: string; // what can be done
  choices: Chip[];
  effect: string;
}

// What can be done, the cuts that are offered, and what they did.
export function doRow(cut: (entry: Cut) => void) {
  const say = h("p", { class: "alive-say" }),
    effect = h("p", { class: "alive-effect" }),
    chips = cutChips(cut);
  const el = h(
    "div",
    { class: "alive-below" },
    h("div", { class: "alive-text" }, say, ...chips.els),
    h("div", { class: "alive-result", role: "status" }, effect),
  );
  const draw = ({ hint, choices, effect: changed }: Narration) => {
    setText(say, choices.length ? WORDS.needs : hint);
    setText(effect, changed);
    chips.draw(choices);
  };
  return { el, draw };
}
