// AttentionView's pointer and Escape handling.

import { onEscape } from "#web/shared/keyboard.ts";
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
    if (!ribbon) return view.pointAt(null);
    const { block, head, query, key } = ribbon;
    view.pressRibbon({ block, head, query, key }, event);
  });
  onEscape(view.el, () => {
    if (view.bet) return view.leave();
    view.pointAt(null);
    view.set({ cut: [] });
  });
}
