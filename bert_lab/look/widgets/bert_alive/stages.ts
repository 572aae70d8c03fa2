// BertAlive's overlays at the top: names of the stages, numbers of the heads.

import type { Cut } from "#web/bert/close.ts";
import { extent, type Layout, stageNames } from "#web/bert/layout.ts";
import type { Config } from "#web/bert/packed.ts";
import { h, setText } from "#web/shared/elements.ts";
import { WORDS } from "./words.toml";

// A stage in writing: its name, and a short one where there is no room for it.
export function stageWords(name: string) {
  const block = Number(name.match(/^block(\d)/)?.[1] ?? 0) - 1;
  if (block >= 0)
    return { label: WORDS.block({ b: block }), brief: WORDS.briefBlock({ b: block }), block };
  const stage = name as keyof typeof WORDS.stages;
  return { label: WORDS.stages[stage], brief: WORDS.brief[stage], block };
}

// what is pressed
export type Reader = {
  light(name: string): void;
  pick(block: number, head: number, event: MouseEvent): void;
};
export type Lighting = { lit: string[]; alone: number[]; cuts: Cut[]; numbered?: boolean };

type Term = keyof typeof WORDS.terms;

const headButton = (block: number, head: number, pick: (event: MouseEvent) => void) =>
  h(
    "button",
    {
      type: "button",
      class: "alive-head",
      style: `--own: var(--head-${(head % 4) + 1})`,
      "aria-label": WORDS.head({ b: block, n: head }),
      click: pick,
    },
    String(head + 1),
  );

const across = (el: HTMLElement, x: number, w: number) =>
  Object.assign(el.style, { left: `${x}px`, width: `${w}px` });

// Whether there is room for its whole name.
const fits = (layout: Layout, name: string) =>
  extent(layout, name).w >= 6.3 * stageWords(name).label.length;

// A stage: its name, and in a block a number for each head.
function stageColumn(name: string, num_heads: number, { light, pick }: Reader) {
  const { label, brief, block } = stageWords(name);
  const button = h("button", { type: "button", class: "alive-stage", click: () => light(name) });
  const heads = Array.from({ length: block < 0 ? 0 : num_heads }, (_, n) =>
    headButton(block, n, (event) => pick(block, n, event)),
  );
  const el = h(
    "div",
    { class: "alive-column" },
    button,
    h("div", { class: "alive-heads" }, ...heads),
  );
  const draw = (layout: Layout, { lit, alone, cuts, numbered }: Lighting) => {
    const { x, w } = extent(layout, name),
      own = lit.filter((part) => layout.parts[part]?.stage === name),
      named = fits(layout, name),
      // where there is no room for the stage's name: what of it is lit, or all that is shown
      term = own.length === 1 ? WORDS.terms[own[0] as Term] : undefined,
      short = term ?? (name === "embeddings" && layout.parts.word ? label : brief);
    across(el, x, w);
    setText(button, named ? label : short);
    button.setAttribute("aria-label", named ? label : `${short}: ${label}`);
    button.setAttribute("aria-pressed", String(own.length > 0 || lit.includes(name)));
    el.hidden = !w; // nothing is answered
    heads.forEach((head, n) => {
      head.hidden = !numbered;
      head.setAttribute("aria-pressed", String(alone[block] === n));
      head.classList.toggle(
        "alive-cut",
        cuts.some(([b, h, query]) => b === block && h === n && query < 0),
      );
    });
  };
  return { el, draw };
}

// Names above the stages, to light them; in the embeddings the sum.
export function stageRow(
  { num_blks, num_heads }: Pick<Config, "num_blks" | "num_heads">,
  reader: Reader,
) {
  const stages = stageNames(num_blks).map((name) => stageColumn(name, num_heads, reader));
  const terms = Object.entries(WORDS.terms).map(([name, label], i) => {
    const text = h("span", {}, label),
      sign = h("b", {}, i ? (name === "sum" ? "=" : "+") : "");
    return { name, el: h("span", { class: "alive-term", "aria-hidden": "true" }, sign, text) };
  });
  const legend = h(
    "div",
    { class: "alive-legend", "aria-hidden": "true" },
    h("span", {}, WORDS.heads),
    ...Array.from({ length: num_heads }, (_, n) =>
      h("b", { style: `--own: var(--head-${(n % 4) + 1})` }, String(n + 1)),
    ),
  );
  const root = h(
    "div",
    { class: "alive-stages", role: "group", "aria-label": WORDS.picture },
    ...stages.map((s) => s.el),
    ...terms.map((s) => s.el),
    legend,
  );
  const draw = (layout: Layout, lighting: Lighting) => {
    const { parts } = layout,
      least = Math.min(...terms.map(({ name }) => parts[name]?.w ?? 0)),
      slim = least < 30,
      small = slim && least >= 14; // a name is hardly wider
    root.classList.toggle("alive-small", small);
    root.classList.toggle("alive-unsigned", small && least < 18);
    for (const { name, el } of terms) {
      // the stage's own name has room, so it doesn't stand for the term's
      const alone = lighting.lit.includes(name) && fits(layout, "embeddings");
      el.hidden = slim && !small && !alone;
      el.classList.toggle("alive-alone", slim && !small && alone);
      const sign = small ? 7 : 12; // in the gap before it
      if (parts[name]) across(el, parts[name].x - sign, parts[name].w + sign * (small ? 2 : 1));
    }
    const blocks = stageNames(num_blks).filter((name) => name.startsWith("block")),
      narrowest = Math.min(...blocks.map((name) => extent(layout, name).w)),
      numbered = narrowest + 2 >= 24 * num_heads; // 2: to the next block; 24: what a finger needs
    for (const stage of stages) stage.draw(layout, { ...lighting, numbered });
    // Where no number of a head can be pressed, the colours still say which is which.
    const from = extent(layout, "block1").x,
      last = extent(layout, `block${num_blks}`);
    across(legend, from, last.x + last.w - from);
    legend.hidden = numbered;
  };
  return { el: root, draw };
}
