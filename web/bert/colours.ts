// The colours of a pass's picture.

import { h } from "../shared/elements.ts";

// What the drawing calls its colours, and the page's names of them.
export const COLOURS = {
  plus: "plus",
  minus: "minus",
  ffn: "axis-F",
  vocab: "axis-V",
  textA: "axis-T",
  textB: "axis-D",
  ink: "ink",
  line: "line",
  surface: "surface",
  raised: "raised",
};

// The colours as the page has them now: a canvas knows no custom properties.
export type Look = Record<keyof typeof COLOURS, string> & { heads: string[] };
export function palette(el: Element): Look {
  const probe = h("span", { hidden: true });
  el.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(
    Object.entries(COLOURS).map(([key, name]) => [key, read(name)]),
  );
  const heads = [1, 2, 3, 4].map((n) => read(`head-${n}`));
  probe.remove();
  return { ...(colours as Record<keyof typeof COLOURS, string>), heads };
}
