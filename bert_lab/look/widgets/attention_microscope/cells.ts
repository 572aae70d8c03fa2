// Draws AttentionMicroscope's cells, and decides how bright they are.

import type { Look } from "#web/bert/colours.ts";
import type { Point } from "./state.ts";

export type Pen = { context: CanvasRenderingContext2D; look: Look };

export function rect(
  { context }: Pen,
  color: string,
  alpha: number,
  x: number,
  y: number,
  w: number,
  h: number,
) {
  context.globalAlpha = alpha;
  context.fillStyle = color;
  context.fillRect(x, y, w, h);
}

// A vector as a strip of all its cells, which can be told apart where there is room.
export function strip(
  pen: Pen,
  values: ArrayLike<number>,
  scale: number,
  { x, w }: { x: number; w: number },
  y: number,
  h: number,
  alpha: number,
) {
  const { look } = pen,
    width = w / values.length,
    seam = width >= 6 ? 1 : 0;
  rect(pen, look.line, 0.3 * alpha, x, y, w, h);
  for (let c = 0; c < values.length; c++) {
    const size = Math.min(1, Math.abs(values[c]) / scale);
    if (size > 0.02)
      rect(
        pen,
        values[c] > 0 ? look.plus : look.minus,
        alpha * size,
        x + c * width + seam / 2,
        y,
        width - seam,
        h,
      );
  }
}

// How bright a row of a column is: what is pointed at is lit, the rest steps back.
// on: the column's own
export function glow(point: Point | null, t: number, on: number) {
  if (point?.key === undefined) return on;
  return point.key === t ? Math.max(on, 0.9) : 0.3 * on;
}

// Of a strip in its row.
export const height = (row: number) => Math.min(24, Math.max(7, 0.72 * row));

export function outline(
  { context, look }: Pen,
  alpha: number,
  x: number,
  y: number,
  w: number,
  h: number,
) {
  Object.assign(context, { strokeStyle: look.ink, globalAlpha: alpha, lineWidth: 1.5 });
  context.strokeRect(x, y, w, h);
}
