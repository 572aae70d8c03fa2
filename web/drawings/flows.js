// Figures of the book in the language of the picture: rows are tokens, time goes from left to
// right. stills.py puts this text behind stills.js. Each is drawn for the width of a desktop's
// column and for that of a phone's.

import { extent } from "../bert/layout.js";
import { round } from "../bert/pen.js";
import { ribbonPath } from "../shared/picture.js";
import { LINE } from "../widgets/bert_alive/answers.js";
import { escaped, picture, sheet, tenths, text } from "./stills.js";

const NOTES =
  ".flow .note{font-weight:600;font-size:12px;fill:var(--accent)}.flow .middle{text-anchor:middle}.flow .start{text-anchor:start}.flow .title{font-weight:700;font-size:15px}.flow .code{font:12px ui-monospace,monospace}";
const SHORT = { text: "a crane flew", second: "it has wings", hidden: [2], compact: true };
const pairPicture = (bert, width) =>
  picture(bert, SHORT, width, { words: width < 480 ? 58 : 76, notes: 1, faintest: 0.3 });

const moved = (drawn, x, y) =>
  `<g transform="translate(${tenths(x)} ${tenths(y)})">\n${drawn.join("\n")}\n</g>`;
export const hairline = (d, color = "edge") =>
  `<path stroke="var(--${color})" stroke-width="1" d="${d}"/>`;
// A bracket under what lies between x and x + w, and what it is called.
const under = (x, w, y, ...lines) => [
  hairline(`M${tenths(x + 2)} ${y}v5H${tenths(x + w - 2)}v-5`),
  ...lines.map((line, i) => text(x + w / 2, y + 20 + 15 * i, "note middle", line)),
];

// Which chapter builds what.
export function bookMap(bert, { width }, css) {
  const { drawn, layout, tops } = pairPicture(bert, width);
  const bottom = layout.height,
    [chapter, why, blocks] =
      width < 480
        ? ["ch. ", ["ch.", "1, 2"], "ch. 4, 7"]
        : ["chapter ", ["chapters", "1 and 2"], "chapters 4 and 7"];
  const column = (name, ...lines) => {
    const { x, w } = extent(layout, name);
    return under(x, w, bottom, ...lines);
  };
  const first = extent(layout, "block1"),
    last = extent(layout, "block2"),
    { x, w } = layout.parts.answers;
  const beside = (i, number) =>
    text(x, tops[i] + (i ? 3 : 2) * LINE + 14, "note start", `${chapter}${number}`);
  return sheet(
    width,
    bottom + 42,
    css,
    [
      ...drawn,
      ...column("tokens", ...why),
      ...column("embeddings", `${chapter}3`),
      ...under(first.x, last.x + last.w - first.x, bottom, blocks),
      ...under(x, w, bottom, width < 480 ? "training: 8" : "training: chapter 8"),
      beside(0, 6),
      beside(1, 5),
    ],
    NOTES,
  );
}

// A shape in the colours of its axes.
const shape = (letters) =>
  `(${letters
    .split("")
    .map((letter) =>
      /\d/.test(letter) ? letter : `<tspan fill="var(--axis-${letter})">${letter}</tspan>`,
    )
    .join(", ")})`;
const PARTS = [
  ["tokens", ["tokens", "segments"], "BT", "what is read"],
  ["sum", [], "BTD", "sum of three embeddings"],
  ["attention1", [], "", "self-attention, added, normalised"],
  ["ffn1", [], "", "feed-forward, added, normalised"],
  ["state2", ["encoded_X"], "BTD", "after L such blocks"],
  ["mask", ["mlm_Y_hat"], "BPV", "MLM head, at chosen tokens"],
  ["cls", ["nsp_Y_hat"], "B2", "pooler and NSP head, at <cls>"],
];

// The model in pretraining: each part has a number in the picture and its line below.
export function bertModel(bert, { width }, css) {
  const narrow = width < 480,
    { drawn, layout, tops } = pairPicture(bert, width);
  const { parts, wide } = layout,
    number = (i, x, y) =>
      `<circle cx="${tenths(x)}" cy="${tenths(y)}" r="8.5" fill="var(--accent)"/>` +
      `<text x="${tenths(x)}" y="${tenths(y + 4)}" class="number">${i + 1}</text>`;
  const bottom = layout.height + 10,
    centre = (name) => parts[name].x + parts[name].w / 2,
    { x } = parts.answers;
  const places = {
    tokens: wide / 2,
    sum: centre("sum"),
    attention1: centre("attention1"),
    ffn1: centre("ffn1"),
    state2: centre("state2"),
  };
  const numbers = PARTS.map(([name], i) =>
    name === "mask"
      ? number(i, x + 9, tops[1] + 3 * LINE + 11)
      : name === "cls"
        ? number(i, x + 9, tops[0] + 2 * LINE + 11)
        : number(i, places[name], bottom),
  );
  const second = 0.42 * width,
    columns = narrow ? 1 : 2,
    rows = Math.ceil((PARTS.length + 1) / columns),
    step = 21;
  const line = (i, words) =>
    `<text x="${tenths((i < rows ? 0 : second) + 24)}" y="${tenths(bottom + 36 + step * (i % rows))}">${words}</text>`;
  const lines = PARTS.map(
    ([, names, letters, words], i) =>
      number(i, (i < rows ? 0 : second) + 10, bottom + 32 + step * (i % rows)) +
      line(
        i,
        [
          `${escaped(words)}${names.length ? `: ${names.map((name) => `<tspan class="code">${name}</tspan>`).join(", ")}` : ""}`,
          letters && shape(letters),
        ]
          .filter(Boolean)
          .join(" "),
      ),
  );
  const loss = line(
    PARTS.length,
    `<tspan font-weight="650">loss</tspan> = mean over real slots + mean over pairs`,
  );
  return sheet(
    width,
    bottom + 36 + step * rows,
    css,
    [...drawn, ...numbers, ...lines, loss],
    `${NOTES}.flow .number{text-anchor:middle;font:700 11px system-ui,sans-serif;fill:var(--surface)}`,
  );
}

// Three ways to read: what the last vector of a word depends on is lit, each part of a whole
// equally wide.
const WORDS = ["the", "bank", "to", "sit"],
  LIT = 1,
  ROW = 26;
const SYSTEMS = [
  {
    name: "ELMo",
    kind: "two LSTMs",
    reads: "each direction by itself",
    change: "frozen",
    added: "a whole network",
  },
  {
    name: "GPT",
    kind: "Transformer decoder",
    reads: "the left side only",
    change: "fine-tuned",
    added: "a linear layer",
  },
  {
    name: "BERT",
    kind: "Transformer encoder",
    reads: "both sides, in every block",
    change: "fine-tuned",
    added: "an output layer",
  },
];
const y = (t) => 50 + ROW * (t + 0.5);
const cell = (x, t, lit, w = 12, top = 0, high = 16) =>
  `<rect x="${tenths(x)}" y="${tenths(y(t) - 8 + top)}" width="${w}" height="${high}" rx="2" fill="var(--${lit ? "plus" : "line"})"/>`;
const flow = (x0, y0, x1, y1, lit, thick) =>
  `<path stroke="var(--${lit ? "plus" : "line"})" stroke-width="${tenths(thick)}"${lit ? ' stroke-opacity="0.6"' : ""} d="${ribbonPath({ x0: round(x0), y0: round(y0), x1: round(x1), y1: round(y1) })}"/>`;

// A block: every token reads those that `may` allows, whose ribbons fill its height.
function readingBlock(x0, x1, may, depends) {
  const drawn = WORDS.flatMap((_, query) => {
    const keys = WORDS.map((_, key) => key).filter((key) => may(query, key)),
      thick = 16 / keys.length;
    return keys.map((key, i) => ({
      lit: depends.includes(query),
      svg: flow(
        x0 + 12,
        y(key),
        x1,
        y(query) - 8 + thick * (i + 0.5),
        depends.includes(query),
        thick,
      ),
    }));
  });
  return drawn.sort((a, b) => a.lit - b.lit).map(({ svg }) => svg);
}
const transformer = (may, first) => (x, w) => {
  const at = [0, 0.5, 1].map((share) => x + share * (w - 12)),
    read = WORDS.map((_, t) => t).filter((t) => may(LIT, t));
  return [
    ...readingBlock(at[0], at[1], may, read),
    ...readingBlock(at[1], at[2], may, [LIT]),
    ...WORDS.flatMap((_, t) => [
      cell(at[0], t, first(t)),
      cell(at[1], t, read.includes(t)),
      cell(at[2], t, t === LIT),
    ]),
  ];
};
// One LSTM hands its state down from row to row, the other up; a vector is both, one above the
// other.
function lstms(x, w) {
  const [down, up, end] = [0.36, 0.68, 1].map((share) => x + share * (w - 12)),
    last = WORDS.length - 1;
  const pass = (at, t, to, lit) =>
    `<path stroke="var(--${lit ? "plus" : "line"})" stroke-width="4"${lit ? ' stroke-opacity="0.6"' : ""} d="M${tenths(at + 6)} ${y(t)}V${y(to)}"/>`;
  return WORDS.flatMap((_, t) => [
    flow(x + 12, y(t) - 2, down, y(t) - 2, t <= LIT, 4),
    flow(x + 12, y(t) + 4, up, y(t) + 4, t >= LIT, 4),
    flow(down + 12, y(t) - 4, end, y(t) - 4, t === LIT, 6),
    flow(up + 12, y(t) + 4, end, y(t) + 4, t === LIT, 6),
    t < last ? pass(down, t, t + 1, t < LIT) + pass(up, t + 1, t, t >= LIT) : "",
  ]).concat(
    WORDS.flatMap((_, t) => [
      cell(x, t, true),
      cell(down, t, t <= LIT),
      cell(up, t, t >= LIT),
      cell(end, t, t === LIT, 12, 0, 7.5),
      cell(end, t, t === LIT, 12, 8.5, 7.5),
    ]),
  );
}
const DRAWN = [
  lstms,
  transformer(
    (query, key) => key <= query,
    (t) => t <= LIT,
  ),
  transformer(
    () => true,
    () => true,
  ),
];

export function threeReaders(_bert, { width }, css) {
  const narrow = width < 480,
    own = narrow ? width : (width - 48) / 3,
    high = 50 + ROW * WORDS.length + 62,
    left = 48;
  const drawn = SYSTEMS.map(({ name, kind, reads, change, added }, i) => {
    const bottom = 50 + ROW * WORDS.length,
      w = own - left - 2;
    return moved(
      [
        text(0, 16, "title", name),
        text(0, 34, "soft start", kind),
        ...WORDS.map((word, t) =>
          text(left - 8, y(t) + 4, t === LIT ? "word right" : "word", word),
        ),
        ...DRAWN[i](left, w),
        text(0, bottom + 20, "note start", reads),
        `<text x="0" y="${bottom + 40}"><tspan font-weight="650">${change}</tspan> + ${added}</text>`,
      ],
      narrow ? 0 : i * (own + 24),
      narrow ? i * high : 0,
    );
  });
  return sheet(width, narrow ? 3 * high - 10 : high - 8, css, drawn, NOTES);
}

// The picture that stands for the book where someone links to it.
export function social(bert, { width, height }, css) {
  const { drawn } = picture(
    bert,
    { text: "a crane built a nest in the reeds", hidden: [2], compact: true },
    width - 56,
  );
  return sheet(
    width,
    height,
    css,
    [text(28, 38, "name", "BERT, built step by step"), moved(drawn, 28, 52)],
    ".flow .name{font:700 25px system-ui,sans-serif}",
  );
}
