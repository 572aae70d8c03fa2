// Ribbons, the attention weights as bands between tokens: computed and drawn.

import type { Ends } from "../shared/picture.ts";
import type { Cut } from "./close.ts";
import type { Look } from "./colours.ts";
import { type Layout, middle, reach } from "./layout.ts";
import type { Block, Trace } from "./pass.ts";
import type { Pen } from "./pen.ts";

export type Ribbon = {
  head: number;
  weight: number;
  thick: number;
  own: boolean;
  share: number | null;
  alpha: number;
  line: Ends;
};
// how a block's ribbons are drawn
export interface Shown {
  block: number;
  readers?: Float32Array | null; // how much each token matters to what is traced
  trace: Trace | null;
  lit: boolean;
  front: number[]; // who is asked something: at rest only what these read is drawn; empty: all
}

// What comes into one token through one head's slot: a share of a row's height, `before` others.
function intoToken(
  layout: Layout,
  weights: Float32Array,
  how: Shown,
  head: number,
  query: number,
): Ribbon[] {
  const { block, readers, trace, lit, front } = how,
    { T, row } = layout,
    { x0, x1 } = reach(layout, block),
    room = Math.min(28, row - 3),
    // At rest only what is read more than evenly, so that lines don't become a tangle.
    least = Math.max(x1 - x0 < 70 ? 0.12 : 0.05, trace ? 0 : Math.min(0.15, 1.5 / T)),
    slot = (T * T) / weights.length,
    before = head * slot;
  const share = readers ? readers[query] : trace ? 0 : null;
  if (share === null ? front.length && !front.includes(query) : share < 0.02) return [];
  const resting = lit ? 1 : front.length ? 0.7 : 0.4,
    strength = share === null ? resting : Math.min(1, 0.12 + 1.5 * share);
  // The token that is traced opens wide: its neighbours are dim then.
  const own = trace?.query === query && trace.block === block,
    wide = own ? 2.6 * room : room;
  const ribbons: Ribbon[] = [];
  let y = middle(layout, query) + wide * (before - 0.5);
  for (let key = 0; key < T; key++) {
    const weight = weights[(head * T + query) * T + key],
      thick = weight * wide * slot,
      alpha = strength * (0.08 + 0.8 * weight ** 0.7);
    const y0 = middle(layout, key) + 0.8 * room * (before + slot / 2 - 0.5),
      line = { x0, y0, x1, y1: y + thick / 2 };
    if (weight > least) ribbons.push({ head, weight, thick, own, share, alpha, line });
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
  const { T } = layout;
  for (let head = 0; head < weights.length / (T * T); head++)
    for (let query = 0; query < T; query++)
      drawn.push(...intoToken(layout, weights, how, head, query));
  drawn.sort((a, b) => Number(a.own) - Number(b.own) || a.weight - b.weight);
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
export function paintFlow(pen: Pen, look: Look, traced: Ribbon[], time: number) {
  for (const { thick, line, weight } of traced)
    if (weight > 0.08)
      pen.curve(look.surface, 0.95, Math.max(1.2, Math.min(2.4, 0.7 * thick)), line, {
        pattern: [0.1, 13],
        offset: -0.035 * time,
      });
}
