// How the reader points at AttentionView's picture: with the pointer and the Escape key.

import type { View } from "./view.ts";

export function bindPointer(view: View) {
  const { canvas, ribbonAt } = view.scene;
  const at = ({ offsetX, offsetY }: MouseEvent) => ribbonAt(offsetX, offsetY);
  canvas.addEventListener("pointermove", (event) => {
    const ribbon = event.pointerType === "touch" ? null : at(event);
    canvas.classList.toggle("attend-onribbon", Boolean(ribbon));
    if (!ribbon) return view.pointAt(null);
    const { block, head, query, key } = ribbon;
    view.pointAt({ block, head, query, key });
  });
  canvas.addEventListener("pointerleave", () => view.pointAt(null));
  canvas.addEventListener("click", (event) => {
    const ribbon = at(event);
    if (ribbon) view.cut([ribbon.block, ribbon.head, ribbon.query, ribbon.key]);
  });
  view.el.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    view.pointAt(null);
    view.set({ cut: [] });
  });
}
