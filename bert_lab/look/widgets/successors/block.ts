// Successors' picture: two texts on their way through two blocks, as connections without values.
// Each part knows the change that affects it; what has moved is in the accent colour, its old place
// dotted.

import { h, setText } from "#web/shared/elements.ts";
import { drawToken, ribbonPath, svg } from "#web/shared/picture.ts";
import type { Change } from "./count.ts";
import { WORDS } from "./words.toml";

export type Shape = [path: string, look: string, on?: boolean];
export type View = { el: HTMLElement; draw(changes: Change[]): void };

const TOKENS = ["<cls>", "a", "crane", "is", "flying", "<sep>", "it", "has", "wings", "<sep>"];
const HIDDEN = 2, // by <mask>, or filled by a generator
  FILLED = "plane",
  NEXT = 8, // hidden on another visit
  FIRST = 5; // the last token of text A
const ROW = 20,
  TALL = TOKENS.length * ROW,
  NEAR = 2; // how far local attention looks in the picture

const eachRow = (draw: (y: number, t: number) => string) =>
  TOKENS.map((_, t) => draw((t + 0.5) * ROW, t)).join("");
const bar = (x: number, y: number, w: number, high: number) =>
  `M${x} ${y - high / 2}h${w}v${high}h${-w}Z`;
const lens = (y: number, high: number) => `M0 ${y}Q50 ${y - high} 100 ${y}Q50 ${y + high} 0 ${y}Z`;
const STRIP = eachRow((y) => bar(0, y, 100, 11)),
  NORM = eachRow((y) => bar(0, y, 100, 17));
// A norm beside the sum lets the sum through.
const SLIT = eachRow((y) => bar(0, y - 5.75, 100, 5.5) + bar(0, y + 5.75, 100, 5.5)),
  LINE = eachRow((y) => `M0 ${y}H100`);
// As far as the band and beyond it.
const [WITHIN, BEYOND] = [true, false].map((within) =>
  eachRow((y1, to) =>
    eachRow((y0, from) =>
      Math.abs(from - to) <= NEAR === within ? ribbonPath({ x0: 0, y0, x1: 100, y1 }) : "",
    ),
  ),
);
const CLOCKS = eachRow(
  (y, t) =>
    `M2 ${y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0M7 ${y}l${(5 * Math.sin(0.5 * t)).toFixed(1)} ${(-5 * Math.cos(0.5 * t)).toFixed(1)}`,
);

// A column of the picture. Of a shape [path, classes, with], `with` says whether it is there with
// the change (true), without it (false) or always.
function part(kind: string, change: Change | null, shapes: Shape[], wide = 100): View {
  const all = shapes.map(([d, look, on]) => ({
    on,
    el: svg("path", { d, class: look, "vector-effect": "non-scaling-stroke" }),
  }));
  const el = h(
    "span",
    {
      class: `su-part ${kind}`,
      "data-label": (WORDS.parts as Record<string, string | undefined>)[kind.split(" ")[0]],
    },
    svg(
      "svg",
      { viewBox: `0 0 ${wide} ${TALL}`, preserveAspectRatio: "none" },
      ...all.map((one) => one.el),
    ),
  );
  const draw = (changes: Change[]) => {
    for (const { on, el: shape } of all)
      shape.classList.toggle(
        "su-away",
        on !== undefined && change !== null && changes.includes(change) !== on,
      );
  };
  return { el, draw };
}

const normAt = (...shapes: Shape[]) => part("su-norm su-labelled", "norm before", shapes);
const OLD = "su-fill",
  NEW = "su-fill su-new",
  GONE = "su-ghost";

function block(number: number, title: HTMLElement): View {
  // its norm stays behind the sum, and as in ModernBERT the first block looks anywhere
  const last = number === 2;
  const parts = [
    part("su-rest", "norm before", [
      [LINE, "su-line", false],
      [LINE, "su-line su-new su-through", true],
    ]),
    part("su-norm", "norm before", [[SLIT, NEW, true]]),
    part("su-clocks", "rotary positions", [[CLOCKS, "su-line su-new", true]], 14),
    last
      ? part("su-web", "local attention", [
          [BEYOND, "su-line", false],
          [WITHIN, "su-line", false],
          [WITHIN, "su-line su-new", true],
        ])
      : part("su-web", null, [[BEYOND + WITHIN, "su-line"]]),
    normAt([NORM, OLD, false], [SLIT, NEW, true]),
    part("su-lens", "GeGLU", [
      [eachRow((y) => lens(y, 14)), "su-fill su-units", false],
      [eachRow((y) => lens(y - 4, 8)), "su-fill su-units", true],
      [eachRow((y) => lens(y + 4, 8)), NEW, true],
    ]),
    last ? normAt([NORM, OLD]) : normAt([NORM, OLD, false], [NORM, GONE, true]),
  ];
  const el = h("div", { class: "su-block su-parts" }, ...parts.map((one) => one.el));
  const draw = (changes: Change[]) => {
    for (const one of parts) one.draw(changes);
    const out = last && changes.includes("half the blocks"),
      again = last && !out && changes.includes("shared blocks");
    el.classList.toggle("su-out", out);
    el.classList.toggle("su-again", again);
    title.classList.toggle("su-moved", out || again);
    setText(title, WORDS.block({ number, state: again ? "again" : out ? "out" : "in" }));
  };
  return { el, draw };
}

// What goes in: rows of the table of words and of the table of places.
function vectors() {
  const narrow = eachRow((y) => bar(0, y, 20, 11)),
    wider = eachRow((y) => `M26 ${y - 2}L44 ${y - 5.5}v11L26 ${y + 2}Z`);
  const rows = part("su-rows", "factorised rows", [
    [STRIP, OLD, false],
    [narrow + wider, NEW, true],
    [eachRow((y) => bar(50, y, 50, 11)), OLD, true],
  ]);
  const places = part("su-places", "rotary positions", [
    [STRIP, OLD, false],
    [STRIP, GONE, true],
  ]);
  return {
    el: h("div", { class: "su-parts" }, rows.el, places.el),
    draw: (changes: Change[]) => {
      rows.draw(changes);
      places.draw(changes);
    },
  };
}

// The words at the left, and at the right what the loss asks of each.
function words(): View {
  const all = TOKENS.map((_token) => h("span")),
    rows = all.map((el, t) => h("li", { "data-text": t <= FIRST ? "A" : "B" }, el));
  const draw = (changes: Change[]) =>
    all.forEach((el, t) => {
      const replaced = t === HIDDEN && changes.includes("replaced tokens");
      drawToken(el, t === HIDDEN ? (replaced ? FILLED : "<mask>") : TOKENS[t]);
      el.classList.toggle("su-moved", replaced);
      el.classList.toggle("su-next", t === NEXT && changes.includes("RoBERTa recipe"));
    });
  return { el: h("ol", { class: "su-words" }, ...rows), draw };
}

// [what is asked of a token, the change that asks it], each empty if there is none.
export function targetOf(t: number, on: Change[]) {
  const by = (name: Change) => (on.includes(name) ? name : "");
  if (t === 0 && !by("RoBERTa recipe"))
    return [by("sentence order") ? WORDS.order : WORDS.follows, by("sentence order")];
  if (by("replaced tokens"))
    return [t === HIDDEN ? WORDS.replaced : WORDS.real, by("replaced tokens")];
  if (t !== HIDDEN) return ["", ""];
  return by("half the blocks")
    ? [WORDS.taught({ word: TOKENS[t] }), by("half the blocks")]
    : [TOKENS[t], ""];
}

function questions(title: HTMLElement): View {
  const all = TOKENS.map((_, t) => h("li", { class: t ? "" : "su-verdict" }, h("span")));
  const draw = (changes: Change[]) => {
    const rows = TOKENS.map((_, t) => targetOf(t, changes)),
      num = rows.filter(([text]) => text).length;
    setText(title, WORDS.targets({ num }));
    title.classList.toggle("su-moved", num !== 2);
    all.forEach((el, t) => {
      const [text, by] = rows[t];
      setText(el.firstElementChild as Element, text);
      el.classList.toggle("su-moved", Boolean(by));
    });
  };
  return { el: h("ol", { class: "su-targets" }, ...all), draw };
}

export function picture() {
  const heads = ["", WORDS.vectors, "", "", ""].map((text) => h("b", { class: "su-title" }, text));
  const parts = [words(), vectors(), block(1, heads[2]), block(2, heads[3]), questions(heads[4])];
  const el = h(
    "div",
    {
      class: "bw-picture su-picture",
      "aria-hidden": "true",
    },
    ...heads,
    ...parts.map((one) => one.el),
  );
  return {
    el,
    draw: (changes: Change[]) => {
      for (const one of parts) one.draw(changes);
    },
  };
}
