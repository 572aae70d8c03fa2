// Draws AttentionMicroscope's ribbons, as wide as the weights, the slot that they fill, where the
// values mix, and the maps of all tokens and heads.

import { glow, outline, type Pen, rect, strip } from "./cells.ts";
import type { Frame, View } from "./frame.ts";
import { HEADER, joinedTop, panels, slotTop } from "./layout.ts";
import { askingRibbons, type Ends, type Ribbon, ribbonsTo } from "./ribbons.ts";
import type { Point } from "./state.ts";

// A ribbon from one height to another.
function band({ context }: Pen, color: string, alpha: number, { x0, y0, h0, x1, y1, h1 }: Ends) {
  const bend = (x0 + x1) / 2;
  context.globalAlpha = alpha;
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x0, y0 - h0 / 2);
  context.bezierCurveTo(bend, y0 - h0 / 2, bend, y1 - h1 / 2, x1, y1 - h1 / 2);
  context.lineTo(x1, y1 + h1 / 2);
  context.bezierCurveTo(bend, y1 + h1 / 2, bend, y0 + h0 / 2, x0, y0 + h0 / 2);
  context.fill();
}

// How bright a ribbon is: what is pointed at, or what the asking token reads.
function strength(point: Point | null, query: number, key: number, own: boolean) {
  if (!point) return own ? 1 : 0.3;
  const hit =
    (point.key === undefined || point.key === key) &&
    (point.query === undefined ? own : point.query === query);
  return hit ? 1 : 0.1;
}

export function ribbons(pen: Pen, frame: Frame, { point }: View) {
  const { sizes, layout, query } = frame,
    { row, others } = layout,
    { on, w } = layout.columns.ribbons,
    asking = Math.round(query);
  if (!on || w < 4) return;
  const draw: (to: Ribbon[], q: number, alpha: number) => void = (to, q, alpha) => {
    for (const { head, key, weight, ends } of to) {
      const bright = on * alpha * strength(point, q, key, q === asking);
      band(pen, pen.look.heads[head % 4], bright * (0.25 + 0.65 * weight ** 0.5), ends);
    }
  };
  for (let q = 0; others > 0.01 && q < sizes.T; q++)
    if (q !== asking) draw(ribbonsTo(frame, q, HEADER + q * row + 1, row - 2), q, others);
  draw(askingRibbons(frame), asking, 1);
}

// The slot: it is filled by the ribbons, then by the values in these shares; below stands the sum.
export function slot(
  pen: Pen,
  { sizes: { T, K }, layout, seen, query, scales }: Frame,
  { point, head }: View,
) {
  const place = layout.columns.mixture,
    { look } = pen;
  if (!place.on || place.w < 4) return;
  let y = slotTop(layout, query);
  const below = y + layout.slot + 8;
  for (let key = 0; key < T; key++) {
    const thick = seen.shares[key] * layout.slot,
      alpha = glow(point, key, place.on);
    rect(pen, look.heads[head % 4], alpha * (1 - layout.mixed) * 0.8, place.x, y, place.w, thick);
    if (layout.mixed && thick > 0.2) {
      const values = seen.values.subarray(key * K, (key + 1) * K);
      strip(pen, values, scales.values, place, y, thick, alpha * layout.mixed);
    }
    y += thick;
    if (key < T - 1) rect(pen, look.surface, 0.9, place.x, y - 0.5, place.w, 1);
  }
  if (layout.mixed)
    strip(pen, seen.output, scales.values, place, below, 22, place.on * layout.mixed);
}

// One head's weights as a map: rows are queries.
// place: of an entry
function map(
  pen: Pen,
  { sizes: { T }, seen, query }: Frame,
  n: number,
  { x, y, w, h, alpha }: { x: number; y: number; w: number; h: number; alpha: number },
  point: Point | null,
) {
  const { look } = pen,
    seam = Math.min(w, h) > 5 ? 1 : 0;
  for (let q = 0; q < T; q++)
    for (let key = 0; key < T; key++) {
      const weight = seen.weights[(n * T + q) * T + key],
        pointed = point?.query === q && point.key === key;
      if (seen.mask[q * T + key] < 0.5) continue; // nothing there, not even a cell
      rect(pen, look.line, 0.3 * alpha, x + key * w, y + q * h, w - seam, h - seam);
      rect(pen, look.heads[n % 4], alpha * weight, x + key * w, y + q * h, w - seam, h - seam);
      if (pointed) outline(pen, alpha, x + key * w, y + q * h, w - seam, h - seam);
    }
  outline(pen, 0.8 * alpha, x - 1, y + query * h - 1, T * w + 2 - seam, h + 2 - seam);
}

export function maps(pen: Pen, frame: Frame, { point, head }: View) {
  const { layout, sizes, seen, scales } = frame,
    { matrix, heads } = layout.columns,
    { T, N, K } = sizes;
  if (matrix.on && matrix.w > 20) {
    const place = { x: matrix.x, y: HEADER, w: matrix.w / T, h: layout.row, alpha: matrix.on };
    map(pen, frame, head, place, point);
  }
  if (!heads.on || heads.w < 20) return;
  panels(layout, N, T).forEach(({ x, y, title, cell }, n) =>
    map(pen, frame, n, { x, y: y + title, w: cell, h: cell, alpha: heads.on }, null),
  );
  for (let n = 0; n < N; n++) {
    const part = { x: heads.x + (n * heads.w) / N, w: heads.w / N - 3 },
      values = seen.outputs.subarray(n * K, (n + 1) * K);
    strip(pen, values, scales.values, part, joinedTop(layout), 18, heads.on);
    rect(pen, pen.look.heads[n % 4], heads.on, part.x, joinedTop(layout) + 20, part.w, 3);
  }
}
