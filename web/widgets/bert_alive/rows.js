// BertAlive's rows above and below the picture: texts and examples, the training, what is said.

import { h, setText, setValue, unseen } from "../../shared/elements.js";
import { short } from "../../shared/numbers.js";
import { letterFields } from "../../shared/picture.js";
import { shareOf, WORDS } from "./words.js";

// The reader's own texts, and examples to start from.
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
      h("button", { type: "button", click: () => set({ hidden: [], ...example }) }, name),
    ),
    h("div", { class: "bw-link" }),
  );
  const el = h("div", { class: "alive-top" }, typing, samples);
  return { el, draw: fields.draw };
}

// Where a step stands on the slider: the kept ones at equal distances from 0 to 1, others in
// between.
export function placeOf(kept, step) {
  const i = Math.max(
    1,
    kept.findIndex((one) => one >= step),
  );
  return (i - 1 + (step - kept[i - 1]) / (kept[i] - kept[i - 1])) / (kept.length - 1);
}

// The training: its loss as a curve over a slider on the states that are kept.
export function trainingRow({ steps, loss, kept }, set) {
  const last = kept.at(-1),
    points = steps.map((step, i) => [100 * placeOf(kept, step), 100 - (92 * loss[i]) / loss[0]]);
  // Both are boxes, cut to size: the area under the curve, and a band along it.
  const at =
    (thick) =>
    ([x, y]) =>
      `${x.toFixed(1)}% calc(${y.toFixed(1)}% + ${thick}px)`;
  const cutOut = (name, corners) => {
    const el = h("span", { class: name });
    el.style.clipPath = `polygon(${corners.join(",")})`;
    return el;
  };
  const area = cutOut("alive-area", ["0% 100%", ...points.map(at(0)), "100% 100%"]);
  const curve = cutOut("alive-curve", [...points.map(at(-0.8)), ...points.map(at(0.8)).reverse()]);
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
    h("div", { class: "alive-track" }, area, curve, slider),
    shown,
  );
  const draw = (step, waiting) => {
    setValue(slider, kept.indexOf(step));
    slider.setAttribute("aria-valuetext", WORDS.after(step, last, loss[steps.indexOf(step)]));
    setText(shown, waiting ? WORDS.loading : WORDS.updates(step));
  };
  return { el, draw };
}

export const CHOICES = 3; // of what a token reads most

// What is said of what is seen, what can be cut of it, and the tour.
export function sayRow({ go, cutting, mend, cut }) {
  const say = h("p", { class: "alive-say" }),
    effect = h("p", { class: "alive-effect" });
  // what each chip does now; the chips themselves stay, so that one keeps the focus
  const press = [];
  const chips = Array.from({ length: CHOICES }, (_, i) =>
    h(
      "button",
      { type: "button", class: "alive-chip", click: () => press[i]() },
      unseen(`${WORDS.cut} `),
      h("span"),
    ),
  );
  const place = h("span", { class: "bw-number bw-soft" }),
    button = (text, click, kind) => h("button", { type: "button", class: kind, click }, text);
  const buttons = {
    cut: button(WORDS.cut, cutting, "alive-cutting"),
    mend: button(WORDS.mend, mend),
    back: button("‹", () => go(-1)),
    on: button("", () => go(1), "bw-primary"),
  };
  buttons.back.setAttribute("aria-label", WORDS.back);
  const text = h("div", { class: "alive-text" }, h("div", { role: "status" }, say), ...chips);
  const el = h(
    "div",
    { class: "alive-below" },
    text,
    h("div", { class: "alive-go" }, buttons.cut, buttons.mend, buttons.back, place, buttons.on),
    h("div", { class: "alive-found", role: "status" }, effect),
  );
  // what: text; choices: [{ token, share, entry }] of a trace; effect: text; stop of stops; cuts:
  // number of them
  const draw = ({ what, choices, effect: found, stop, stops, cuts, active }) => {
    setText(say, what);
    setText(effect, found);
    chips.forEach((chip, i) => {
      chip.hidden = !choices[i];
      if (!choices[i]) return;
      const { token, share, entry } = choices[i];
      press[i] = () => cut(entry);
      setText(chip.lastChild, `${short(token)} ${shareOf(share)}`);
    });
    buttons.cut.setAttribute("aria-pressed", String(active));
    buttons.mend.hidden = !cuts;
    buttons.back.hidden = stop < 0;
    setText(place, stop < 0 ? "" : WORDS.stop(stop, stops));
    setText(
      buttons.on,
      stop < 0
        ? `${cuts ? WORDS.tourBrief : WORDS.tour} ›`
        : stop === stops - 1
          ? WORDS.done
          : `${WORDS.next} ›`,
    );
  };
  return { el, draw };
}
