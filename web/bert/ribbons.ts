// Ribbons, the attention weights as bands between tokens: computed, drawn, and hit-tested under the
// pointer.

import type { Ends } from "../shared/picture.ts";
import type { Cut } from "./close.ts";
import type { Look } from "./colours.ts";
import { type Layout, middle, reach } from "./layout.ts";
import type { Block, Trace } from "./pass.ts";
import type { Pen } from "./pen.ts";

// of the weights
export type Entry = { block: number; head: number; query: number; key: number };
// what ribbons have in common that are pointed at
export type Point = Partial<Entry> | null;
export type Ribbon = Entry & {
  weight: number;
  thick: number;
  ahead: boolean;
  own: boolean;
  share: number | null;
  alpha: number;
  line: Ends;
};
// how a block's ribbons are drawn
export interface Shown {
  block: number;
  slots: number[]; // the widths of its heads' slots
  readers?: Float32Array | null; // how much each token matters to what is traced
  trace: Trace | null;
  lit: boolean;
  point?: Point;
  front: number[]; // who is asked something: at rest what others read stands behind; empty: all
}

// Whether a ribbon is among those that are pointed at: `point` names what they have in common;
// without one, all.
const pointedAt = (ribbon: Entry, point?: Point) =>
  Object.entries(point ?? {}).every(([name, value]) => ribbon[name as keyof Entry] === value);

// What comes into one token through one head's slot, which begins at `before` of a row's height.
function intoToken(
  layout: Layout,
  weights: Float32Array,
  how: Shown,
  head: number,
  query: number,
  before: number,
): Ribbon[] {
  const { block, slots, readers, trace, lit, point, front } = how,
    { T, row } = layout,
    { x0, x1 } = reach(layout, block),
    room = Math.min(28, row - 3),
    // At rest only what is read more than evenly, so that lines don't become a tangle.
    least = Math.max(x1 - x0 < 70 ? 0.12 : 0.05, trace ? 0 : Math.min(0.15, 1.5 / T)),
    slot = slots[head];
  const share = readers ? readers[query] : trace ? 0 : null;
  const ahead = !front.length || front.includes(query),
    resting = (lit ? 1 : front.length ? 0.7 : 0.4) * (ahead ? 1 : 0.2),
    strength = share === null ? resting : share < 0.02 ? 0.04 : Math.min(1, 0.12 + 1.5 * share);
  // The token that is traced opens wide: its neighbours are dim then.
  const own = trace?.query === query && trace.block === block,
    wide = own ? 2.6 * room : room;
  const ribbons: Ribbon[] = [];
  let y = middle(layout, query) + wide * (before - 0.5);
  for (let key = 0; key < T; key++) {
    const weight = weights[(head * T + query) * T + key],
      thick = weight * wide * slot,
      dim = pointedAt({ block, head, query, key }, point) ? 1 : 0.12,
      alpha = dim * strength * (0.08 + 0.8 * weight ** 0.7);
    const y0 = middle(layout, key) + 0.8 * room * (before + slot / 2 - 0.5),
      line = { x0, y0, x1, y1: y + thick / 2 };
    if (weight > least)
      ribbons.push({ block, head, query, key, weight, thick, ahead, own, share, alpha, line });
    y += thick;
  }
  return ribbons;
}

// One block's ribbons, thin ones first. Each head has a slot in a row's height; a ribbon is as wide
// as its weight, so those that come into a token fill it. Returns those that are traced.
export function ribbons(
  pen: Pen,
  look: Look,
  layout: Layout,
  { weights }: Block,
  how: Shown,
): Ribbon[] {
  const drawn: Ribbon[] = [];
  let before = 0;
  how.slots.forEach((slot, head) => {
    for (let query = 0; slot > 0.02 && query < layout.T; query++)
      drawn.push(...intoToken(layout, weights, how, head, query, before));
    before += slot;
  });
  const over = ({ own, ahead }: Ribbon) => 2 * Number(own) + Number(ahead);
  drawn.sort((a, b) => over(a) - over(b) || a.weight - b.weight);
  for (const { head, alpha, thick, line } of drawn)
    pen.curve(look.heads[head % look.heads.length], alpha, Math.max(0.4, thick), line);
  return drawn.filter(({ share }) => (share ?? 0) > 0.15);
}

// What was cut from one token to another stays as a dotted line.
export function scars(pen: Pen, look: Look, layout: Layout, cuts: Cut[]) {
  for (const [block, , query, key] of cuts) {
    if (block < 0 || query < 0 || key < 0) continue;
    const line = { ...reach(layout, block), y0: middle(layout, key), y1: middle(layout, query) };
    pen.curve(look.ink, 0.8, 1, line, { pattern: [2, 4], offset: 0 });
  }
}

// What flows along these ribbons at this time, in milliseconds.
export function paintFlow(
  pen: Pen,
  look: Look,
  pressable: Ribbon[],
  point: Point | undefined,
  time: number,
) {
  for (const { thick, line, weight } of pressable.filter((ribbon) => pointedAt(ribbon, point)))
    if (weight > 0.08)
      pen.curve(look.surface, 0.95, Math.max(1.2, Math.min(2.4, 0.7 * thick)), line, {
        pattern: [0.1, 13],
        offset: -0.035 * time,
      });
}

// Which of these ribbons the pointer is on, within `near` pixels; the upper one of two.
export function ribbonAt(pressable: Ribbon[], x: number, y: number, near = 5) {
  const distance = ({ line: { x0, y0, x1, y1 }, thick }: Ribbon) => {
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
