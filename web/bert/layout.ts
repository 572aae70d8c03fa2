// BertAlive's layout in CSS pixels. Tokens are rows and time goes from left to right: words stay
// level, twenty of them fit on a screen, and a phone needs no second drawing. What is highlighted
// opens up, the rest moves closer together; of the embeddings a phone shows the sum, and their terms
// only where they are lit.

import { TOUCH } from "../shared/tap.ts";
import type { Config } from "./packed.ts";

export type Part = { name: string; stage: string; share: number; least: number; gap: number };

export const HEADER = 46; // above the rows: names of the stages, numbers of the heads
const TERMS = ["word", "segment", "position"]; // of the sum
const ROOM = { page: 380, phone: 360, opening: 228, crop: 364 }; // for all rows together

export const stageNames = (num_blks: number) => [
  "tokens",
  "embeddings",
  ...Array.from({ length: num_blks }, (_, b) => `block${b + 1}`),
  "answers",
];

// The parts from left to right: `share` of the width beyond their least, `gap` before them.
function partsOf(num_blks: number): Part[] {
  const part: (name: string, stage: string, share: number, least: number, gap: number) => Part = (
    name,
    stage,
    share,
    least,
    gap,
  ) => ({ name, stage, share, least, gap });
  const blocks = Array.from({ length: num_blks }, (_, b) => [
    part(`attention${b + 1}`, `block${b + 1}`, 9 / num_blks, 22, 2),
    part(`ffn${b + 1}`, `block${b + 1}`, 0.9, 8, 1),
    part(`state${b + 1}`, `block${b + 1}`, 1.5, 12, 1),
  ]).flat();
  return [
    ...TERMS.map((name, i) => part(name, "embeddings", 1, 9, i ? 14 : 8)),
    part("sum", "embeddings", 1.5, 12, 14),
    ...blocks,
    part("answers", "answers", 5.2, 60, 16),
  ];
}

// What of all that can be lit this model has.
export const lightsWithin = (lit: string[], { num_blks }: Pick<Config, "num_blks">) =>
  lit
    .filter((name) => name !== "training")
    .map((name) => (name === "last" ? `block${num_blks}` : name))
    .filter((name) => !(Number(name.match(/\d$/)?.[0]) > num_blks));

export const isLit = (lit: string[], name: string, stage: string) =>
  !lit.length || lit.includes(name) || lit.includes(stage);

// Where every part stands. `words` is how wide the column of words wants to be; `lit` names stages
// or parts; `crop`: from the embeddings' sum on, in larger rows; `given`: the room for all rows
// where another widget decides it, which fits 20.
// of a part
export type Place = { x: number; w: number; stage: string };
export interface Layout {
  width: number;
  wide: number; // of the column of words
  height: number;
  T: number;
  row: number; // the height of one
  parts: Record<string, Place>;
  num_blks: number;
}
export function arrange({
  width,
  words,
  T,
  num_blks,
  lit = [],
  compact = false,
  crop = false,
  whole = false,
  given,
  coarse = false,
  answer,
}: {
  width: number;
  words: number;
  T: number;
  num_blks: number;
  lit?: string[];
  compact?: boolean;
  crop?: boolean;
  whole?: boolean; // all of the embeddings, on a phone, too
  given?: number;
  coarse?: boolean; // rows are high enough for a finger
  answer?: number; // what a word and its share take on a phone; 0: nothing is answered
}): Layout {
  const phone = width < 480,
    wide = Math.min(words, phone ? 0.32 * width : 160),
    tight = phone ? 0.5 : 1;
  const own = ({ name, stage }: Part) => lit.length > 0 && isLit(lit, name, stage);
  const all = partsOf(num_blks).filter(
    (part) => !TERMS.includes(part.name) || (!crop && (whole || !phone || own(part))),
  );
  if (answer === 0) Object.assign(all[all.length - 1], { share: 0, least: 0 });
  const room =
    given ?? (compact ? ROOM.opening : crop ? ROOM.crop : phone ? ROOM.phone : ROOM.page);
  const row = Math.max(
    coarse ? TOUCH : given ? Math.min(13, given / 20) : crop ? 13 : compact ? 15 : 14,
    Math.min(crop ? 40 : compact ? 26 : 38, Math.floor((2 * room) / T) / 2),
  );
  const some = all.some(own),
    summed = phone && all.filter(({ name }) => TERMS.includes(name)).length === TERMS.length;
  const gain = (part: Part) => {
    if (answer && phone && !crop && part.stage === "answers") return 0.15; // they have what they need
    if (!some) return 1;
    if (!own(part)) return phone ? (crop ? 0.12 : 0.4) : 0.65;
    return part.name.startsWith("ffn") ? 7 : phone ? 3 : 2.2;
  };
  const wanted = ({ stage, ...part }: Part) =>
    stage === "answers"
      ? Math.max(part.least, (phone && answer) || 0)
      : summed && stage === "embeddings" && own({ stage, ...part })
        ? 22 // their names
        : phone && part.name === "sum" && !all.some(({ name }) => TERMS.includes(name))
          ? 28 // its name
          : part.least * (phone && some && !own({ stage, ...part }) ? 0.6 : 1);
  const sum = (value: (part: Part) => number) =>
    all.reduce((total, part) => total + value(part), 0);
  // Where there is no room for all of it, the answers keep theirs.
  const answers = sum((part) => (part.stage === "answers" ? wanted(part) : 0)),
    rest = width - wide - sum((part) => part.gap * tight) - answers,
    squeeze = Math.min(1, rest / (sum(wanted) - answers));
  const least = (part: Part) => wanted(part) * (part.stage === "answers" ? 1 : squeeze);
  const free = Math.max(0, width - wide - sum((part) => part.gap * tight + least(part)));
  const total = sum((part) => part.share * gain(part));
  const parts: Record<string, Place> = {};
  let x = wide;
  for (const part of all) {
    const w = least(part) + (free * part.share * gain(part)) / total;
    x += part.gap * tight;
    parts[part.name] = { x, w, stage: part.stage };
    x += w;
  }
  return {
    width,
    wide,
    T,
    row,
    parts,
    num_blks,
    height: HEADER + (compact && !given ? row * T : Math.max(room, row * T)) + 4,
  };
}

// Between two layouts of the same rows, part by part.
export function glide(from: Layout, to: Layout, t: number): Layout {
  if (t >= 1 || from.T !== to.T || from.width !== to.width) return to;
  if (Object.keys(from.parts).join() !== Object.keys(to.parts).join()) return to; // terms come or go
  const mix = (x: number, y: number) => x + (y - x) * t;
  const parts = Object.fromEntries(
    Object.entries(to.parts).map(([name, part]) => [
      name,
      { ...part, x: mix(from.parts[name].x, part.x), w: mix(from.parts[name].w, part.w) },
    ]),
  );
  return { ...to, parts };
}

export const top = ({ row }: Pick<Layout, "row">, t: number) => HEADER + t * row;
export const middle = (layout: Pick<Layout, "row">, t: number) => top(layout, t) + layout.row / 2;
export function rowAt(layout: Layout, y: number) {
  const t = Math.floor((y - HEADER) / layout.row);
  return t >= 0 && t < layout.T ? t : null;
}

// From where to where a stage reaches.
export function extent({ parts, wide }: Layout, stage: string) {
  if (stage === "tokens") return { x: 0, w: wide };
  const own = Object.values(parts).filter((part) => part.stage === stage),
    last = own[own.length - 1];
  return { x: own[0].x, w: last.x + last.w - own[0].x };
}

// Where a ribbon of this block goes: from what is read to who reads.
export function reach({ parts }: Layout, block: number) {
  const from = block ? parts[`state${block}`] : parts.sum;
  return { x0: from.x + from.w, x1: parts[`ffn${block + 1}`].x };
}

// The block over which the pointer is, or the last one that it has passed.
export function blockAt({ parts, num_blks }: Layout, x: number) {
  for (let b = 0; b < num_blks; b++)
    if (x < parts[`state${b + 1}`].x + parts[`state${b + 1}`].w) return b;
  return num_blks - 1;
}
