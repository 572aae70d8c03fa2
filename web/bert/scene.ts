// BertAlive's canvas, which animates from the old state to the new one and then stops.

import { h, unmoved } from "../shared/elements.ts";
import { observe } from "../shared/lifecycle.ts";
import { ease, fit, MORPH, onTheme } from "./canvas.ts";
import { type Look, palette } from "./colours.ts";
import { glide, type Layout } from "./layout.ts";
import { paint, type View } from "./paint.ts";
import { between, type Pass } from "./pass.ts";
import { canvasPen } from "./pen.ts";
import { paintFlow, type Ribbon } from "./ribbons.ts";

const ENTRY = 700,
  FRAME = 16; // milliseconds
const HELD = ":active > [type=range]"; // while a slider is dragged, the picture keeps up with it

// `overlay(shown)` places and fills what lies over the canvas and gives the view to paint, with
// `flows` if something flows along its trace. A target is
// { pass, plain, layout }: `show` morphs to it, `enter` lets the picture come in from the
// left.
export type Target = { pass: Pass; plain: Pass; layout: Layout };
// what of a view isn't moved
export type Shown = View & { flows?: boolean };
export function scene(
  picture: Element,
  overlay: (shown: Target, came: number) => Shown,
  signal: AbortSignal,
) {
  const canvas = h("canvas", { "aria-hidden": "true" }),
    context = canvas.getContext("2d") as CanvasRenderingContext2D,
    pen = canvasPen(context);
  let look: Look | null = null;
  let shown: Target;
  let change: { from: Target; to: Target; start: number } | null = null;
  let entry: number | null = null;
  let frame = 0;
  let traced: Ribbon[] = [];
  let view: Shown;
  // the picture while nothing but the flow along its trace moves: to paint it takes most of a frame
  let still: HTMLCanvasElement | null = null;

  const advance = (now: number) => {
    if (!change) return;
    const { from, to, start } = change,
      t = Math.min(1, (now - start) / MORPH),
      e = ease(t);
    const pass = between(from.pass, to.pass, e),
      plain = to.pass === to.plain ? pass : between(from.plain, to.plain, e);
    shown =
      t === 1
        ? to
        : {
            pass,
            plain,
            layout: glide(from.layout, to.layout, e),
          };
    if (t === 1) change = null;
  };
  // All but what flows.
  const compose = (now: number) => {
    advance(now);
    look ??= palette(picture);
    const { layout } = shown,
      came = entry === null ? 1 : ease(Math.min(1, Math.max(0, now - entry) / ENTRY));
    if (came === 1) entry = null;
    fit(context, layout);
    view = overlay(shown, came);
    context.save();
    context.beginPath();
    context.rect(
      0,
      0,
      came === 1 ? layout.width : layout.wide + (layout.width - layout.wide) * came,
      layout.height,
    );
    context.clip();
    traced = paint(pen, look, layout, shown.pass, view);
    context.restore();
  };
  const copied = (from: HTMLCanvasElement) => {
    const to = h("canvas", { width: from.width, height: from.height });
    to.getContext("2d")?.drawImage(from, 0, 0);
    return to;
  };
  const restore = (from: HTMLCanvasElement) => {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    Object.assign(context, { globalAlpha: 1, globalCompositeOperation: "copy" });
    context.drawImage(from, 0, 0);
    context.restore();
  };
  const draw = (now: number) => {
    cancelAnimationFrame(frame);
    frame = 0;
    const began = performance.now();
    if (still) restore(still);
    else compose(now);
    if (entry !== null && performance.now() - began > FRAME) {
      // too slow to come in smoothly: it is there
      entry = null;
      compose(now);
    }
    const moves = change || entry !== null,
      flows = view.flows && !unmoved() && !document.hidden;
    if (flows && !moves) still ??= copied(canvas);
    if (flows && look) paintFlow(pen, look, traced, now);
    if (moves || flows) requestDraw();
  };
  const requestDraw = () => {
    if (!signal.aborted) frame ||= requestAnimationFrame(draw);
  };
  signal.addEventListener("abort", () => cancelAnimationFrame(frame));
  // At once, what lies over the canvas has its places before anybody sees it.
  const show = (to: Target, atOnce?: boolean) => {
    const same =
      shown && shown.pass.T === to.pass.T && shown.layout.num_blks === to.layout.num_blks;
    const glides = same && !atOnce && !unmoved() && !document.querySelector(HELD);
    change = glides ? { from: shown, to, start: performance.now() } : null;
    if (!change) shown = to;
    still = null;
    if (atOnce) draw(performance.now());
    else requestDraw();
  };
  const enter = () => {
    if (unmoved()) return;
    entry = performance.now();
    still = null;
  };
  const recolour = () => {
    look = still = null;
    if (shown) requestDraw();
  };
  // An element has its colours and its width only in the page, which it enters when all this is
  // done. The colours are read before anything is changed: the page isn't laid out for them.
  const watch = (refresh: () => void) => {
    onTheme(recolour, signal);
    const resized = () => {
      look = palette(picture);
      still = null;
      refresh();
    };
    observe(new ResizeObserver(resized), picture, signal);
  };
  return { canvas, show, enter, watch };
}
