// AttentionMicroscope's canvas, which animates from the old state to the new one and then stops.

import { ease, fit, MORPH, onTheme } from "#web/bert/canvas.ts";
import { type Look, palette } from "#web/bert/colours.ts";
import { blend } from "#web/bert/pass.ts";
import { h, unmoved } from "#web/shared/elements.ts";
import { observe } from "#web/shared/lifecycle.ts";
import type { Frame } from "./frame.ts";

export function stage(
  picture: HTMLElement,
  paint: (context: CanvasRenderingContext2D, look: Look, frame: Frame) => void,
  signal: AbortSignal,
) {
  const canvas = h("canvas", { "aria-hidden": "true" }),
    context = canvas.getContext("2d") as CanvasRenderingContext2D;
  let look: Look | null = null;
  let shown: Frame | undefined;
  let change: { from: Frame; to: Frame; start: number } | null = null;
  let request = 0;

  const draw = (now: number) => {
    cancelAnimationFrame(request);
    request = 0;
    if (change) {
      const t = Math.min(1, Math.max(0, (now - change.start) / MORPH));
      shown = t === 1 ? change.to : blend(change.from, change.to, ease(t));
      if (t === 1) change = null;
    }
    if (!shown) return;
    look ??= palette(picture);
    fit(context, shown.layout);
    paint(context, look, shown);
    if (change) later();
  };
  const later = () => {
    if (!signal.aborted) request ||= requestAnimationFrame(draw);
  };
  signal.addEventListener("abort", () => cancelAnimationFrame(request));

  // Frames of another form, of another text or width, don't glide.
  const show = (to: Frame, atOnce = false) => {
    const glides = shown && shown.form === to.form && !atOnce && !unmoved();
    if (glides && shown) change = { from: shown, to, start: performance.now() };
    else [shown, change] = [to, null];
    if (glides) later();
    else draw(performance.now());
  };
  const repaint = () => {
    if (!change) later();
  };
  const recolour = () => {
    look = null;
    later();
  };
  // An element has its colours and its width only in the page.
  const watch = (resized: () => void) => {
    onTheme(recolour, signal);
    const measured = () => {
      look = palette(picture); // before anything is changed
      resized();
    };
    observe(new ResizeObserver(measured), picture, signal);
  };
  return { canvas, show, repaint, watch };
}
