// Successors' chart under the block: parameters at two sizes.

import { h, setText } from "#web/shared/elements.ts";
import { sized } from "#web/shared/numbers.ts";
import type { Successors } from "#web/shared/traits.ts";
import { type Change, changeOf, parameters, type Size, type Stage, sum } from "./count.ts";
import { WORDS } from "./words.toml";

export const STAGES: Stage[] = ["vectors", "attention", "feed-forward", "heads"];
export const panel = (title: string, ...children: Element[]) =>
  h("div", { class: "su-panel" }, h("p", { class: "su-title" }, title), ...children);

// One size: BERT's parameters as a thin bar over the present ones, cut into the stages of the pass.
function lane(name: string) {
  const was = h("div", { class: "su-was" }),
    value = h("span", { class: "bw-number" }),
    change = h("b", { class: "bw-number" });
  const cuts = STAGES.map((stage) => h("span", { "data-stage": stage }));
  const el = h(
    "div",
    { class: "su-lane" },
    h("p", {}, h("span", {}, name), value, change),
    was,
    h("div", { class: "su-cuts" }, ...cuts),
  );
  const draw = (before: Record<Stage, number>, now: Record<Stage, number>) => {
    const [least, all] = [sum(before), sum(now)],
      share = (n: number) => `${((100 * n) / Math.max(all, least)).toFixed(2)}%`;
    STAGES.forEach((stage, i) => {
      cuts[i].style.width = share(now[stage]);
    });
    was.style.width = share(least);
    setText(value, sized(WORDS.brief, all));
    setText(change, changeOf(least, all));
  };
  return { el, draw };
}

export function costs({ parts, sizes }: Pick<Successors, "parts" | "sizes">) {
  const lanes = (Object.keys(sizes) as Size[]).map((name) => ({
    of: sizes[name],
    lane: lane(WORDS.sizes[name]),
  }));
  const legend = h(
    "p",
    { class: "su-legend" },
    ...STAGES.map((stage) => h("span", { "data-stage": stage }, WORDS.stages[stage])),
  );
  const draw = (on: Change[]) => {
    for (const { of, lane } of lanes)
      lane.draw(parameters(parts, of, []), parameters(parts, of, on));
  };
  const el = panel(WORDS.parameters, ...lanes.map(({ lane }) => lane.el), legend);
  el.classList.add("su-costs");
  return { el, draw };
}
