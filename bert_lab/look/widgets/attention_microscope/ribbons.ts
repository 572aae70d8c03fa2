// The geometry of AttentionMicroscope's ribbons: from each key to a slot, where they are stacked,
// each as high as its weight, head by head.

import type { Frame } from "./frame.ts";
import { middle, slotTop } from "./layout.ts";

export type Ends = { x0: number; y0: number; h0: number; x1: number; y1: number; h1: number };
export type Ribbon = { head: number; key: number; weight: number; ends: Ends };

const LEAST = 0.01; // of a weight

// The ribbons to one token's slot, which is `h` high.
export function ribbonsTo(
  { sizes: { T, N }, layout, seen, slots }: Frame,
  query: number,
  top: number,
  h: number,
): Ribbon[] {
  const { row, columns } = layout,
    { x, w } = columns.ribbons;
  const found: Ribbon[] = [];
  let y = top;
  slots.forEach((slot, head) => {
    // beside one another where they begin, too
    const lane = slot < 0.99 ? ((head - (N - 1) / 2) * 0.6 * row) / N : 0;
    for (let key = 0; slot > 0.004 && key < T; key++) {
      const weight = seen.weights[(head * T + query) * T + key],
        h0 = 0.8 * weight * slot * row,
        h1 = weight * slot * h;
      const ends = { x0: x, y0: middle(layout, key) + lane, h0, x1: x + w, y1: y + h1 / 2, h1 };
      if (weight > LEAST) found.push({ head, key, weight, ends });
      y += h1;
    }
  });
  return found;
}

// Those of the token that asks.
export const askingRibbons = (frame: Frame) =>
  ribbonsTo(frame, Math.round(frame.query), slotTop(frame.layout, frame.query), frame.layout.slot);

// The ribbon at a place, within 3 pixels; the upper one of two.
export function ribbonAt(ribbons: Ribbon[], x: number, y: number) {
  const there = ribbons.filter(({ ends: { x0, y0, h0, x1, y1, h1 } }) => {
    let [low, high] = [0, 1];
    for (let i = 0; i < 12; i++) {
      // the curve's x grows with its parameter
      const t = (low + high) / 2,
        at = 1.5 * t * (1 - t) ** 2 + 1.5 * t * t * (1 - t) + t ** 3;
      if (x0 + (x1 - x0) * at < x) low = t;
      else high = t;
    }
    const part = 3 * low * low - 2 * low ** 3;
    return Math.abs(y - y0 - (y1 - y0) * part) <= 3 + (h0 + (h1 - h0) * part) / 2;
  });
  return there.at(-1);
}
