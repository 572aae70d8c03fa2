// ContextProbe's picture: words as rows with their strips, and between the two sentences the word
// that both have. Its two strips begin as one and go apart, as far as their cosine is below 1.

import { h, option } from "../../shared/elements.js";
import { drawToken, ribbonPath, strip, svg } from "../../shared/picture.js";
import { visible } from "./compare.js";
import { WORDS } from "./words.js";

const ROOM = 7,
  ROW = 24,
  BAND = 100,
  THICK = 16,
  DISC = 22; // words of a sentence; pixels
const WIDE = 16; // a strip's share of the width, in per cent
const APART = 150; // pixels between two strips whose cosine is 0, if there were room
const spread = (values) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);

// Pixels between the middles of the two strips.
export const gapOf = (cosine) => Math.min(BAND - THICK, Math.max(0, APART * (1 - cosine)));

// One word: a button that hides it, and its strip in each column.
function wordRow(columns, press) {
  const button = h("button", { type: "button", class: "cp-word", click: press }),
    strips = columns.map(() => strip(16));
  strips.forEach(({ el }, c) => {
    el.style.left = `${columns[c]}%`;
  });
  const el = h("li", {}, button, h("span", { class: "cp-strips" }, ...strips.map((one) => one.el)));
  const draw = (token, { own = false, more = 0, hides, known = true, states, scales }) => {
    el.className = own ? "cp-own" : "";
    button.disabled = own || more > 0;
    drawToken(button, more ? WORDS.more(more) : token);
    button.classList.toggle("cp-unknown", !known && !more);
    if (own || more) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(token === "<mask>"));
    if (hides) button.setAttribute("aria-label", WORDS.hides(hides));
    else button.removeAttribute("aria-label");
    strips.forEach((one, c) => {
      one.el.hidden = !states || more > 0 || own;
      if (states) one.draw(states[c], scales[c]);
    });
  };
  return { el, draw };
}

// A sentence: as many rows as there is room for, those around the word.
function sentenceRows(i, columns, press) {
  let first = 0;
  const rows = Array.from({ length: ROOM }, (_, row) => wordRow(columns, () => press(first + row)));
  const el = h(
    "ol",
    { class: `cp-sentence cp-${i ? "second" : "first"}`, "aria-label": WORDS.words(i) },
    ...rows.map((row) => row.el),
  );
  // Returns the row of the word, or -1, and how many rows there are.
  const draw = ({ words: read, at, states }, hidden, unknown, scales) => {
    const [start, end] = visible(read.length, at, ROOM);
    first = start;
    rows.forEach((row, r) => {
      const place = start + r,
        before = r === 0 && start ? start + 1 : 0,
        after = r === ROOM - 1 && end < read.length ? read.length - end + 1 : 0;
      row.el.hidden = place >= end;
      if (place < end)
        row.draw(read[place], {
          own: place === at,
          more: before || after,
          hides: hidden.get(place),
          known: !unknown.includes(read[place]),
          states: states?.[place],
          scales,
        });
    });
    return { row: at < 0 ? -1 : at - start, rows: end - start };
  };
  return { el, draw };
}

// What flows from strip to strip, as wide as a strip is high.
const stream = (i) =>
  svg("path", {
    class: `cp-stream cp-stream-${i + 1}`,
    fill: "none",
    "stroke-width": THICK - 2,
    "vector-effect": "non-scaling-stroke",
  });
const way = (points) =>
  points
    .slice(1)
    .map((to, i) => ribbonPath({ x0: points[i][0], y0: points[i][1], x1: to[0], y1: to[1] }))
    .join("");

// The two sentences and what is between them. `choose(layer)`, `press(which, place)`.
export function fork(layers, name, { choose, press }) {
  // left ends, in per cent
  const columns = Array.from({ length: layers + 1 }, (_, c) => (c * (100 - WIDE)) / layers);
  const heads = columns
    .slice(1)
    .map((_left, layer) =>
      option(name, WORDS.mapOf(layer), () => choose(layer), h("span", {}, WORDS.layer(layer))),
    );
  const titles = [{ el: h("span", { class: "cp-title" }, WORDS.table) }, ...heads];
  titles.forEach(({ el }, c) => {
    el.style.left = `${columns[c] + WIDE / 2}%`;
  });
  const sentences = [0, 1].map((i) => sentenceRows(i, columns, (place) => press(i, place)));
  const picture = () =>
    svg("svg", { viewBox: `0 0 100 ${BAND}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const streams = [0, 1].map(stream),
    lines = picture();
  lines.append(...streams);
  // From the words to the first strip: rows above, the band, rows below.
  const height = 2 * ROOM * ROW + BAND,
    sources = [0, 1].map(stream);
  const entry = svg(
    "svg",
    {
      class: "cp-entry",
      viewBox: `0 0 100 ${height}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    ...sources,
  );
  const strips = [0, 1].map(() =>
    columns.map((left, c) => {
      const one = strip(16);
      one.el.style.left = `${left}%`;
      if (c) one.el.addEventListener("click", () => choose(c - 1));
      return one;
    }),
  );
  const discs = [0, 1].map((i) =>
    h("span", { class: "cp-disc", "aria-hidden": "true" }, String(i + 1)),
  );
  const band = h(
    "div",
    { class: "cp-band", "aria-hidden": "true" },
    lines,
    ...strips.flat().map((one) => one.el),
    ...discs,
  );
  const el = h(
    "div",
    { class: "cp-flow" },
    h("div", { class: "cp-heads" }, ...titles.map((one) => one.el)),
    h("div", { class: "cp-rows" }, sentences[0].el, band, sentences[1].el, entry),
  );
  for (const [key, value] of Object.entries({ row: ROW, band: BAND, room: ROOM, thick: THICK }))
    el.style.setProperty(`--cp-${key}`, value);
  el.style.setProperty("--cp-wide", `${WIDE}%`);

  const draw = (pair, hidden, layer) => {
    heads.forEach((one, l) => one.draw(l === layer));
    const states = pair.flatMap((one) => one.states ?? []);
    const scales = columns.map(
      (_, c) => 2 * Math.max(...states.map((vectors) => spread(vectors[c]))),
    );
    pair.forEach((one, i) => {
      const { row, rows } = sentences[i].draw(one, hidden[i], one.unknown, scales),
        there = Boolean(one.layers);
      const y = i ? ROOM * ROW + BAND + (row + 0.5) * ROW : ROOM * ROW - (rows - row - 0.5) * ROW;
      sources[i].setAttribute(
        "d",
        ribbonPath({ x0: 0, y0: y, x1: 100, y1: ROOM * ROW + BAND / 2 }),
      );
      if (there) strips[i].forEach((strip, c) => strip.draw(one.states[one.at][c], scales[c]));
      for (const part of [sources[i], streams[i], discs[i], ...strips[i].map((strip) => strip.el)])
        part.toggleAttribute("hidden", !there);
    });
  };
  // gaps: for each column the pixels between the two strips' middles.
  const part = (gaps) =>
    [-0.5, 0.5].forEach((side, i) => {
      const ys = gaps.map((gap) => BAND / 2 + side * gap);
      strips[i].forEach(({ el }, c) => {
        el.style.top = `${ys[c] - THICK / 2}px`;
      });
      discs[i].style.top = `${BAND / 2 + side * Math.max(DISC, gaps.at(-1))}px`;
      streams[i].setAttribute(
        "d",
        way(
          columns.flatMap((left, c) => [
            [left, ys[c]],
            [left + WIDE, ys[c]],
          ]),
        ),
      );
    });
  return { el, draw, part };
}
