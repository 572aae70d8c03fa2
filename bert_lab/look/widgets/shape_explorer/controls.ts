// ShapeExplorer's controls: sizes by slider and number, presets, switches.

import { h, setText, setValue } from "#web/shared/elements.ts";
import { type Model, update } from "#web/shared/lifecycle.ts";
import { count } from "#web/shared/numbers.ts";
import { examples, more } from "#web/shared/picture.ts";
import type { ShapeExplorer } from "#web/shared/traits.ts";
import {
  isSize,
  LARGEST,
  MAXIMA,
  nearestStop,
  SIZES,
  type Size,
  SWITCHES,
  type Switch,
  stops,
} from "./count.ts";
import { badge } from "./table.ts";
import { WORDS } from "./words.toml";

const refusal = (name: Size, typed: string, now: number) =>
  typed
    ? WORDS.refused({ name, typed, largest: LARGEST, now })
    : WORDS.refusedNothing({ name, largest: LARGEST, now });

// A number to type, which may be no size for a while: `refuse` is told why, or "" once it is one
// again.
function numberField(
  model: Model<ShapeExplorer>,
  name: Size,
  words: string,
  refuse: (why: string) => void,
) {
  const take = () => {
    const n = el.valueAsNumber,
      fits = isSize(n);
    el.setAttribute("aria-invalid", String(!fits));
    refuse(fits ? "" : refusal(name, el.value, model.get(name)));
    if (fits) update(model, { [name]: n });
  };
  const refused = () => el.getAttribute("aria-invalid") === "true";
  const leave = () => {
    if (!refused()) return;
    el.value = String(model.get(name));
    take();
  };
  const el: HTMLInputElement = h("input", {
    type: "number",
    min: 1,
    step: 1,
    "aria-label": WORDS.size({ name, words }),
    input: take,
    blur: leave,
  });
  const draw = (n: number) => {
    if (!refused()) setValue(el, n);
  };
  return { el, draw };
}

// A size: its letter, a slider and a number.
function sizeField(model: Model<ShapeExplorer>, name: Size, refuse: (why: string) => void) {
  const list = stops(MAXIMA[name]),
    axis = model.get("axes")[name],
    words = WORDS.meanings[name],
    short = WORDS.short[name as keyof typeof WORDS.short] ?? words,
    letter = WORDS.letters[name as keyof typeof WORDS.letters];
  const number = numberField(model, name, words, refuse);
  const slider: HTMLInputElement = h("input", {
    type: "range",
    min: 0,
    max: list.length - 1,
    "aria-label": WORDS.slider({ name, words }),
    input: () => update(model, { [name]: list[slider.valueAsNumber] }),
  });
  const el = h(
    "div",
    { class: "bw-size", "data-axis": axis && name },
    h("span", { class: "bw-soft shape-words" }, words),
    h("span", { class: "bw-soft shape-words shape-short", "aria-hidden": "true" }, short),
    axis ? badge(name) : h("b", { class: "bw-axis" }, letter),
    slider,
    number.el,
  );
  const draw = (n: number) => {
    number.draw(n);
    setValue(slider, nearestStop(list, n));
    slider.setAttribute("aria-valuetext", count(n));
  };
  return { el, draw };
}

function switchRow(model: Model<ShapeExplorer>) {
  const boxes = SWITCHES.map((name) => {
    const box: HTMLInputElement = h("input", {
      type: "checkbox",
      change: () => update(model, { [name]: box.checked }),
    });
    return { name, box, el: h("label", { class: "bw-row" }, box, h("code", {}, name)) };
  });
  const draw = (state: Record<Switch, boolean>) => {
    for (const { name, box } of boxes) box.checked = state[name];
  };
  return { el: h("div", { class: "shape-switches" }, ...boxes.map((one) => one.el)), draw };
}

export function controls(model: Model<ShapeExplorer>, refuse: (why: string) => void) {
  const presets = model.get("presets");
  const choose = (name: string) => {
    const T = Math.min(model.get("T"), presets[name].max_len);
    update(model, { ...presets[name], preset: name, T, P: Math.min(model.get("P"), T) });
  };
  const row = examples(
    WORDS.presets,
    Object.keys(presets).map((name) => [name, name]),
    choose,
  );
  const fields = SIZES.map((name) => ({ name, ...sizeField(model, name, refuse) })),
    switches = switchRow(model);
  const alert = h("p", { class: "bw-alert", role: "alert" });
  const door = more(
    WORDS.own,
    h(
      "div",
      { class: "bw-sizes", role: "group", "aria-label": WORDS.own },
      ...fields.map(({ el }) => el),
    ),
    switches.el,
    h("div", { class: "shape-say" }, alert),
  );
  // known: the preset
  // wrong: why these sizes make no model
  const draw = (
    state: Record<Size, number> & Record<Switch, boolean>,
    wrong: string,
    known?: string,
  ) => {
    setText(alert, wrong);
    if (wrong) door.open = true;
    for (const button of row.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.textContent === known));
    for (const field of fields) field.draw(state[field.name]);
    switches.draw(state);
  };
  return { presets: row, door, draw };
}
