// Successors' charts beside the block: parameters at two sizes, work by length, and what training
// reached.

import { h, setText } from "#web/shared/elements.ts";
import { count, sized } from "#web/shared/numbers.ts";
import { svg } from "#web/shared/picture.ts";
import type { Successors } from "#web/shared/traits.ts";
import {
  type Change,
  changeOf,
  LENGTHS,
  parameters,
  type Size,
  type Stage,
  sum,
  work,
} from "./count.ts";
import { WORDS } from "./words.toml";

export const STAGES: Stage[] = ["vectors", "attention", "feed-forward", "heads"];
const curvePath = () =>
  ["su-line su-dots", "su-line", "su-line su-new su-dots", "su-line su-new"].map((look) =>
    svg("path", { class: look, "vector-effect": "non-scaling-stroke" }),
  );
const plot = (...shapes: Element[]) =>
  svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" }, ...shapes);
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
  return { el: panel(WORDS.parameters, ...lanes.map(({ lane }) => lane.el), legend), draw };
}

// Operations for each token, by the length of the text; BERT's own behind. Beyond the last place of
// its table of positions a model can't go: dotted.
export function lengths({ sizes: { base } }: Pick<Successors, "sizes">) {
  const first = LENGTHS[0],
    last = LENGTHS[LENGTHS.length - 1],
    most = 1.05 * work(base, [], last);
  const high = (on: Change[], T: number) => 100 - (100 * work(base, on, T)) / most,
    at = (T: number) => (100 * Math.log2(T / first)) / Math.log2(last / first);
  const curve = (on: Change[], there: (T: number) => boolean) =>
    LENGTHS.filter(there)
      .map((T, i) => `${i ? "L" : "M"}${at(T).toFixed(1)} ${high(on, T).toFixed(1)}`)
      .join("");
  const within = (T: number) => T <= base.max_len,
    beyond = (T: number) => T >= base.max_len,
    [oldOut, old, out, now] = curvePath();
  old.setAttribute("d", curve([], within));
  oldOut.setAttribute("d", curve([], beyond));
  const before = h("span", {}, sized(WORDS.operations, work(base, [], last))),
    factor = h("b"),
    ticks = LENGTHS.filter((_, i) => i % 2 === 0);
  before.style.top = `${high([], last)}%`;
  const el = panel(
    WORDS.work,
    h(
      "div",
      { class: "su-plot" },
      plot(oldOut, old, out, now),
      h("p", { class: "su-ends bw-number" }, before, factor),
    ),
    h("p", { class: "su-ticks bw-number" }, ...ticks.map((T) => h("span", {}, count(T)))),
  );
  const draw = (on: Change[]) => {
    const all = on.includes("rotary positions"),
      times = work(base, on, last) / work(base, [], last),
      moved = Math.abs(times - 1) > 0.005;
    now.setAttribute("d", curve(on, all ? () => true : within));
    out.setAttribute("d", curve(on, all ? () => false : beyond));
    for (const one of [out, now]) one.classList.toggle("su-away", !moved && !all);
    setText(factor, moved ? WORDS.times({ factor: times }) : "");
    factor.style.top = `${high(on, last)}%`;
  };
  return { el, draw };
}
