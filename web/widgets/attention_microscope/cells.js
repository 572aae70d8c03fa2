// AttentionMicroscope's drawing: cells, and how bright they are.

/** @import { Pen, Point } from "./paint.js" */

/**
 * @param {Pen} pen @param {string} color @param {number} alpha
 * @param {number} x @param {number} y @param {number} w @param {number} h
 */
export function rect({ context }, color, alpha, x, y, w, h) {
  context.globalAlpha = alpha;
  context.fillStyle = color;
  context.fillRect(x, y, w, h);
}

// A vector as a strip of all its cells, which can be told apart where there is room.
/**
 * @param {Pen} pen @param {ArrayLike<number>} values @param {number} scale
 * @param {{ x: number, w: number }} place @param {number} y @param {number} h
 * @param {number} alpha
 */
export function strip(pen, values, scale, { x, w }, y, h, alpha) {
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
/** @param {Point | null} point @param {number} t @param {number} on the column's own */
export function glow(point, t, on) {
  if (point?.key === undefined) return on;
  return point.key === t ? Math.max(on, 0.9) : 0.3 * on;
}

// Of a strip in its row.
/** @param {number} row */
export const height = (row) => Math.min(24, Math.max(7, 0.72 * row));

/**
 * @param {Pen} pen @param {number} alpha
 * @param {number} x @param {number} y @param {number} w @param {number} h
 */
export function outline({ context, look }, alpha, x, y, w, h) {
  Object.assign(context, { strokeStyle: look.ink, globalAlpha: alpha, lineWidth: 1.5 });
  context.strokeRect(x, y, w, h);
}
