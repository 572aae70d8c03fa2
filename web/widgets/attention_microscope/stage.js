// AttentionMicroscope's canvas: what is drawn glides from what it was to what it shall be, and then
// stands still.

import { ease, fit, MORPH } from "../../bert/canvas.js";
import { blend } from "../../bert/pass.js";
import { palette } from "../../bert/scene.js";
import { h, unmoved } from "../../shared/elements.js";
import { observe } from "../../shared/lifecycle.js";

/**
 * @import { Look } from "../../bert/scene.js"
 * @import { Frame } from "./paint.js"
 */

/**
 * @param {HTMLElement} picture
 * @param {(context: CanvasRenderingContext2D, look: Look, frame: Frame) => void} paint
 * @param {AbortSignal} signal
 */
export function stage(picture, paint, signal) {
  const canvas = h("canvas", { "aria-hidden": "true" }),
    context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  /** @type {Look | null} */
  let look = null;
  /** @type {Frame | undefined} */
  let shown;
  /** @type {{ from: Frame, to: Frame, start: number } | null} */
  let change = null;
  let request = 0;

  /** @param {number} now */
  const draw = (now) => {
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
  /** @param {Frame} to */
  const show = (to, atOnce = false) => {
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
  /** @param {() => void} resized */
  const watch = (resized) => {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour, { signal });
    observe(new MutationObserver(recolour), document.documentElement, signal, {
      attributes: true,
      attributeFilter: ["data-theme", "theme"],
    });
    const measured = () => {
      look = null;
      resized();
    };
    observe(new ResizeObserver(measured), picture, signal);
  };
  return { canvas, show, repaint, watch };
}
