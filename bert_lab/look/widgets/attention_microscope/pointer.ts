// AttentionMicroscope's pointer and Escape handling.

import { onEscape } from "#web/shared/keyboard.ts";
import type { Frame } from "./frame.ts";
import { HEADER, slotTop } from "./layout.ts";
import { askingRibbons, ribbonAt } from "./ribbons.ts";
import type { Point } from "./state.ts";
import type { View } from "./view.ts";

// What is at a place of the picture.
export function pointedAt(frame: Frame, x: number, y: number): Point | null {
  const { layout, sizes, query, seen } = frame,
    { T, K } = sizes,
    t = Math.floor((y - HEADER) / layout.row);
  const [name, place] = Object.entries(layout.columns).find(
    ([, { x: left, w, on }]) => on > 0 && x >= left && x < left + w,
  ) ?? ["", null];
  if (!place || name === "heads") return null;
  if (name === "ribbons") {
    const ribbon = ribbonAt(askingRibbons(frame), x, y);
    return ribbon ? { key: ribbon.key } : null;
  }
  if (name === "mixture") {
    let rest = y - slotTop(layout, query);
    if (rest < 0) return null;
    const key = seen.shares.findIndex((share) => {
      rest -= share * layout.slot;
      return rest < 0;
    });
    return key < 0 ? null : { key };
  }
  if (t < 0 || t >= T) return null;
  const part = (x - place.x) / place.w;
  if (name === "matrix") return { query: t, key: Math.floor(part * T) };
  const cells = layout.mixed ? name === "values" : name === "keys" || name === "products";
  return cells ? { key: t, cell: Math.floor(part * K) } : { key: t };
}

export function bindPointer(view: View) {
  const { canvas } = view.stage;
  const at = ({ offsetX, offsetY }: MouseEvent) =>
    view.shown && pointedAt(view.shown, offsetX, offsetY);
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") view.pointAt(at(event));
  });
  canvas.addEventListener("pointerleave", () => view.pointAt(null));
  canvas.addEventListener("click", (event) => {
    const hit = at(event);
    if (hit?.query === undefined) return view.pointAt(hit);
    view.pointAt(hit);
    view.press(hit.query, event);
  });
  onEscape(view.el, () => view.pointAt(null));
}
