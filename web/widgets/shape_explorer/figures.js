// ShapeExplorer's figures for the whole model, what stages are as high as, and all of it in a
// sentence.

import { h, option, setText } from "../../shared/elements.js";
import { bytes, count } from "../../shared/numbers.js";
import { sentences } from "../../shared/words.js";
import { valuesOf } from "./close_up.js";
import { tuple } from "./count.js";
import { briefName, grown } from "./flow.js";
import { show } from "./table.js";
import { WORDS } from "./words.js";

/**
 * @import { Measure, Sizes, Spec, Totals } from "./count.js"
 * @import { Stage } from "./flow.js"
 */

export const MEASURES = /** @type {Measure[]} */ (Object.keys(WORDS.measures));

/** @param {string} name @param {(measure: Measure) => void} choose @param {Node} switches */
export function measureRow(name, choose, switches) {
  const options = MEASURES.map((measure) => {
    const words = WORDS.measures[measure],
      set = () => choose(measure);
    return { measure, ...option(`${name}-measure`, words, set, h("span", {}, words)) };
  });
  const el = h(
    "div",
    { class: "shape-measures", role: "radiogroup", "aria-label": WORDS.height },
    h("span", { class: "bw-soft" }, WORDS.height),
    ...options.map((one) => one.el),
    switches,
  );
  /** @param {Measure} chosen */
  const draw = (chosen) => {
    for (const one of options) one.draw(one.measure === chosen);
  };
  return { el, draw };
}

// `heads`: the stages that pretraining adds to encoder and pooler.
/** @param {string[]} heads */
export function figureRow(heads) {
  const figures = Object.entries(WORDS.figures).map(([key, words]) => {
    const value = h("strong", { class: "bw-number" });
    return { key, value, el: h("p", {}, h("span", { class: "bw-soft" }, words), " ", value) };
  });
  /** @param {Totals} sums @returns {Record<string, string>} */
  const values = (sums) => {
    const inHeads = heads.reduce((n, stage) => n + (sums.stages.get(stage)?.parameters ?? 0), 0);
    return {
      parameters: count(sums.parameters),
      body: count(sums.parameters - inHeads),
      weights: bytes(4 * sums.parameters),
      bytes: bytes(sums.bytes),
      work: WORDS.rounded(sums.work),
    };
  };
  /** @param {Totals | null} sums */
  const draw = (sums) => {
    const now = sums && values(sums);
    for (const { key, value } of figures) setText(value, now?.[key] ?? "?");
  };
  return { el: h("div", { class: "bw-figures" }, ...figures.map(({ el }) => el)), draw };
}

// Which stages have changed, and how much.
/** @param {Stage[]} stages @param {Totals} before @param {Totals} sums @param {Measure} measure */
const changesInWords = (stages, before, sums, measure) =>
  stages
    .flatMap((one) => {
      const [was, now] = [before, sums].map(({ stages }) => stages.get(one.stage)?.[measure]);
      return was && now ? [`${briefName(one)} ${grown(was, now)}`] : [];
    })
    .join(", ");

/**
 * @param {object} shown
 * @param {Sizes} shown.sizes
 * @param {string} [shown.known] the preset
 * @param {Stage[]} shown.stages
 * @param {Totals} shown.sums
 * @param {Totals | null} shown.before
 * @param {Measure} shown.measure
 * @param {Spec} [shown.chosen]
 */
export function sentence({ sizes, known, stages, sums, before, measure, chosen }) {
  const changes = before ? changesInWords(stages, before, sums, measure) : "";
  return sentences(
    WORDS.state(known, count(sums.parameters), show(sizes.K), WORDS.rounded(sums.work)),
    changes ? WORDS.grown(WORDS.measures[measure], changes) : "",
    chosen
      ? WORDS.chosen(
          WORDS.tensor(chosen.part, chosen.name),
          tuple(chosen.dims),
          valuesOf(chosen, sizes),
          chosen.line.code,
        )
      : "",
  );
}
