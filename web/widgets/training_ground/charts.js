// TrainingGround's charts: the loss between its lines, and under it how often next sentences are
// told right, over one axis of steps. Runs stand side by side: the book's own as a promise, the
// reader's earlier one as a shadow.

import { level, listed } from "../../runs/run.js";
import { h, setText } from "../../shared/elements.js";
import { count } from "../../shared/numbers.js";
import { svg } from "../../shared/picture.js";
import { WORDS } from "./words.js";

/**
 * @import { Lines } from "../../runs/run.js"
 * @import { Curve } from "./record.js"
 * @typedef {Partial<Record<typeof KINDS[number], Curve | null>>} Curves those that there are
 */

const KINDS = /** @type {const} */ (["book", "earlier", "now"]);
const TOP = 7.2; // nats: a little over ln V
const COIN = 0.5;

// The way of a curve; runs of different lengths all reach from the first step to the last.
/** @type {(run: Curve, name: "loss" | "nsp", height: (value: number) => number) => string} */
const wayOf = ({ points, steps }, name, height) =>
  points
    .flatMap(({ step, [name]: value }) => (value === null ? [] : [{ step, value }]))
    .map(
      ({ step, value }, i) =>
        `${i ? "L" : "M"}${((100 * step) / steps).toFixed(2)} ${(100 - height(value)).toFixed(2)}`,
    )
    .join("");
const inNats = (/** @type {number} */ loss) => 100 * Math.min(1, loss / TOP),
  overCoin = (/** @type {number} */ share) => 100 * Math.max(0, (share - COIN) / (1 - COIN));

// The lines of a run from top to bottom, their names one below another: a name needs 13 % of the
// height, 12 pixels.
/** @param {Lines} lines */
function linesOf(lines) {
  let last = Infinity;
  return listed(lines)
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => {
      const bottom = inNats(value);
      last = Math.min(bottom, last - 13);
      return level(name, value, bottom, Math.round(0.92 * (bottom - last)));
    });
}

/** @param {string} kind @param {"loss" | "nsp"} name @param {(value: number) => number} height */
function plot(kind, name, height) {
  const curves = KINDS.map((run) => svg("path", { class: `ground-curve ground-${run}` }));
  const area = svg("path", { class: "ground-area" }),
    say = h("span", { class: "ground-says" }),
    levels = h("div", { class: "ground-levels" });
  const el = h(
    "div",
    { class: `ground-plot ground-${kind}` },
    levels,
    svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" }, area, ...curves),
    say,
  );
  /** @param {Curves} runs @param {string} text @param {Element[]} lines */
  const draw = (runs, text, lines) => {
    const ways = KINDS.map((kind) => {
      const run = runs[kind];
      return run ? wayOf(run, name, height) : "";
    });
    ways.forEach((way, k) => curves[k].setAttribute("d", way));
    const way = ways[KINDS.indexOf("now")];
    area.setAttribute("d", way && `${way}V100H0Z`);
    setText(say, text);
    levels.replaceChildren(...lines);
  };
  return { el, draw };
}

export function charts() {
  const loss = plot("loss", "loss", inNats),
    next = plot("next", "nsp", overCoin);
  const ticks = Array.from({ length: 5 }, (_, i) =>
    h("span", { class: "ground-tick", style: `left: ${25 * i}%` }),
  );
  const names = KINDS.map((kind) =>
    h("li", { class: `ground-name ground-${kind}` }, h("i"), h("span")),
  );
  const legend = h("ul", { class: "ground-legend" }, ...names);
  const el = h(
    "div",
    { class: "ground-charts", role: "img", "aria-label": WORDS.chart },
    loss.el,
    legend,
    next.el,
    h("div", { class: "ground-ticks" }, ...ticks),
  );
  // runs: { book, earlier?, now? }; what is not there has no name. planned: steps of the run to
  // come
  /** @param {Curves} runs @param {Lines} lines @param {number} planned */
  const draw = (runs, lines, planned) => {
    const last = runs.now?.points.at(-1);
    loss.draw(runs, WORDS.loss(last?.loss), linesOf(lines));
    next.draw(runs, WORDS.next(last?.nsp), []);
    KINDS.forEach((kind, k) => {
      names[k].hidden = !runs[kind];
      setText(/** @type {Element} */ (names[k].lastElementChild), runs[kind]?.name ?? "");
    });
    const steps = runs.now?.steps ?? planned;
    ticks.forEach((tick, i) => setText(tick, count(Math.round((steps * i) / 4))));
  };
  return { el, draw };
}
