// Drawing back ends: one paints on a canvas, one writes SVG (tools/drawings/stills.ts), so that a
// picture in the page and its still come from the same code.

import type { Ends } from "../shared/picture.ts";

export type Pen = {
  rect(color: string, alpha: number, x: number, y: number, w: number, h: number): void;
  curve(color: string, alpha: number, width: number, ends: Ends, dash?: Dash): void;
  lens(color: string, alpha: number, ...shape: Parameters<typeof lensPath>): void;
};
export type Dash = { pattern: number[]; offset: number };

export const round = (x: number) => Math.round(x * 10) / 10;

export const canvasPen = (context: CanvasRenderingContext2D): Pen => ({
  rect(color, alpha, x, y, w, h) {
    context.globalAlpha = alpha;
    context.fillStyle = color;
    context.fillRect(x, y, w, h);
  },
  curve(color, alpha, width, { x0, y0, x1, y1 }, dash) {
    const bend = (x1 - x0) / 2;
    context.globalAlpha = alpha;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineCap = dash ? "round" : "butt";
    context.setLineDash(dash?.pattern ?? []);
    context.lineDashOffset = dash?.offset ?? 0;
    context.beginPath();
    context.moveTo(x0, y0);
    context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
    context.stroke();
  },
  lens(color, alpha, x, y, w, thin, thick) {
    context.globalAlpha = alpha;
    context.fillStyle = color;
    context.fill(new Path2D(lensPath(x, y, w, thin, thick)));
  },
});

export function lensPath(left: number, y: number, w: number, thin: number, thick: number): string {
  const [a, b] = [thin / 2, thick / 2],
    [x, q, m, p, end] = [0, 1, 2, 3, 4].map((i) => round(left + (i * w) / 4));
  const [up, low, high, down] = [y - a, y + a, y - b, y + b].map(round);
  return `M${x} ${up}Q${q} ${high} ${m} ${high}Q${p} ${high} ${end} ${up}V${low}Q${p} ${down} ${m} ${down}Q${q} ${down} ${x} ${low}Z`;
}
