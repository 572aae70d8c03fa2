// Three ways to read: highlights what a word's last vector depends on, all ribbons equally wide.

import { round } from "#web/bert/pen.ts";
import { ribbonPath } from "#web/shared/picture.ts";
import { moved, NOTES } from "./flows.ts";
import { sheet, tenths, text } from "./stills.ts";

// whether one reads the other
export type May = (query: number, key: number) => boolean;

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
const y = (t: number) => 50 + ROW * (t + 0.5);
const cell = (x: number, t: number, lit: boolean, w = 12, top = 0, high = 16) =>
  `<rect x="${tenths(x)}" y="${tenths(y(t) - 8 + top)}" width="${w}" height="${high}" rx="2" fill="var(--${lit ? "plus" : "line"})"/>`;
const flow: (
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  lit: boolean,
  thick: number,
) => string = (x0, y0, x1, y1, lit, thick) =>
  `<path stroke="var(--${lit ? "plus" : "line"})" stroke-width="${tenths(thick)}"${lit ? ' stroke-opacity="0.6"' : ""} d="${ribbonPath({ x0: round(x0), y0: round(y0), x1: round(x1), y1: round(y1) })}"/>`;

// A block: every token reads those that `may` allows, whose ribbons fill its height.
function readingBlock(x0: number, x1: number, may: May, depends: number[]) {
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
  return drawn.sort((a, b) => Number(a.lit) - Number(b.lit)).map(({ svg }) => svg);
}
const transformer: (may: May, first: (t: number) => boolean) => (x: number, w: number) => string[] =
  (may, first) => (x, w) => {
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
function lstms(x: number, w: number) {
  const [down, up, end] = [0.36, 0.68, 1].map((share) => x + share * (w - 12)),
    last = WORDS.length - 1;
  const pass: (at: number, t: number, to: number, lit: boolean) => string = (at, t, to, lit) =>
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

export function threeReaders(_bert: unknown, { width }: { width: number }, css: string) {
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
        text(0, bottom + 40, "", `${change} + ${added}`),
      ],
      narrow ? 0 : i * (own + 24),
      narrow ? i * high : 0,
    );
  });
  return sheet(width, narrow ? 3 * high - 10 : high - 8, css, drawn, NOTES);
}
