// Ribbons: what each token reads, of which words, in which head. They are computed, drawn, and found
// again under the pointer.

import { middle, reach } from "./layout.js";

/**
 * @import { Ends } from "../shared/picture.js"
 * @import { Layout } from "./layout.js"
 * @import { Block, Cut, Trace } from "./pass.js"
 * @import { Pen } from "./pen.js"
 * @import { Look } from "./scene.js"
 * @typedef {{ block: number, head: number, query: number, key: number }} Entry of the weights
 * @typedef {Partial<Entry> | null} Point what ribbons have in common that are pointed at
 * @typedef {Entry & {
 *   weight: number, thick: number, own: boolean, share: number | null, alpha: number, line: Ends,
 * }} Ribbon
 * @typedef {object} Shown how a block's ribbons are drawn
 * @property {number} block
 * @property {number[]} slots the widths of its heads' slots
 * @property {Float32Array | null} [readers] how much each token matters to what is traced
 * @property {Trace | null} trace
 * @property {boolean} lit
 * @property {Point} [point]
 */

// Whether a ribbon is among those that are pointed at: `point` names what they have in common;
// without one, all.
/** @param {Entry} ribbon @param {Point} [point] */
const pointedAt = (ribbon, point) =>
  Object.entries(point ?? {}).every(
    ([name, value]) => ribbon[/** @type {keyof Entry} */ (name)] === value,
  );

// What comes into one token through one head's slot, which begins at `before` of a row's height.
/**
 * @param {Layout} layout @param {Float32Array} weights @param {Shown} how
 * @param {number} head @param {number} query @param {number} before
 * @returns {Ribbon[]}
 */
function intoToken(layout, weights, how, head, query, before) {
  const { block, slots, readers, trace, lit, point } = how,
    { T, row } = layout,
    { x0, x1 } = reach(layout, block),
    room = Math.min(28, row - 3),
    least = x1 - x0 < 70 ? 0.12 : 0.05,
    slot = slots[head];
  const share = readers ? readers[query] : trace ? 0 : null;
  const strength =
    share === null ? (lit ? 1 : 0.4) : share < 0.02 ? 0.04 : Math.min(1, 0.12 + 1.5 * share);
  // The token that is traced opens wide: its neighbours are dim then.
  const own = trace?.query === query && trace.block === block,
    wide = own ? 2.6 * room : room;
  /** @type {Ribbon[]} */
  const ribbons = [];
  let y = middle(layout, query) + wide * (before - 0.5);
  for (let key = 0; key < T; key++) {
    const weight = weights[(head * T + query) * T + key],
      thick = weight * wide * slot,
      dim = pointedAt({ block, head, query, key }, point) ? 1 : 0.12,
      alpha = dim * strength * (0.08 + 0.8 * weight ** 0.7);
    const y0 = middle(layout, key) + 0.8 * room * (before + slot / 2 - 0.5),
      line = { x0, y0, x1, y1: y + thick / 2 };
    if (weight > least)
      ribbons.push({ block, head, query, key, weight, thick, own, share, alpha, line });
    y += thick;
  }
  return ribbons;
}

// One block's ribbons, thin ones first. Each head has a slot in a row's height; a ribbon is as wide
// as its weight, so those that come into a token fill it. Returns those that are traced.
/** @type {(pen: Pen, look: Look, layout: Layout, one: Block, how: Shown) => Ribbon[]} */
export function ribbons(pen, look, layout, { weights }, how) {
  /** @type {Ribbon[]} */
  const drawn = [];
  let before = 0;
  how.slots.forEach((slot, head) => {
    for (let query = 0; slot > 0.02 && query < layout.T; query++)
      drawn.push(...intoToken(layout, weights, how, head, query, before));
    before += slot;
  });
  drawn.sort((a, b) => Number(a.own) - Number(b.own) || a.weight - b.weight);
  for (const { head, alpha, thick, line } of drawn)
    pen.curve(look.heads[head % look.heads.length], alpha, Math.max(0.4, thick), line);
  return drawn.filter(({ share }) => (share ?? 0) > 0.15);
}

// What was cut from one token to another stays as a dotted line.
/** @param {Pen} pen @param {Look} look @param {Layout} layout @param {Cut[]} cuts */
export function scars(pen, look, layout, cuts) {
  for (const [block, , query, key] of cuts) {
    if (block < 0 || query < 0 || key < 0) continue;
    const line = { ...reach(layout, block), y0: middle(layout, key), y1: middle(layout, query) };
    pen.curve(look.ink, 0.8, 1, line, { pattern: [2, 4], offset: 0 });
  }
}

// What flows along these ribbons at this time, in milliseconds.
/**
 * @param {Pen} pen @param {Look} look @param {Ribbon[]} pressable @param {Point | undefined} point
 * @param {number} time
 */
export function paintFlow(pen, look, pressable, point, time) {
  for (const { thick, line, weight } of pressable.filter((ribbon) => pointedAt(ribbon, point)))
    if (weight > 0.08)
      pen.curve(look.surface, 0.95, Math.max(1.2, Math.min(2.4, 0.7 * thick)), line, {
        pattern: [0.1, 13],
        offset: -0.035 * time,
      });
}

// Which of these ribbons the pointer is on, within `near` pixels; the upper one of two.
/** @param {Ribbon[]} pressable @param {number} x @param {number} y */
export function ribbonAt(pressable, x, y, near = 5) {
  /** @param {Ribbon} ribbon */
  const distance = ({ line: { x0, y0, x1, y1 }, thick }) => {
    if (x < x0 || x > x1) return Infinity;
    let low = 0,
      high = 1;
    for (let i = 0; i < 12; i++) {
      // the curve's x grows with its parameter
      const t = (low + high) / 2,
        at = 1.5 * t * (1 - t) ** 2 + 1.5 * t * t * (1 - t) + t ** 3;
      if (x0 + (x1 - x0) * at < x) low = t;
      else high = t;
    }
    const t = (low + high) / 2;
    return Math.max(0, Math.abs(y - y0 - (y1 - y0) * (3 * t * t - 2 * t ** 3)) - thick / 2);
  };
  let best = null;
  for (const ribbon of pressable) {
    const d = distance(ribbon);
    if (d <= near) [best, near] = [ribbon, d];
  }
  return best;
}
