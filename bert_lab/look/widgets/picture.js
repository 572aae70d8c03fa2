// The book's picture in pieces: strips, ribbons, tokens and bars, drawn alike by every widget, and the parts
// that stand around a picture. All of them are elements, so that colours follow the page by themselves.

export const svg = (tag, attributes = {}, ...children) => {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") el.addEventListener(name, value);
    else if (value !== false && value != null) el.setAttribute(name, value);
  }
  el.append(...children);
  return el;
};

// A vector as a strip of cells: blue above zero, orange below, strong where it is large. `scale` is the size
// from which a cell has its full colour. Cells that a strip has no room for are left out, never averaged.
export function strip(cells = 32) {
  const el = h("span", { class: "bw-strip", "aria-hidden": "true" });
  const draw = (values, scale) => {
    const shown = Math.min(cells, values.length);
    const stops = Array.from(values.subarray ? values.subarray(0, shown) : values.slice(0, shown), (value, c) => {
      const strength = Math.round(100 * Math.min(1, Math.abs(value) / scale));
      const color = `color-mix(in srgb, var(--${value > 0 ? "plus" : "minus"}) ${strength}%, transparent)`;
      return `${color} ${(100 * c / shown).toFixed(2)}% ${(100 * (c + 1) / shown).toFixed(2)}%`;
    });
    el.style.backgroundImage = `linear-gradient(to right, ${stops.join(", ")})`;
  };
  return { el, draw };
}

// The way of a ribbon (or of a trail) from one point to another, and the ribbon: `width` is the weight's.
export const ribbonPath = ({ x0, y0, x1, y1 }) => {
  const bend = (x1 - x0) / 2;
  return `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1} ${y1}`;
};
export const ribbon = (ends, width, color, attributes = {}) =>
  svg("path", { d: ribbonPath(ends), fill: "none", stroke: `var(--${color})`, "stroke-width": width, ...attributes });

// A token: special ones are grey, <mask> is a chip, and what is read (`share`, 0 to 1) has marker behind it.
const SPECIAL_TOKEN = /^<\w+>$/;
export function drawToken(el, token, share = 0) {
  el.classList.add("bw-token");
  el.classList.toggle("bw-special", SPECIAL_TOKEN.test(token) && token !== "<mask>");
  el.classList.toggle("bw-mask", token === "<mask>");
  el.style.setProperty("--share", share < 0.03 ? "0%" : `${Math.round(Math.min(100, 15 + 220 * share))}%`);
  setText(el, short(token));
}

// One answer of a distribution: a bar from 0 to 1 with its word inside, the share at its end, and a tick where
// it stood before a cut. `kind`: "bw-right" has a check mark, "bw-verdict" is grey.
export function answerBar(kind = "") {
  const [fill, was] = ["bw-fill", "bw-was"].map((name) => h("span", { class: name }));
  const [word, share] = ["bw-guess", "bw-number"].map((name) => h("span", { class: name }));
  const draw = (text, p, before = p) => {
    setText(word, text);
    setText(share, percent(p));
    fill.style.width = `${100 * p}%`;
    was.hidden = Math.abs(before - p) < 0.005;
    was.style.left = `${100 * before}%`;
  };
  return { el: h("li", { class: `bw-answer ${kind}` }, fill, was, word, share), draw };
}

// Around a picture: the one question on top, examples as buttons, and what stands folded under it.
export const question = (text) => h("p", { class: "bw-question" }, text);
export const examples = (label, list, choose) => h("div", { class: "bw-examples", role: "group", "aria-label": label },
  h("span", { class: "bw-soft" }, label),
  ...list.map(([name, value]) => h("button", { type: "button", click: () => choose(value) }, name)));
export const more = (title, ...children) => h("details", { class: "bw-more" }, h("summary", {}, title), ...children);
