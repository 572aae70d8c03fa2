// ShapeExplorer's controls: sizes by slider and number, presets, switches.

import { h, setValue } from "../../shared/elements.js";
import { update } from "../../shared/lifecycle.js";
import { count } from "../../shared/numbers.js";
import { examples, question } from "../../shared/picture.js";
import { isSize, LARGEST, MAXIMA, nearestStop, SIZES, SWITCHES, stops } from "./count.js";
import { badge } from "./table.js";
import { WORDS } from "./words.js";

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { ShapeExplorer } from "../../shared/traits.js"
 * @import { Size, Switch } from "./count.js"
 */

// A number to type, which may be no size for a while: `refuse` is told why, or "" once it is one
// again.
/**
 * @param {Model<ShapeExplorer>} model @param {Size} name @param {string} words
 * @param {(why: string) => void} refuse
 */
function numberField(model, name, words, refuse) {
  const take = () => {
    const n = el.valueAsNumber,
      fits = isSize(n);
    el.setAttribute("aria-invalid", String(!fits));
    refuse(fits ? "" : WORDS.refused(name, el.value, model.get(name), LARGEST));
    if (fits) update(model, { [name]: n });
  };
  const refused = () => el.getAttribute("aria-invalid") === "true";
  const leave = () => {
    if (!refused()) return;
    el.value = String(model.get(name));
    take();
  };
  /** @type {HTMLInputElement} */
  const el = h("input", {
    type: "number",
    min: 1,
    step: 1,
    "aria-label": WORDS.size(name, words),
    input: take,
    blur: leave,
  });
  /** @param {number} n */
  const draw = (n) => {
    if (!refused()) setValue(el, n);
  };
  return { el, draw };
}

// A size: its letter, a slider and a number.
/** @param {Model<ShapeExplorer>} model @param {Size} name @param {(why: string) => void} refuse */
function sizeField(model, name, refuse) {
  const list = stops(MAXIMA[name]),
    axis = model.get("axes")[name],
    words = axis?.meaning ?? WORDS.meanings[/** @type {keyof typeof WORDS.meanings} */ (name)],
    short = WORDS.short[/** @type {keyof typeof WORDS.short} */ (name)] ?? words,
    letter = WORDS.letters[/** @type {keyof typeof WORDS.letters} */ (name)];
  const number = numberField(model, name, words, refuse);
  /** @type {HTMLInputElement} */
  const slider = h("input", {
    type: "range",
    min: 0,
    max: list.length - 1,
    "aria-label": WORDS.slider(name, words),
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
  /** @param {number} n */
  const draw = (n) => {
    number.draw(n);
    setValue(slider, nearestStop(list, n));
    slider.setAttribute("aria-valuetext", count(n));
  };
  return { el, draw };
}

/** @param {Model<ShapeExplorer>} model */
function switchRow(model) {
  const boxes = SWITCHES.map((name) => {
    /** @type {HTMLInputElement} */
    const box = h("input", {
      type: "checkbox",
      change: () => update(model, { [name]: box.checked }),
    });
    return { name, box, el: h("label", { class: "bw-row" }, box, h("code", {}, name)) };
  });
  /** @param {Record<Switch, boolean>} state */
  const draw = (state) => {
    for (const { name, box } of boxes) box.checked = state[name];
  };
  return { el: h("div", { class: "shape-switches" }, ...boxes.map((one) => one.el)), draw };
}

/** @param {Model<ShapeExplorer>} model @param {(why: string) => void} refuse */
export function controls(model, refuse) {
  const presets = model.get("presets");
  /** @param {string} name */
  const choose = (name) => {
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
  const els = [
    h("div", { class: "shape-top" }, question(WORDS.question), row),
    h(
      "div",
      { class: "bw-sizes", role: "group", "aria-label": WORDS.sizes },
      ...fields.map(({ el }) => el),
    ),
  ];
  /** @param {Record<Size, number> & Record<Switch, boolean>} state @param {string} [known] the preset */
  const draw = (state, known) => {
    for (const button of row.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.textContent === known));
    for (const field of fields) field.draw(state[field.name]);
    switches.draw(state);
  };
  return { els, switches: switches.el, draw };
}
