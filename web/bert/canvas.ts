// Shared by all animated canvases: sizing that is sharp on any screen, and timing.

import { observe } from "../shared/lifecycle.ts";

export const MORPH = 320; // milliseconds

/** A canvas knows no custom properties: calls when the page turns light or dark. */
export function onTheme(callback: () => void, signal: AbortSignal) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", callback, { signal });
  // The book's theme sets once more what is set already.
  const turned = (changes: MutationRecord[]) =>
    changes.some(
      ({ oldValue, attributeName }) =>
        document.documentElement.getAttribute(attributeName as string) !== oldValue,
    ) && callback();
  observe(new MutationObserver(turned), document.documentElement, signal, {
    attributeOldValue: true,
    attributeFilter: ["data-theme", "theme"],
  });
}

export const ease = (t: number) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2);

// Make a canvas as large as its drawing, in the screen's own pixels, and clear it.
export function fit(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
) {
  const { canvas } = context,
    scale = devicePixelRatio,
    [w, tall] = [width, height].map((v) => Math.round(v * scale));
  if (canvas.width !== w || canvas.height !== tall) {
    Object.assign(canvas, { width: w, height: tall });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
}
