// InputBuilder's pointer, drag and keyboard handling: a dragged word swaps with the one under the
// pointer.

import { onEscape } from "#web/shared/keyboard.ts";
import { update } from "#web/shared/lifecycle.ts";
import type { Builder, Held } from "./builder.ts";
import { ROW } from "./rows.ts";

function drag(builder: Builder, held: Held, { clientY, pointerId }: PointerEvent) {
  const { list } = builder,
    top = list.el.getBoundingClientRect().top;
  if (!held.moved && Math.abs(clientY - held.y) < 4) return;
  // not before: a word that is only pressed is chosen
  if (!held.moved) list.el.setPointerCapture(pointerId);
  held.moved = true;
  builder.traced = null;
  const to = list.under(clientY);
  if (held.input.home[to] && to !== held.to) {
    const before = held.to;
    held.to = to;
    builder.swap(held.input, held.t, to, [held.t, before]);
  }
  const y = clientY - held.by - top - held.to * ROW;
  queueMicrotask(() => queueMicrotask(() => builder.held && list.hold(held.to, y)));
}

// The drag ends, where it is or, on Escape, where it began.
function drop(builder: Builder, back: boolean) {
  const { held, list, model } = builder;
  if (!held) return;
  if (held.moved && back) builder.swap(held.input, held.t, held.t, [held.t, held.to]);
  builder.held = null;
  list.hold(-1);
  if (!held.moved || back) return;
  builder.rests = held.to;
  update(model, { position: held.to });
}

function bindDrags(builder: Builder, signal: AbortSignal) {
  const { list } = builder;
  const end = (back = false) => {
    removeEventListener("keydown", onKey);
    drop(builder, back);
  };
  const onKey = ({ key }: KeyboardEvent) => key === "Escape" && end(true);
  list.el.addEventListener("pointerdown", ({ target, button, clientY: y }) => {
    const t = list.at(target),
      top = list.el.getBoundingClientRect().top + t * ROW,
      input = builder.now?.input;
    if (button || !input || !(target as Element).classList.contains("ib-held")) return;
    builder.held = { t, to: t, input, y, by: y - top, moved: false };
    addEventListener("keydown", onKey, { signal }); // a pressed word need not have the focus
  });
  list.el.addEventListener("pointermove", (event) => {
    if (builder.held) drag(builder, builder.held, event);
  });
  for (const kind of ["pointerup", "pointercancel"]) list.el.addEventListener(kind, () => end());
}

export function bindPointer(builder: Builder, signal: AbortSignal) {
  const { list, el } = builder;
  bindDrags(builder, signal);
  // Not "pointerover", which comes when words move under a pointer that rests.
  list.el.addEventListener("pointermove", ({ target, pointerType }) => {
    const traced = list.at(target);
    if (pointerType === "touch" || builder.held) return;
    if ([-1, builder.traced, builder.rests].includes(traced)) return;
    builder.rests = -1;
    builder.refresh({ traced });
  });
  const end = () => builder.traced !== null && builder.refresh({ traced: null });
  list.el.addEventListener("pointerleave", end);
  list.el.addEventListener("focusin", ({ target }) => {
    if ((target as Element).matches(":focus-visible")) builder.refresh({ traced: list.at(target) });
  });
  list.el.addEventListener("focusout", end);
  list.el.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !by) return;
    event.preventDefault();
    builder.move(by);
  });
  onEscape(el, () => builder.refresh({ traced: null, entry: null }));
}
