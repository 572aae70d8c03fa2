// BertAlive's pointer, focus and Escape handling.

import { blockAt, rowAt } from "#web/bert/layout.ts";
import { onEscape } from "#web/shared/keyboard.ts";
import type { Alive } from "./alive.ts";

function listenToCanvas(alive: Alive) {
  const { canvas, ribbonAt } = alive.scene;
  const rowUnder = ({ offsetX, offsetY }: MouseEvent) => {
    const { layout } = alive;
    const query = layout ? rowAt(layout, offsetY) : null;
    if (!layout || query === null || offsetX > layout.parts.answers.x) return null;
    return { query, block: blockAt(layout, offsetX) };
  };
  const ribbonUnder = ({ offsetX, offsetY }: MouseEvent) =>
    alive.cutting ? ribbonAt(offsetX, offsetY) : null;
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const ribbon = ribbonUnder(event);
    canvas.classList.toggle("alive-onribbon", Boolean(ribbon));
    if (!ribbon) alive.point(rowUnder(event)); // on a ribbon the trace stays to which it belongs
  });
  canvas.addEventListener("click", (event) => {
    const ribbon = ribbonUnder(event),
      to = rowUnder(event),
      { pinned } = alive;
    if (ribbon) alive.cutRibbon(ribbon, event);
    else alive.pin(to?.query === pinned?.query && to?.block === pinned?.block ? null : to);
  });
}

export function bindPointer(alive: Alive) {
  const { scene, words, el } = alive;
  listenToCanvas(alive);
  words.el.addEventListener("pointerover", ({ target, pointerType }) => {
    const query = words.at(target);
    if (pointerType !== "touch" && query >= 0) alive.point({ query, block: alive.choice.block });
  });
  for (const one of [scene.canvas, words.el])
    one.addEventListener("pointerleave", () => alive.point(null));
  onEscape(el, () => alive.end());
  el.addEventListener("focusout", ({ relatedTarget }) => {
    if (!el.contains(relatedTarget as Node | null) && alive.pinned) alive.pin(null);
  });
}
