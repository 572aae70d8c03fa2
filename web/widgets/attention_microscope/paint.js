// AttentionMicroscope's drawing: the columns that belong to one token's question. Ribbons, slot and
// maps are in paint_reading.js.

import { glow, rect, strip } from "./cells.js";
import { HEADER, middle, roomFor } from "./layout.js";
import { maps, ribbons, slot } from "./paint_reading.js";

/**
 * @import { Look } from "../../bert/scene.js"
 * @import { Question } from "./head.js"
 * @import { Column, Layout } from "./layout.js"
 * @typedef {Question & { weights: Float32Array, mask: Float32Array,
 *   outputs: Float32Array }} Seen `weights` (N, T, T), `mask` (T, T), `outputs` (N, K) of all heads
 * @typedef {object} Frame what glides
 * @property {string} form frames of one form have as many numbers each
 * @property {{ T: number, N: number, K: number }} sizes
 * @property {Layout} layout
 * @property {Seen} seen
 * @property {number} query where the asking token stands
 * @property {Float32Array} slots (N,) the shares of the heads in the slot
 * @property {Scales} scales
 * @typedef {{ vectors: number, products: number, values: number, low: number, high: number }} Scales
 * @typedef {{ head: number, point: Point | null }} View what doesn't
 * @typedef {{ key?: number, cell?: number, query?: number }} Point
 * @typedef {{ context: CanvasRenderingContext2D, look: Look }} Pen
 */

/** @param {number} row */
const height = (row) => Math.min(24, Math.max(7, 0.72 * row));

/** @param {Pen} pen @param {Frame} frame @param {View} view */
function strips(pen, { sizes: { T, K }, layout, seen, scales }, { point }) {
  const { columns, row } = layout,
    h = height(row);
  /** @type {(values: Float32Array, scale: number, name: Column) => void} */
  const column = (values, scale, name) => {
    const place = columns[name];
    if (place.w < 2 || place.on === 0) return;
    for (let t = 0; t < T; t++) {
      const own = values.subarray(t * K, (t + 1) * K);
      strip(pen, own, scale, place, middle(layout, t) - h / 2, h, glow(point, t, place.on));
    }
  };
  column(seen.keys, scales.vectors, "keys");
  column(seen.products, scales.products, "products");
  column(seen.values, scales.values, "values");
  if (columns.keys.on && columns.keys.w > 2)
    strip(pen, seen.query, scales.vectors, columns.keys, 21, 20, Math.max(columns.keys.on, 0.7));
}

// The scores: blue cells go to the right, orange ones back from there; where they end is the sum.
/** @param {Pen} pen @param {Frame} frame @param {View} view */
function scores(pen, { sizes: { T, K }, layout, seen, scales }, { point }) {
  const { columns, row, piles } = layout,
    { x, w, on } = columns.scores,
    { look } = pen,
    h = height(row);
  if (!on || w < 2) return;
  const number = roomFor(columns.scores);
  const { low, high } = scales,
    unit = (w - number) / (high - low),
    zero = x - low * unit;
  for (let t = 0; t < T; t++) {
    const y = middle(layout, t) - h / 2,
      alpha = glow(point, t, on),
      end = zero + (piles * seen.sums[t] + (1 - piles) * seen.scores[t]) * unit;
    if (seen.open[t] < 0.5) continue;
    const color = end > zero ? look.plus : look.minus,
      [left, right] = [Math.min(zero, end), Math.max(zero, end)];
    const whole = zero + seen.sums[t] * unit, // before it is divided
      ghost = 0.5 * alpha * (1 - piles);
    rect(pen, look.line, ghost, Math.min(zero, whole), y, Math.abs(whole - zero), h);
    rect(pen, color, alpha * (1 - piles) * 0.9, left, y + 0.1 * h, right - left, 0.8 * h);
    if (piles)
      pile(pen, seen.products.subarray(t * K, (t + 1) * K), unit, zero, y, h, alpha * piles);
    rect(pen, look.ink, alpha, end - 1, y - 1, 2, h + 2);
  }
  rect(pen, look.ink, 0.5 * on, zero - 0.5, HEADER, 1, T * row);
}

/**
 * @param {Pen} pen @param {Float32Array} products @param {number} unit @param {number} zero
 * @param {number} y @param {number} h @param {number} alpha
 */
function pile(pen, products, unit, zero, y, h, alpha) {
  const { look } = pen,
    largest = products.reduce((most, p) => Math.max(most, Math.abs(p)), 0);
  let at = zero;
  /** @param {number} product @param {string} color @param {number} lane */
  const add = (product, color, lane) => {
    const w = product * unit,
      size = 0.35 + (0.65 * Math.abs(product)) / largest,
      seam = Math.abs(w) > 3 ? 0.5 : 0;
    rect(
      pen,
      color,
      alpha * size,
      Math.min(at, at + w) + seam,
      y + lane,
      Math.abs(w) - seam,
      h / 2,
    );
    at += w;
  };
  for (const product of products) if (product > 0) add(product, look.plus, 0);
  for (const product of products) if (product < 0) add(product, look.minus, h / 2);
}

// The shares as bars from 0 to 1.
/** @param {Pen} pen @param {Frame} frame @param {View} view */
function shares(pen, { sizes: { T }, layout, seen }, { point, head }) {
  const { columns, row } = layout,
    { x, w, on } = columns.shares,
    h = height(row),
    whole = w - roomFor(columns.shares),
    own = pen.look.heads[head % 4];
  if (!on || w < 2) return;
  for (let t = 0; t < T; t++) {
    const y = middle(layout, t) - h / 2,
      alpha = glow(point, t, on);
    rect(pen, pen.look.line, 0.3 * alpha, x, y, whole, h);
    rect(pen, own, alpha, x, y, whole * seen.shares[t], h);
  }
}

// What is closed: a dotted line instead of a number.
/** @param {Pen} pen @param {Frame} frame */
function closed({ context, look }, { sizes: { T }, layout, seen }) {
  const { columns } = layout,
    { x, on } = columns.scores;
  if (!on) return;
  const end = columns.shares.on ? columns.shares.x + columns.shares.w : x + columns.scores.w;
  Object.assign(context, { strokeStyle: look.ink, globalAlpha: 0.6, lineWidth: 1 });
  context.setLineDash([2, 4]);
  for (let t = 0; t < T; t++) {
    if (seen.open[t] > 0.5) continue;
    context.beginPath();
    context.moveTo(x, middle(layout, t));
    context.lineTo(end, middle(layout, t));
    context.stroke();
  }
  context.setLineDash([]);
}

// A frame around one cell wherever it is.
/** @param {Pen} pen @param {Frame} frame @param {View} view */
function traced({ context, look }, { sizes: { K }, layout }, { point }) {
  if (point?.cell === undefined || point.key === undefined) return;
  const { columns, row } = layout,
    h = height(row);
  Object.assign(context, { strokeStyle: look.ink, globalAlpha: 1, lineWidth: 1.5 });
  /** @type {(name: Column, y: number, h: number) => void} */
  const frame = (name, y, h) => {
    const { x, w, on } = columns[name];
    if (on && w > 2) context.strokeRect(x + (point.cell ?? 0) * (w / K), y, w / K, h);
  };
  frame("keys", 20, 22);
  for (const name of /** @type {Column[]} */ (["keys", "products"]))
    frame(name, middle(layout, point.key) - h / 2 - 1, h + 2);
}

// Ground: a hairline for each token, along which it stays what it was; a tint behind the one that
// asks.
/** @param {Pen} pen @param {Frame} frame */
function ground(pen, { sizes: { T }, layout, query }) {
  const { row, width, wide, columns } = layout,
    { look } = pen,
    end = columns.heads.on ? columns.heads.x : width;
  rect(pen, look.raised, 1, 0, HEADER + query * row, wide + 4, row);
  for (let t = 0; t < T; t++) rect(pen, look.line, 0.7, wide, middle(layout, t), end - wide, 1);
}

/** @param {CanvasRenderingContext2D} context @param {Look} look @param {Frame} frame @param {View} view */
export function paint(context, look, frame, view) {
  const pen = { context, look };
  ground(pen, frame);
  strips(pen, frame, view);
  scores(pen, frame, view);
  shares(pen, frame, view);
  closed(pen, frame);
  ribbons(pen, frame, view);
  slot(pen, frame, view);
  maps(pen, frame, view);
  traced(pen, frame, view);
}
