// Draws AttentionMicroscope's columns for one query. The scores are in paint_scores.ts, ribbons,
// slot and maps in paint_reading.ts.

import type { Look } from "#web/bert/colours.ts";
import { glow, height, outline, type Pen, rect, strip } from "./cells.ts";
import type { Frame, View } from "./frame.ts";
import { type Column, HEADER, middle, roomFor, slotTop } from "./layout.ts";
import { maps, ribbons, slot } from "./paint_reading.ts";
import { scores } from "./paint_scores.ts";

function strips(pen: Pen, { sizes: { T, K }, layout, seen, scales }: Frame, { point }: View) {
  const { columns, row } = layout,
    h = height(row);
  const column: (values: Float32Array, scale: number, name: Column) => void = (
    values,
    scale,
    name,
  ) => {
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

// The shares as bars from 0 to 1.
function shares(pen: Pen, { sizes: { T }, layout, seen }: Frame, { point, head }: View) {
  const { columns, row } = layout,
    { x, w, on } = columns.shares,
    h = height(row),
    whole = w - roomFor(columns.shares),
    own = pen.look.heads[head % 4];
  if (!on || w < 2) return;
  for (let t = 0; t < T; t++) {
    const y = middle(layout, t) - h / 2,
      alpha = glow(point, t, on);
    if (seen.open[t] < 0.5) continue;
    rect(pen, pen.look.line, 0.3 * alpha, x, y, whole, h);
    rect(pen, own, alpha, x, y, whole * seen.shares[t], h);
  }
}

// What is closed: a dotted line instead of a number.
function closed({ context, look }: Pen, { sizes: { T }, layout, seen }: Frame) {
  const { columns } = layout,
    { x, on } = columns.scores;
  if (!on) return;
  const last = columns.shares.on ? columns.shares : columns.scores,
    end = last.x + last.w - roomFor(last);
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

// A frame around one cell wherever it is: in the query, its key and their product, or in a value and
// in the output.
function traced(pen: Pen, { sizes: { K }, layout, query }: Frame, { point }: View) {
  if (point?.cell === undefined || point.key === undefined) return;
  const { cell, key } = point,
    h = height(layout.row),
    y = middle(layout, key) - h / 2 - 1;
  const frame: (name: Column, y: number, h: number) => void = (name, y, h) => {
    const { x, w, on } = layout.columns[name];
    if (on && w > 2) outline(pen, 1, x + (cell * w) / K, y, w / K, h);
  };
  if (layout.mixed) {
    frame("values", y, h + 2);
    frame("mixture", slotTop(layout, query) + layout.slot + 7, 24);
  } else {
    frame("keys", 20, 22);
    frame("keys", y, h + 2);
    frame("products", y, h + 2);
  }
}

// Ground: a hairline for each token, along which it stays what it was; a tint behind the one that
// asks.
function ground(pen: Pen, { sizes: { T }, layout, query }: Frame) {
  const { row, width, wide, columns } = layout,
    { look } = pen,
    end = columns.heads.on ? columns.heads.x : width;
  rect(pen, look.raised, 1, 0, HEADER + query * row, wide + 4, row);
  for (let t = 0; t < T; t++) rect(pen, look.line, 0.7, wide, middle(layout, t), end - wide, 1);
}

export function paint(context: CanvasRenderingContext2D, look: Look, frame: Frame, view: View) {
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
