// ShapeExplorer's flow: a column for each stage, cut into its blocks; behind each what it was before
// the change.

import { h, setText } from "../../shared/elements.js";
import { bytes } from "../../shared/numbers.js";
import { brief } from "./count.js";
import { WORDS } from "./words.js";

/**
 * @import { Measure, Totals } from "./count.js"
 * @typedef {{ stage: string, part: string, perBlock: boolean }} Stage `part` is its name
 * @typedef {object} Flow
 * @property {Totals | null} sums without any, sizes make no model
 * @property {Totals | null} base before the change
 * @property {Measure} measure
 * @property {number} blocks
 * @property {string} [chosen] the stage
 */

/** @param {Measure} measure @param {number} n */
const amount = (measure, n) => (measure === "bytes" ? bytes(n) : brief(n));

/** @param {Pick<Stage, "stage" | "part">} stage */
export const briefName = ({ stage, part }) =>
  WORDS.brief[/** @type {keyof typeof WORDS.brief} */ (stage)] ?? part;

/** @param {number} before @param {number} now */
export const grown = (before, now) =>
  Math.abs(now / before - 1) < 0.005 ? WORDS.same : WORDS.factor(now / before);

/** @param {Stage} stage @param {(stage: string) => void} choose */
function stageColumn({ stage, part, perBlock }, choose) {
  const [value, factor, was, fill] = ["bw-number", "shape-factor", "shape-was", "shape-fill"].map(
    (name) => h("span", { class: name }),
  );
  const el = h(
    "button",
    { type: "button", class: "shape-stage", "data-stage": stage, click: () => choose(stage) },
    factor,
    value,
    h("span", { class: "shape-room" }, was, fill),
    h("span", { class: "shape-name" }, briefName({ stage, part })),
  );
  /** @param {Totals | null} all @param {Measure} measure */
  const of = (all, measure) => all?.stages.get(stage)?.[measure] ?? 0;
  /** @param {Flow} flow @param {number} most of all columns */
  const draw = ({ sums, base, measure, blocks, chosen }, most) => {
    const now = of(sums, measure),
      before = of(base, measure),
      f = before && now ? grown(before, now) : "";
    setText(value, sums ? (now ? amount(measure, now) : "–") : "?");
    setText(factor, f);
    factor.classList.toggle("shape-same", f === WORDS.same);
    fill.style.height = `${(100 * now) / most}%`;
    was.style.height = `${(100 * before) / most}%`;
    fill.style.setProperty("--blocks", String(perBlock ? Math.min(blocks, 96) : 1));
    el.setAttribute("aria-pressed", String(stage === chosen));
  };
  return { el, of, draw };
}

/** @param {Stage[]} stages @param {(stage: string) => void} choose */
export function stageFlow(stages, choose) {
  const columns = stages.map((stage) => stageColumn(stage, choose));
  const el = h(
    "div",
    { class: "bw-picture shape-flow", role: "group", "aria-label": WORDS.question },
    ...columns.map((column) => column.el),
  );
  /** @param {Flow} flow */
  const draw = (flow) => {
    const { sums, base, measure } = flow,
      all = columns.flatMap(({ of }) => [of(sums, measure), of(base, measure)]),
      most = Math.max(1, ...all);
    for (const column of columns) column.draw(flow, most);
  };
  return { el, draw };
}
