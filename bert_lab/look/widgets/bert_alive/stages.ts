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
export type Lighting = { lit: string[]; alone: number[]; cuts: Cut[] };

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
  const draw = (layout: Layout, { lit, alone, cuts }: Lighting) => {
    const { x, w } = extent(layout, name),
      fits = w >= 7.8 * label.length;
    across(el, x, w);
    setText(button, fits ? label : brief);
    button.setAttribute("aria-label", fits ? label : `${brief}: ${label}`);
    button.setAttribute(
      "aria-pressed",
      String(lit.some((part) => part === name || layout.parts[part]?.stage === name)),
    );
    heads.forEach((head, n) => {
      head.hidden = w + 2 < 24 * heads.length; // 2: to the next block; 24: what a finger needs
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
  const el = h(
    "div",
    { class: "alive-stages", role: "group", "aria-label": WORDS.picture },
    ...stages.map((s) => s.el),
    ...terms.map((s) => s.el),
  );
  const draw = (layout: Layout, lighting: Lighting) => {
    const slim = terms.some(({ name }) => layout.parts[name].w < 30);
    for (const { name, el } of terms) {
      across(el, layout.parts[name].x - 12, layout.parts[name].w + 12);
      el.hidden = slim;
    }
    for (const stage of stages) stage.draw(layout, lighting);
  };
  return { el, draw };
}
