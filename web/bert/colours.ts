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
  const probe = (name: string) => {
    const one = h("span", { hidden: true });
    one.style.color = `var(--${name})`;
    return one;
  };
  const keys = Object.keys(COLOURS) as (keyof typeof COLOURS)[],
    probes = [...Object.values(COLOURS), "head-1", "head-2", "head-3", "head-4"].map(probe);
  el.append(...probes); // all before one is read: the page is styled once
  const found = probes.map((one) => getComputedStyle(one).color);
  for (const one of probes) one.remove();
  const colours = Object.fromEntries(keys.map((key, i) => [key, found[i]]));
  return { ...(colours as Record<keyof typeof COLOURS, string>), heads: found.slice(keys.length) };
}
