// The book's picture in pieces: strips, ribbons, tokens and bars, drawn alike by every widget, and
// the parts that stand around a picture. All of them are elements, so that colours follow the page
// by themselves.

import { h, inEnglish, setText, textField } from "./elements.js";
import { percent, short } from "./numbers.js";

/** @import { Attribute } from "./elements.js" */

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, Attribute>} attributes
 * @param {(Node | string)[]} children
 */
export const svg = (tag, attributes = {}, ...children) => {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") el.addEventListener(name, value);
    else if (value !== false && value != null) el.setAttribute(name, String(value));
  }
  el.append(...children);
  return el;
};

// A vector as a strip of cells: blue above zero, orange below, strong where it is large. `scale` is
// the size from which a cell has its full colour. Cells that a strip has no room for are left out,
// never averaged.
export function strip(cells = 32) {
  const el = h("span", { class: "bw-strip", "aria-hidden": "true" });
  /** @param {Float32Array | number[]} values @param {number} scale */
  const draw = (values, scale) => {
    const shown = Math.min(cells, values.length);
    const stops = Array.from(values.slice(0, shown), (value, c) => {
      const strength = Math.round(100 * Math.min(1, Math.abs(value) / scale));
      const color = `color-mix(in srgb, var(--${value > 0 ? "plus" : "minus"}) ${strength}%, transparent)`;
      return `${color} ${((100 * c) / shown).toFixed(2)}% ${((100 * (c + 1)) / shown).toFixed(2)}%`;
    });
    el.style.backgroundImage = `linear-gradient(to right, ${stops.join(", ")})`;
  };
  return { el, draw };
}

// The way of a ribbon (or of a trail) from one point to another, and the ribbon: `width` is the
// weight's.
/** @typedef {{ x0: number, y0: number, x1: number, y1: number }} Ends */
/** @param {Ends} ends */
export const ribbonPath = ({ x0, y0, x1, y1 }) => {
  const bend = (x1 - x0) / 2;
  return `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1} ${y1}`;
};
/**
 * @param {Ends} ends @param {number} width @param {string} color
 * @param {Record<string, Attribute>} attributes
 */
export const ribbon = (ends, width, color, attributes = {}) =>
  svg("path", {
    d: ribbonPath(ends),
    fill: "none",
    stroke: `var(--${color})`,
    "stroke-width": width,
    ...attributes,
  });

// A token: special ones are grey, <mask> is a chip, and what is read (`share`, 0 to 1) has marker
// behind it.
const SPECIAL_TOKEN = /^(?:<\w+>|\[(?:PAD|UNK|CLS|SEP)\])$/,
  MASK_TOKEN = /^(?:<mask>|\[MASK\])$/;
/** @param {HTMLElement} el @param {string} token */
export function drawToken(el, token, share = 0) {
  el.classList.add("bw-token");
  el.classList.toggle("bw-special", SPECIAL_TOKEN.test(token) && !MASK_TOKEN.test(token));
  el.classList.toggle("bw-mask", MASK_TOKEN.test(token));
  el.style.setProperty(
    "--share",
    share < 0.03 ? "0%" : `${Math.round(Math.min(100, 15 + 220 * share))}%`,
  );
  setText(inEnglish(el), short(token));
}

// One answer of a distribution: a bar from 0 to 1 with its word inside, the share at its end, and a
// tick where it stood before a cut. `kind`: "bw-right" has a check mark, "bw-verdict" is grey.
export function answerBar(kind = "") {
  const [fill, was] = ["bw-fill", "bw-was"].map((name) => h("span", { class: name }));
  const [word, share] = ["bw-guess", "bw-number"].map((name) => h("span", { class: name }));
  inEnglish(word, kind !== "bw-verdict");
  /** @param {string} text @param {number} p */
  const draw = (text, p, before = p) => {
    setText(word, text);
    setText(share, percent(p));
    fill.style.width = `${100 * p}%`;
    was.hidden = Math.abs(before - p) < 0.005;
    was.style.left = `${100 * before}%`;
  };
  return { el: h("li", { class: `bw-answer ${kind}` }, fill, was, word, share), word, draw };
}

// A pile of dots, one for each `unit` of what is counted, `lines` of them above one another, and a
// line where the pile should stop. What happened at all shows as one dot at least.
/** @param {number} lines */
export function pile(lines, kind = "", size = 6) {
  const [full, rest, should] = ["bw-dots", "bw-dots", "bw-should"].map((name) =>
    h("span", { class: name }),
  );
  const el = h(
    "span",
    {
      class: `bw-pile ${kind}`,
      style: `--dot: ${size}px; height: ${lines * size}px`,
      "aria-hidden": "true",
    },
    full,
    rest,
    should,
  );
  /** @param {number} counted @param {number} expected @param {number} unit */
  const draw = (counted, expected, unit) => {
    const dots = counted && Math.max(1, Math.round(counted / unit));
    full.style.width = `${Math.floor(dots / lines) * size}px`;
    rest.style.height = `${(dots % lines) * size}px`;
    should.style.left = `${(expected / unit / lines) * size}px`;
  };
  return { el, draw };
}

// For how many each dot stands, so that a pile of `most` has no more than `room` dots: 1, 2, 5, 10,
// 20, ...
/** @param {number} most @param {number} room @returns {number} */
export function dotUnit(most, room) {
  for (let ten = 1; ; ten *= 10)
    for (const unit of [ten, 2 * ten, 5 * ten]) if (most <= unit * room) return unit;
}

// Panels of these heights beside these places, in order, `gap` apart, between `start` and `end`.
/**
 * @param {number[]} places @param {number[]} heights @param {number} start @param {number} end
 * @returns {number[]} their tops
 */
export function stack(places, heights, start, end, gap = 8) {
  /** @type {number[]} */
  const tops = [];
  places.forEach((place, i) => {
    const least = i ? tops[i - 1] + heights[i - 1] + gap : start;
    tops.push(Math.max(least, place - Math.min(heights[i] / 2, 9)));
  });
  for (let i = tops.length - 1, limit = end; i >= 0; i--) {
    tops[i] = Math.min(tops[i], limit - heights[i]);
    limit = tops[i] - gap;
  }
  return tops;
}

// The reader's two texts, each behind its letter; `names` are what is read aloud.
/** @param {string[]} names @param {(texts: { text?: string, second?: string }) => void} set */
export function letterFields(names, set) {
  const fields = {
    text: textField("A", (text) => set({ text }), names[0]),
    second: textField("B", (second) => set({ second }), names[1]),
  };
  const el = h(
    "div",
    { class: "bw-texts bw-letters" },
    ...Object.values(fields).map((field) => field.el),
  );
  return {
    el,
    /** @param {{ text: string, second: string }} texts */
    draw: ({ text, second }) => {
      fields.text.draw(text);
      fields.second.draw(second);
    },
  };
}

// Around a picture: the one question on top, examples as buttons, and what stands folded under it.
/** @param {string} text */
export const question = (text) => h("p", { class: "bw-question" }, text);
// What there is to choose, each under its name.
/** @type {<K extends string, T>(values: Record<K, T>, names: Record<K, string>) => [string, T][]} */
export const named = (values, names) =>
  Object.entries(values).map(([key, value]) => [
    names[/** @type {keyof typeof names} */ (key)],
    /** @type {typeof values[keyof typeof values]} */ (value),
  ]);
/** @type {<T>(label: string, list: [string, T][], choose: (value: T) => void) => HTMLElement} */
export const examples = (label, list, choose) =>
  h(
    "div",
    { class: "bw-examples", role: "group", "aria-label": label },
    h("span", { class: "bw-soft" }, label),
    ...list.map(([name, value]) =>
      h("button", { type: "button", click: () => choose(value) }, name),
    ),
  );
/** @param {string} title @param {(Node | string)[]} children */
export const more = (title, ...children) =>
  h("details", { class: "bw-more" }, h("summary", {}, title), ...children);
/** @param {(Node | string)[]} children */
export const foot = (...children) =>
  // the page's link goes here
  h("div", { class: "bw-foot" }, ...children, h("div", { class: "bw-link" }));
