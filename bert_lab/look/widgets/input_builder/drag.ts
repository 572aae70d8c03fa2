// InputBuilder's pointer, drag and keyboard handling: a dragged word swaps with the one under the
// pointer, the dragged edge adds and removes positions.

import { onEscape } from "#web/shared/keyboard.ts";
import { observe, update } from "#web/shared/lifecycle.ts";
import type { Builder, Held } from "./builder.ts";
import { ROW } from "./rows.ts";
import { LEAST } from "./sequence.ts";

function drag(builder: Builder, held: Held, { clientY, pointerId }: PointerEvent) {
  const { list } = builder,
    top = list.el.getBoundingClientRect().top;
  if (held.edge) {
    const max_len = Math.round((clientY - held.by - top) / ROW);
    builder.set({ max_len: Math.min(Math.max(max_len, LEAST), builder.most) });
    return;
  }
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
  const moved = !held.edge && held.moved;
  if (moved && back) builder.swap(held.input, held.t, held.t, [held.t, held.to]);
  builder.held = null;
  list.hold(-1);
  if (!moved || back) return;
  builder.rests = held.to;
  update(model, { position: held.to });
}

function bindDrags(builder: Builder, signal: AbortSignal) {
  const { list, grip } = builder;
  const end = (back = false) => {
    removeEventListener("keydown", onEscape);
    drop(builder, back);
  };
  const onEscape = ({ key }: KeyboardEvent) => key === "Escape" && end(true);
  const hold = (held: Held) => {
    builder.held = held;
    addEventListener("keydown", onEscape, { signal }); // a pressed word need not have the focus
  };
  list.el.addEventListener("pointerdown", ({ target, button, clientY: y }) => {
    const t = list.at(target),
      top = list.el.getBoundingClientRect().top + t * ROW,
      input = builder.now?.input;
    if (button || !input || !(target as Element).classList.contains("ib-held")) return;
    hold({ edge: false, t, to: t, input, y, by: y - top, moved: false });
  });
  grip.addEventListener("pointerdown", ({ pointerId, clientY }) => {
    grip.setPointerCapture(pointerId);
    hold({ edge: true, by: clientY - grip.getBoundingClientRect().top });
  });
  for (const one of [list.el, grip]) {
    one.addEventListener("pointermove", (event) => {
      if (builder.held) drag(builder, builder.held, event);
    });
    for (const kind of ["pointerup", "pointercancel"]) one.addEventListener(kind, () => end());
  }
}

export function bindPointer(builder: Builder, signal: AbortSignal) {
  const { list, box, el } = builder;
  bindDrags(builder, signal);
  // Not "pointerover", which comes when words move under a pointer that rests.
  list.el.addEventListener("pointermove", ({ target, pointerType }) => {
    const traced = list.at(target);
    if (pointerType === "touch" || builder.held) return;
    if ([-1, builder.traced, builder.rests].includes(traced)) return;
    builder.rests = -1;
    builder.refresh({ traced, note: "" });
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
  box.addEventListener("scroll", () => builder.scrolled());
  observe(new ResizeObserver(() => builder.scrolled()), box, signal); // outside the page it has no height
  onEscape(el, () => builder.refresh({ traced: null, entry: null, note: "" }));
}
