// ShapeExplorer's flow: a column for each stage, divided into its blocks, with its previous height
// behind it.

import { h, setText } from "#web/shared/elements.ts";
import { bytes, count } from "#web/shared/numbers.ts";
import { brief, type Measure, type Totals } from "./count.ts";
import { WORDS } from "./words.toml";

export type Stage = { stage: string; perBlock: boolean };
export interface Flow {
  sums: Totals | null; // without any, sizes make no model
  base: Totals | null; // before the change
  measure: Measure;
  blocks: number;
  chosen?: string; // the stage
}

const amount = (measure: Measure, n: number) => (measure === "bytes" ? bytes(n) : brief(n));

// Parts and tensors by what they are called in `bert_lab.look.shapes`.
export const PARTS: Record<string, string> = WORDS.parts;
export const TENSORS: Record<string, string> = WORDS.tensors;
const BRIEF: Record<string, string> = { ...WORDS.parts, ...WORDS.brief };

export const briefName = (stage: string) => BRIEF[stage];

const twoDigits = (f: number) => (f >= 99.5 ? count(Math.round(f)) : Number(f.toPrecision(2)));

export const grown = (before: number, now: number) =>
  Math.abs(now / before - 1) < 0.005 ? WORDS.same : WORDS.factor({ f: twoDigits(now / before) });

function stageColumn({ stage, perBlock }: Stage, choose: (stage: string) => void) {
  const [value, factor, was, fill] = ["bw-number", "shape-factor", "shape-was", "shape-fill"].map(
    (name) => h("span", { class: name }),
  );
  const el = h(
    "button",
    { type: "button", class: "shape-stage", "data-stage": stage, click: () => choose(stage) },
    factor,
    value,
    h("span", { class: "shape-room" }, was, fill),
    h("span", { class: "shape-name" }, briefName(stage)),
  );
  const of = (all: Totals | null, measure: Measure) => all?.stages.get(stage)?.[measure] ?? 0;
  // most: of all columns
  const draw = ({ sums, base, measure, blocks, chosen }: Flow, most: number) => {
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

export function stageFlow(stages: Stage[], choose: (stage: string) => void) {
  const columns = stages.map((stage) => stageColumn(stage, choose));
  const el = h(
    "div",
    { class: "bw-picture shape-flow", role: "group", "aria-label": WORDS.question },
    ...columns.map((column) => column.el),
  );
  const draw = (flow: Flow) => {
    const { sums, base, measure } = flow,
      all = columns.flatMap(({ of }) => [of(sums, measure), of(base, measure)]),
      most = Math.max(1, ...all);
    for (const column of columns) column.draw(flow, most);
  };
  return { el, draw };
}
