// BertAlive's drawing. A pen knows three shapes: one draws on a canvas and one writes SVG
// (tools/stills.js), so the picture in a page and its still are one picture.

import { isLit, middle, reach, top } from "./layout.js";
import { traceBack } from "./pass.js";

/**
 * @import { Ends } from "../shared/picture.js"
 * @import { Layout, Place } from "./layout.js"
 * @import { Block, Cut, Pass, Trace } from "./pass.js"
 * @import { Look } from "./scene.js"
 * @typedef {{
 *   rect(color: string, alpha: number, x: number, y: number, w: number, h: number): void,
 *   curve(color: string, alpha: number, width: number, ends: Ends, dash?: Dash): void,
 *   lens(color: string, alpha: number, ...shape: Parameters<typeof lensPath>): void,
 * }} Pen
 * @typedef {{ pattern: number[], offset: number }} Dash
 * @typedef {{ block: number, head: number, query: number, key: number }} Entry of the weights
 * @typedef {Partial<Entry> | null} Point
 * @typedef {Entry & {
 *   weight: number, thick: number, own: boolean, share: number | null, alpha: number, line: Ends,
 * }} Ribbon
 */

/** @param {number} x */
export const round = (x) => Math.round(x * 10) / 10;

/** @param {CanvasRenderingContext2D} context @returns {Pen} */
export const canvasPen = (context) => ({
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

/** @type {(left: number, y: number, w: number, thin: number, thick: number) => string} */
export function lensPath(left, y, w, thin, thick) {
  const [a, b] = [thin / 2, thick / 2],
    [x, q, m, p, end] = [0, 1, 2, 3, 4].map((i) => round(left + (i * w) / 4));
  const [up, low, high, down] = [y - a, y + a, y - b, y + b].map(round);
  return `M${x} ${up}Q${q} ${high} ${m} ${high}Q${p} ${high} ${end} ${up}V${low}Q${p} ${down} ${m} ${down}Q${q} ${down} ${x} ${low}Z`;
}

/** @param {Float32Array} values */
const spread = (values) => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
const HEIGHT = 20; // of a strip at most

// A vector as a strip: its first 8 to 64 numbers as cells, as many as can be told apart.
/**
 * @param {Pen} pen @param {Look} look @param {Float32Array} values @param {number} scale
 * @param {Place} place @param {number} y @param {number} h @param {number} alpha
 */
function cells(pen, look, values, scale, { x, w }, y, h, alpha) {
  const fits = w >= 128 ? 64 : w >= 60 ? 32 : w >= 20 ? 16 : 8,
    cells = Math.min(fits, values.length);
  /** @param {number} c */
  const edge = (c) => Math.round(2 * (x + (c * w) / cells)) / 2;
  pen.rect(look.line, 0.35 * alpha, x, y, w, h);
  for (let c = 0; c < cells; c++) {
    const size = Math.min(1, Math.abs(values[c]) / scale);
    if (size > 0.04)
      pen.rect(
        values[c] > 0 ? look.plus : look.minus,
        alpha * size,
        edge(c),
        y,
        edge(c + 1) - edge(c),
        h,
      );
  }
}

// Whether a ribbon is among those that are pointed at: `point` names what they have in common;
// without one, all.
/** @param {Entry} ribbon @param {Point} [point] */
const pointedAt = (ribbon, point) =>
  Object.entries(point ?? {}).every(
    ([name, value]) => ribbon[/** @type {keyof Entry} */ (name)] === value,
  );

// One block's ribbons, thin ones first. Each head has a slot in a row's height, `slots` says of
// what width; a ribbon is as wide as its weight, so those that come into a token fill it. Returns
// those that are traced.
/**
 * @param {Pen} pen @param {Look} look @param {Layout} layout @param {Block} one
 * @param {Pick<View, "trace" | "point"> & {
 *   block: number, slots: number[], readers?: Float32Array | null, lit: boolean,
 * }} how
 */
function ribbons(pen, look, layout, { weights }, { block, slots, readers, trace, lit, point }) {
  const { T, row } = layout,
    { x0, x1 } = reach(layout, block),
    room = Math.min(28, row - 3);
  const least = x1 - x0 < 70 ? 0.12 : 0.05;
  /** @type {Ribbon[]} */
  const drawn = [];
  slots.forEach((slot, head) => {
    const before = slots.slice(0, head).reduce((a, b) => a + b, 0);
    for (let query = 0; slot > 0.02 && query < T; query++) {
      const share = readers ? readers[query] : trace ? 0 : null;
      const strength =
        share === null ? (lit ? 1 : 0.4) : share < 0.02 ? 0.04 : Math.min(1, 0.12 + 1.5 * share);
      // The token that is traced opens wide: its neighbours are dim then.
      const own = trace?.query === query && trace.block === block,
        wide = own ? 2.6 * room : room;
      let y = middle(layout, query) + wide * (before - 0.5);
      for (let key = 0; key < T; key++) {
        const weight = weights[(head * T + query) * T + key],
          thick = weight * wide * slot;
        const dim = pointedAt({ block, head, query, key }, point) ? 1 : 0.12;
        if (weight > least)
          drawn.push({
            block,
            head,
            query,
            key,
            weight,
            thick,
            own,
            share,
            alpha: dim * strength * (0.08 + 0.8 * weight ** 0.7),
            line: {
              x0,
              y0: middle(layout, key) + 0.8 * room * (before + slot / 2 - 0.5),
              x1,
              y1: y + thick / 2,
            },
          });
        y += thick;
      }
    }
  });
  drawn.sort((a, b) => Number(a.own) - Number(b.own) || a.weight - b.weight);
  for (const { head, alpha, thick, line } of drawn)
    pen.curve(look.heads[head % look.heads.length], alpha, Math.max(0.4, thick), line);
  return drawn.filter(({ share }) => (share ?? 0) > 0.15);
}

// What every token makes of it by itself: a lens, and where there is room its units as cells.
/**
 * @param {Pen} pen @param {Look} look @param {Layout} layout @param {Block} one
 * @param {Place} place @param {number[]} alphas
 */
function lenses(pen, look, layout, { wide }, { x, w }, alphas) {
  const { T, row } = layout,
    F = wide.length / T,
    largest = 3 * spread(wide),
    h = Math.min(HEIGHT, row - 5);
  const cells = w > 40 ? Math.min(64, F) : 0;
  for (let t = 0; t < T; t++) {
    const units = wide.subarray(t * F, (t + 1) * F),
      y = middle(layout, t);
    const busy = Math.min(1, spread(units) / largest);
    pen.lens(
      look.ffn,
      alphas[t] * (cells ? 0.14 : 0.15 + 0.75 * busy),
      x,
      y,
      w,
      3,
      h + (cells ? 3 : 0),
    );
    for (let c = 0; c < cells; c++) {
      const size = Math.min(1, Math.max(0, units[Math.floor((c * F) / cells)]) / largest);
      if (size > 0.05)
        pen.rect(
          look.ffn,
          alphas[t] * size,
          x + w * (0.12 + (0.76 * c) / cells),
          y - h / 2 + 1,
          (0.76 * w) / cells,
          h - 2,
        );
    }
  }
}

// What was cut from one token to another stays as a dotted line.
/** @param {Pen} pen @param {Look} look @param {Layout} layout @param {Cut[]} cuts */
function scars(pen, look, layout, cuts) {
  for (const [block, , query, key] of cuts) {
    if (block < 0 || query < 0 || key < 0) continue;
    const line = { ...reach(layout, block), y0: middle(layout, key), y1: middle(layout, query) };
    pen.curve(look.ink, 0.8, 1, line, { pattern: [2, 4], offset: 0 });
  }
}

// Ground: bars at the edge for the two texts, a tint for each block, a line for each token, along
// which it stays what it was.
/** @param {Pen} pen @param {Look} look @param {Layout} layout @param {number} split */
function ground(pen, look, layout, split) {
  const { T, row, parts, num_blks, wide } = layout;
  for (const [color, start, end] of /** @type {[string, number, number][]} */ ([
    [look.textA, 0, split],
    [look.textB, split, T],
  ]))
    if (end > start) pen.rect(color, 0.9, 0, top(layout, start) + 2, 3, (end - start) * row - 4);
  for (let b = 1; b <= num_blks; b++) {
    const { x } = parts[`attention${b}`],
      last = parts[`state${b}`];
    pen.rect(look.raised, 0.75, x, top(layout, 0), last.x + last.w + 3 - x, row * T);
  }
  const end = parts[`state${num_blks}`].x;
  for (let t = 0; t < T; t++)
    pen.curve(look.line, 0.9, 1, {
      x0: wide + 1,
      y0: middle(layout, t),
      x1: end,
      y1: middle(layout, t),
    });
}

// The picture of a pass. Returns the traced ribbons, which can be pressed.
/**
 * @typedef {object} View
 * @property {string[]} lit
 * @property {Trace | null} trace
 * @property {number[][]} slots for each block the widths of its heads' slots
 * @property {Cut[]} cuts
 * @property {number} split where text B begins
 * @property {{ t: number, y: number }[]} answers
 * @property {Point} [point] what the ribbons have in common
 */
/** @type {(pen: Pen, look: Look, layout: Layout, pass: Pass, view: View) => Ribbon[]} */
export function paint(pen, look, layout, pass, view) {
  const { T, vectors, blocks } = pass,
    { parts, row } = layout,
    D = vectors.sum.length / T,
    { lit, trace } = view;
  const traced = trace && traceBack(pass, trace),
    glow = (/** @type {number} */ share) => Math.min(1, 0.1 + 2.6 * share);
  /** @param {Float32Array | null} [readers] */
  const shares = (readers) =>
    Array.from({ length: T }, (_, t) => (traced ? glow(readers?.[t] ?? 0) : 1));
  /** @param {string} name */
  const bright = (name) => (isLit(lit, name, parts[name].stage) ? 1 : 0.4),
    h = Math.min(HEIGHT, row - 5);
  /** @type {(values: Float32Array, scale: number, name: string, alphas: number[]) => void} */
  const strips = (values, scale, name, alphas) =>
    alphas.forEach((alpha, t) =>
      cells(
        pen,
        look,
        values.subarray(t * D, (t + 1) * D),
        scale,
        parts[name],
        middle(layout, t) - h / 2,
        h,
        bright(name) * alpha,
      ),
    );

  ground(pen, look, layout, view.split);
  for (const name of /** @type {const} */ (["word", "segment", "position", "sum"]))
    if (parts[name])
      strips(
        vectors[name],
        2 * spread(vectors[name === "sum" ? "sum" : "word"]),
        name,
        shares(traced?.sources),
      );
  /** @type {Ribbon[]} */
  const pressable = [];
  blocks.forEach((one, block) => {
    const readers = traced?.readers[block],
      alphas = shares(readers),
      ffn = `ffn${block + 1}`;
    const lit = bright(`attention${block + 1}`) === 1,
      { point } = view;
    pressable.push(
      ...ribbons(pen, look, layout, one, {
        block,
        slots: view.slots[block],
        readers,
        trace,
        lit,
        point,
      }),
    );
    lenses(
      pen,
      look,
      layout,
      one,
      parts[ffn],
      alphas.map((alpha) => alpha * bright(ffn)),
    );
    strips(one.state, 2 * spread(one.state), `state${block + 1}`, alphas);
  });
  scars(pen, look, layout, view.cuts);
  const last = parts[`state${blocks.length}`],
    x0 = last.x + last.w;
  for (const { t, y } of view.answers)
    pen.curve(
      t ? look.vocab : look.ink,
      bright("answers") * (traced && trace.query !== t ? 0.2 : 0.9),
      1.5,
      { x0, y0: middle(layout, t), x1: parts.answers.x - 3, y1: y },
    );
  return pressable;
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
  let found = null;
  for (const ribbon of pressable) {
    const d = distance(ribbon);
    if (d <= near) [found, near] = [ribbon, d];
  }
  return found;
}
