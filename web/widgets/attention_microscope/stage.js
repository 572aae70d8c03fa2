// AttentionMicroscope's canvas: what is drawn glides from what it was to what it shall be, and then
// stands still.

import { blend } from "../../bert/pass.js";
import { palette } from "../../bert/scene.js";
import { h, unmoved } from "../../shared/elements.js";
import { observe } from "../../shared/lifecycle.js";

/**
 * @import { Look } from "../../bert/scene.js"
 * @import { Frame } from "./paint.js"
 */

const MORPH = 320; // milliseconds
/** @param {number} t */
const ease = (t) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2);

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
  let asked = 0;

  /** @param {Frame} frame */
  const fit = ({ layout: { width, height } }) => {
    const scale = devicePixelRatio,
      [w, tall] = [width, height].map((v) => Math.round(v * scale));
    if (canvas.width !== w || canvas.height !== tall) {
      Object.assign(canvas, { width: w, height: tall });
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
  };
  /** @param {number} now */
  const draw = (now) => {
    cancelAnimationFrame(asked);
    asked = 0;
    if (change) {
      const t = Math.min(1, Math.max(0, (now - change.start) / MORPH));
      shown = t === 1 ? change.to : blend(change.from, change.to, ease(t));
      if (t === 1) change = null;
    }
    if (!shown) return;
    look ??= palette(picture);
    fit(shown);
    paint(context, look, shown);
    if (change) later();
  };
  const later = () => {
    if (!signal.aborted) asked ||= requestAnimationFrame(draw);
  };
  signal.addEventListener("abort", () => cancelAnimationFrame(asked));

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
