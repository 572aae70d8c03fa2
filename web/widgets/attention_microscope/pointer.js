// How the reader points at AttentionMicroscope's picture: with the pointer and the Escape key.

import { pointedAt } from "./layout.js";

/** @import { View } from "./view.js" */

/** @param {View} view */
export function bindPointer(view) {
  const { canvas } = view.stage;
  /** @param {MouseEvent} event */
  const at = ({ offsetX, offsetY }) => view.shown && pointedAt(view.shown, offsetX, offsetY);
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") view.pointAt(at(event));
  });
  canvas.addEventListener("pointerleave", () => view.pointAt(null));
  canvas.addEventListener("click", (event) => {
    const hit = at(event);
    if (hit?.query === undefined) return view.pointAt(hit);
    view.set({ query: hit.query });
  });
  view.el.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") view.pointAt(null);
  });
}
