// Successors, beside the block: parameters at two sizes, work by length, and what training reached.

import { h, setText } from "../../shared/elements.js";
import { count } from "../../shared/numbers.js";
import { svg } from "../../shared/picture.js";
import { changeOf, LENGTHS, parameters, sum, work } from "./count.js";
import { WORDS } from "./words.js";

/**
 * @import { Change, Letters, Size, Stage } from "./count.js"
 * @import { Successors } from "../../shared/traits.js"
 */

/** @type {Stage[]} */
export const STAGES = ["vectors", "attention", "feed-forward", "heads"];
const curvePath = () =>
  ["su-line su-dots", "su-line", "su-line su-new su-dots", "su-line su-new"].map((look) =>
    svg("path", { class: look, "vector-effect": "non-scaling-stroke" }),
  );
const plot = (/** @type {Element[]} */ ...shapes) =>
  svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" }, ...shapes);
/** @param {string} title @param {Element[]} children */
export const panel = (title, ...children) =>
  h("div", { class: "su-panel" }, h("p", { class: "su-title" }, title), ...children);

// One size: BERT's parameters as a thin bar over the present ones, cut into the stages of the pass.
/** @param {string} name */
function lane(name) {
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
  /** @param {Record<Stage, number>} before @param {Record<Stage, number>} now */
  const draw = (before, now) => {
    const [least, all] = [sum(before), sum(now)],
      share = (/** @type {number} */ n) => `${((100 * n) / Math.max(all, least)).toFixed(2)}%`;
    STAGES.forEach((stage, i) => {
      cuts[i].style.width = share(now[stage]);
    });
    was.style.width = share(least);
    setText(value, WORDS.brief(all));
    setText(change, changeOf(least, all));
  };
  return { el, draw };
}

/** @param {Pick<Successors, "parts" | "sizes">} fixed */
export function costs({ parts, sizes }) {
  const lanes = /** @type {Size[]} */ (Object.keys(sizes)).map((name) => ({
    of: sizes[name],
    lane: lane(WORDS.sizes[name]),
  }));
  const legend = h(
    "p",
    { class: "su-legend" },
    ...STAGES.map((stage) => h("span", { "data-stage": stage }, WORDS.stages[stage])),
  );
  const draw = (/** @type {Change[]} */ on) => {
    for (const { of, lane } of lanes)
      lane.draw(parameters(parts, of, []), parameters(parts, of, on));
  };
  return { el: panel(WORDS.parameters, ...lanes.map(({ lane }) => lane.el), legend), draw };
}

// Operations for each token, by the length of the text; BERT's own behind. Beyond the last place of
// its table of positions a model can't go: dotted.
/** @param {Pick<Successors, "sizes">} fixed */
export function lengths({ sizes: { base } }) {
  const first = LENGTHS[0],
    last = LENGTHS[LENGTHS.length - 1],
    most = 1.05 * work(base, [], last);
  const high = (/** @type {Change[]} */ on, /** @type {number} */ T) =>
      100 - (100 * work(base, on, T)) / most,
    at = (/** @type {number} */ T) => (100 * Math.log2(T / first)) / Math.log2(last / first);
  /** @param {Change[]} on @param {(T: number) => boolean} there */
  const curve = (on, there) =>
    LENGTHS.filter(there)
      .map((T, i) => `${i ? "L" : "M"}${at(T).toFixed(1)} ${high(on, T).toFixed(1)}`)
      .join("");
  const within = (/** @type {number} */ T) => T <= base.max_len,
    beyond = (/** @type {number} */ T) => T >= base.max_len,
    [oldOut, old, out, now] = curvePath();
  old.setAttribute("d", curve([], within));
  oldOut.setAttribute("d", curve([], beyond));
  const before = h("span", {}, WORDS.operations(work(base, [], last))),
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
  const draw = (/** @type {Change[]} */ on) => {
    const all = on.includes("rotary positions"),
      times = work(base, on, last) / work(base, [], last),
      moved = Math.abs(times - 1) > 0.005;
    now.setAttribute("d", curve(on, all ? () => true : within));
    out.setAttribute("d", curve(on, all ? () => false : beyond));
    for (const one of [out, now]) one.classList.toggle("su-away", !moved && !all);
    setText(factor, moved ? WORDS.times(times) : "");
    factor.style.top = `${high(on, last)}%`;
  };
  return { el, draw };
}
