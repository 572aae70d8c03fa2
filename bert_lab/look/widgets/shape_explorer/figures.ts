// ShapeExplorer's totals for the whole model, the quantity that the stages' heights show, and a
// summary sentence.

import { h, option, setText } from "#web/shared/elements.ts";
import { bytes, count, sized } from "#web/shared/numbers.ts";
import { sentences } from "#web/text/text.ts";
import { valuesOf } from "./close_up.ts";
import { type Measure, type Sizes, type Spec, type Totals, tuple } from "./count.ts";
import { briefName, grown, PARTS, type Stage, TENSORS } from "./flow.ts";
import { WORDS } from "./words.toml";

export const MEASURES = Object.keys(WORDS.measures) as Measure[];

export function measureRow(name: string, choose: (measure: Measure) => void) {
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
  );
  const draw = (chosen: Measure) => {
    for (const one of options) one.draw(one.measure === chosen);
  };
  return { el, draw };
}

// `heads`: the stages that pretraining adds to encoder and pooler.
export function figureRow(heads: string[]) {
  const figures = Object.entries(WORDS.figures).map(([key, words]) => {
    const value = h("strong", { class: "bw-number" });
    return { key, value, el: h("p", {}, h("span", { class: "bw-soft" }, words), " ", value) };
  });
  const values = (sums: Totals): Record<string, string> => {
    const inHeads = heads.reduce((n, stage) => n + (sums.stages.get(stage)?.parameters ?? 0), 0);
    return {
      parameters: count(sums.parameters),
      body: count(sums.parameters - inHeads),
      weights: bytes(4 * sums.parameters),
      bytes: bytes(sums.bytes),
      work: sized(WORDS.rounded, sums.work),
    };
  };
  const draw = (sums: Totals | null) => {
    const now = sums && values(sums);
    for (const { key, value } of figures) setText(value, now?.[key] ?? "?");
  };
  return { el: h("div", { class: "bw-figures" }, ...figures.map(({ el }) => el)), draw };
}

// Which stages have changed, and how much.
const changesInWords = (stages: Stage[], before: Totals, sums: Totals, measure: Measure) =>
  stages
    .flatMap((one) => {
      const [was, now] = [before, sums].map(({ stages }) => stages.get(one.stage)?.[measure]);
      return was && now ? [`${briefName(one.stage)} ${grown(was, now)}`] : [];
    })
    .join(", ");

// The three stages that have most, with their shares.
const largest = (stages: Stage[], sums: Totals, measure: Measure) =>
  stages
    .map(({ stage }) => ({
      stage,
      share: (sums.stages.get(stage)?.[measure] ?? 0) / sums[measure],
    }))
    .sort((a, b) => b.share - a.share)
    .slice(0, 3)
    .map(({ stage, share }) => WORDS.part({ name: PARTS[stage], share }))
    .join(", ");

// known: the preset
export function sentence({
  sizes,
  known,
  stages,
  sums,
  before,
  measure,
  chosen,
}: {
  sizes: Sizes;
  known?: string;
  stages: Stage[];
  sums: Totals;
  before: Totals | null;
  measure: Measure;
  chosen?: Spec;
}) {
  const changes = before ? changesInWords(stages, before, sums, measure) : "";
  return sentences(
    WORDS.state({
      name: known ?? WORDS.unnamed,
      n: measure === "bytes" ? bytes(sums.bytes) : sized(WORDS.rounded, sums[measure]),
      of: WORDS.amounts[measure],
      list: changes || largest(stages, sums, measure),
    }),
    chosen && !changes
      ? WORDS.chosen({
          tensor: WORDS.tensor({ part: PARTS[chosen.stage], name: TENSORS[chosen.name] }),
          dims: tuple(chosen.dims),
          values: valuesOf(chosen, sizes),
        })
      : "",
  );
}
