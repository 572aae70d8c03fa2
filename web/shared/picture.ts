// Components shared by all pictures: strips, ribbons, tokens and bars, and the controls around a
// picture. All are DOM elements, so that colours follow the page by themselves.

import { type Attribute, button, h, inEnglish, setText, textField } from "./elements.ts";
import { percent, short } from "./numbers.ts";
import { WORDS } from "./words.toml";

export const svg = <Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
) => {
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
  const draw = (values: Float32Array | number[], scale: number) => {
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

// What the colours of a picture mean, each beside its mark.
export type Coloured = keyof typeof WORDS.key;
export const colourKey = (...names: Coloured[]) =>
  h(
    "p",
    { class: "bw-key", "aria-hidden": "true" },
    ...names.map((name) => h("span", { class: `bw-key-${name}` }, WORDS.key[name])),
  );

// The way of a ribbon (or of a trail) from one point to another, and the ribbon: `width` is the
// weight's.
export type Ends = { x0: number; y0: number; x1: number; y1: number };
export const ribbonPath = ({ x0, y0, x1, y1 }: Ends) => {
  const bend = (x1 - x0) / 2;
  return `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1} ${y1}`;
};
export const ribbon = (
  ends: Ends,
  width: number,
  color: string,
  attributes: Record<string, Attribute> = {},
) =>
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
export function drawToken(el: HTMLElement, token: string, share = 0) {
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
// `write` is how the share is written.
export function answerBar(kind = "", write = percent) {
  const [fill, was] = ["bw-fill", "bw-was"].map((name) => h("span", { class: name }));
  const [word, share] = ["bw-guess", "bw-number"].map((name) => h("span", { class: name }));
  inEnglish(word, kind !== "bw-verdict");
  const draw = (text: string, p: number, before = p) => {
    setText(word, text);
    setText(share, write(p));
    fill.style.width = `${100 * p}%`;
    was.hidden = Math.abs(before - p) < 0.005;
    was.style.left = `${100 * before}%`;
  };
  return { el: h("li", { class: `bw-answer ${kind}` }, fill, was, word, share), word, draw };
}

// A pile of dots, one for each `unit` of what is counted, `lines` of them above one another, and a
// line where the pile should stop. What happened at all shows as one dot at least.
export function pile(lines: number, kind = "", size = 6) {
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
  const draw = (counted: number, expected: number, unit: number) => {
    const dots = counted && Math.max(1, Math.round(counted / unit));
    full.style.width = `${Math.floor(dots / lines) * size}px`;
    rest.style.height = `${(dots % lines) * size}px`;
    should.style.left = `${(expected / unit / lines) * size}px`;
  };
  return { el, draw };
}

// For how many each dot stands, so that a pile of `most` has no more than `room` dots: 1, 2, 5, 10,
// 20, ...
export function dotUnit(most: number, room: number): number {
  for (let ten = 1; ; ten *= 10)
    for (const unit of [ten, 2 * ten, 5 * ten]) if (!(most > unit * room)) return unit; // of no number, too
}

// Panels of these heights beside these places, in order, `gap` apart, between `start` and `end`.
// Returns their tops
export function stack(
  places: number[],
  heights: number[],
  start: number,
  end: number,
  gap = 8,
): number[] {
  const tops: number[] = [];
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
export function letterFields(
  names: string[],
  set: (texts: { text?: string; second?: string }) => void,
) {
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
    draw: ({ text, second }: { text: string; second: string }) => {
      fields.text.draw(text);
      fields.second.draw(second);
    },
  };
}

// Around a picture: the one question on top, examples as buttons, and what stands folded under it.
export const question = (text: string) => h("p", { class: "bw-question" }, text);
// What there is to choose, each under its name.
export const named: <K extends string, T>(
  values: Record<K, T>,
  names: Record<K, string>,
) => [string, T][] = (values, names) =>
  Object.entries(values).map(([key, value]) => [
    names[key as keyof typeof names],
    value as (typeof values)[keyof typeof values],
  ]);
export const examples: <T>(
  label: string,
  list: [string, T][],
  choose: (value: T) => void,
) => HTMLElement = (label, list, choose) =>
  h(
    "div",
    { class: "bw-examples", role: "group", "aria-label": label },
    h("span", { class: "bw-soft" }, label),
    ...list.map(([name, value]) => button(name, () => choose(value))),
  );
// Which of them is shown, if any is.
export const markShown = (chips: HTMLElement, shown: number) =>
  chips.querySelectorAll("button").forEach((chip, i) => {
    chip.setAttribute("aria-pressed", String(i === shown));
  });
export const more = (title: string, ...children: (Node | string)[]) =>
  h("details", { class: "bw-more" }, h("summary", {}, title), ...children);
export const foot = (...children: (Node | string)[]) =>
  // the page's link goes here
  h("div", { class: "bw-foot" }, ...children, h("div", { class: "bw-link" }));
