// BertAlive's places. Tokens are rows and time goes from left to right: words stay level, twenty of
// them fit on a screen, and a phone needs no second drawing. What is lit opens, the rest stands
// closer. CSS pixels.

import { SHOWN } from "../shared/allowed.js";

/** @import { Config } from "./packed.js" */
/** @typedef {{ name: string, stage: string, share: number, least: number, gap: number }} Part */

export const HEADER = 46; // above the rows: names of the stages, numbers of the heads
const ROOM = { page: 399, phone: 372, opening: 286, crop: 364 }; // for all rows together

/** @param {number} num_blks */
export const stageNames = (num_blks) => [
  "tokens",
  "embeddings",
  ...Array.from({ length: num_blks }, (_, b) => `block${b + 1}`),
  "answers",
];

// The parts from left to right: `share` of the width beyond their least, `gap` before them.
/** @param {number} num_blks @returns {Part[]} */
function partsOf(num_blks) {
  /** @type {(name: string, stage: string, share: number, least: number, gap: number) => Part} */
  const part = (name, stage, share, least, gap) => ({ name, stage, share, least, gap });
  const blocks = Array.from({ length: num_blks }, (_, b) => [
    part(`attention${b + 1}`, `block${b + 1}`, 9 / num_blks, 22, 2),
    part(`ffn${b + 1}`, `block${b + 1}`, 0.9, 8, 1),
    part(`state${b + 1}`, `block${b + 1}`, 1.5, 12, 1),
  ]).flat();
  return [
    ...["word", "segment", "position"].map((name, i) => part(name, "embeddings", 1, 9, i ? 14 : 8)),
    part("sum", "embeddings", 1.5, 12, 14),
    ...blocks,
    part("answers", "answers", 5.2, 60, 16),
  ];
}

// All that can be lit, whatever the model, and what of it this one has.
export const LIGHTS = [
  ...new Set([
    ...stageNames(SHOWN.num_blks[1]),
    ...partsOf(SHOWN.num_blks[1]).map(({ name }) => name),
  ]),
  "last",
  "training",
];
/** @param {string[]} lit @param {Pick<Config, "num_blks">} config */
export const lightsWithin = (lit, { num_blks }) =>
  lit
    .filter((name) => name !== "training")
    .map((name) => (name === "last" ? `block${num_blks}` : name))
    .filter((name) => !(Number(name.match(/\d$/)?.[0]) > num_blks));

/** @param {string[]} lit @param {string} name @param {string} stage */
export const isLit = (lit, name, stage) => !lit.length || lit.includes(name) || lit.includes(stage);

// Where every part stands. `words` is how wide the column of words wants to be; `lit` names stages
// or parts; `crop`: from the embeddings' sum on, in larger rows; `given`: the room for all rows
// where another widget decides it.
/**
 * @typedef {{ x: number, w: number, stage: string }} Place of a part
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} wide of the column of words
 * @property {number} height
 * @property {number} T
 * @property {number} row the height of one
 * @property {Record<string, Place>} parts
 * @property {number} num_blks
 * @param {{
 *   width: number, words: number, T: number, num_blks: number,
 *   lit?: string[], compact?: boolean, crop?: boolean, given?: number,
 * }} asked
 * @returns {Layout}
 */
export function arrange({
  width,
  words,
  T,
  num_blks,
  lit = [],
  compact = false,
  crop = false,
  given,
}) {
  const phone = width < 480,
    wide = Math.min(words, phone ? 0.32 * width : 160),
    tight = phone ? 0.5 : 1;
  const all = partsOf(num_blks).filter(
    ({ name }) => !crop || !["word", "segment", "position"].includes(name),
  );
  const room =
    given ?? (compact ? ROOM.opening : crop ? ROOM.crop : phone ? ROOM.phone : ROOM.page);
  const row = Math.max(
    given || crop ? 13 : compact ? 15 : 14,
    Math.min(crop ? 40 : 26, Math.floor((2 * room) / T) / 2),
  );
  /** @param {Part} part */
  const own = ({ name, stage }) => lit.length > 0 && isLit(lit, name, stage);
  const some = all.some(own);
  /** @param {Part} part */
  const gain = (part) => {
    if (!some) return 1;
    if (!own(part)) return phone ? 0.12 : 0.65;
    return part.name.startsWith("ffn") ? 7 : phone ? 3 : 2.2;
  };
  /** @param {Part} part */
  const least = (part) =>
    part.least * (phone && some && !own(part) && part.stage !== "answers" ? 0.6 : 1);
  /** @param {(part: Part) => number} value */
  const sum = (value) => all.reduce((total, part) => total + value(part), 0);
  const free = Math.max(0, width - wide - sum((part) => part.gap * tight + least(part)));
  const total = sum((part) => part.share * gain(part));
  /** @type {Record<string, Place>} */
  const parts = {};
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
/** @param {Layout} from @param {Layout} to @param {number} t @returns {Layout} */
export function glide(from, to, t) {
  if (t >= 1 || from.T !== to.T || from.width !== to.width) return to;
  /** @param {number} x @param {number} y */
  const mix = (x, y) => x + (y - x) * t;
  const parts = Object.fromEntries(
    Object.entries(to.parts).map(([name, part]) => [
      name,
      { ...part, x: mix(from.parts[name].x, part.x), w: mix(from.parts[name].w, part.w) },
    ]),
  );
  return { ...to, parts };
}

/** @param {Pick<Layout, "row">} layout @param {number} t */
export const top = ({ row }, t) => HEADER + t * row;
/** @param {Pick<Layout, "row">} layout @param {number} t */
export const middle = (layout, t) => top(layout, t) + layout.row / 2;
/** @param {Layout} layout @param {number} y */
export function rowAt(layout, y) {
  const t = Math.floor((y - HEADER) / layout.row);
  return t >= 0 && t < layout.T ? t : null;
}

// From where to where a stage reaches.
/** @param {Layout} layout @param {string} stage */
export function extent({ parts, wide }, stage) {
  if (stage === "tokens") return { x: 0, w: wide };
  const own = Object.values(parts).filter((part) => part.stage === stage),
    last = own[own.length - 1];
  return { x: own[0].x, w: last.x + last.w - own[0].x };
}

// Where a ribbon of this block goes: from what is read to who reads.
/** @param {Layout} layout @param {number} block */
export function reach({ parts }, block) {
  const from = block ? parts[`state${block}`] : parts.sum;
  return { x0: from.x + from.w, x1: parts[`ffn${block + 1}`].x };
}

// The block over which the pointer is, or the last one that it has passed.
/** @param {Layout} layout @param {number} x */
export function blockAt({ parts, num_blks }, x) {
  for (let b = 0; b < num_blks; b++)
    if (x < parts[`state${b + 1}`].x + parts[`state${b + 1}`].w) return b;
  return num_blks - 1;
}
