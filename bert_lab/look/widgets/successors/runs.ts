// Successors' results of training the mini-BERT, and all numbers in tables.

import { h, setText } from "#web/shared/elements.ts";
import { count, sized } from "#web/shared/numbers.ts";
import type { Successors } from "#web/shared/traits.ts";
import { panel, STAGES } from "./charts.ts";
import { type Change, LENGTHS, parameters, type Size, same, sum, work } from "./count.ts";
import { WORDS } from "./words.toml";

export type Run = Successors["runs"][number];
// of the experiment
export type Variant = Omit<Run, "changes" | "control">;
export type Metric = keyof Run["scores"];

const SIZES = Object.keys(WORDS.sizes) as Size[];
const METRICS = Object.keys(WORDS.metrics) as Metric[];

// Of the experiment's variants some are called as their change is.
const variantInWords = (name: string) =>
  (({ ...WORDS.names, ...WORDS.variants }) as Record<string, string>)[name];

export const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
export const runOf = (runs: Run[], on: Change[]) => runs.find(({ changes }) => same(changes, on));
// BERT's own, which every record has.
export const unchanged = (runs: Run[]) => runOf(runs, []) as Run;
// Where changes were not trained together: those of them that were trained alone.
export const runsAlone = (runs: Run[], on: Change[]) =>
  runOf(runs, on)
    ? []
    : runs.filter(({ changes }) => changes.length === 1 && on.includes(changes[0]));

// One measure: a dot for each seed, rings for the unchanged model's, squares for the control's.
// Right is better; what is worse than all that a widget shows (an untrained model) stands at the
// edge as an arrow.
function metric(name: Metric, runs: Run[]) {
  const values = runs.flatMap(({ scores }) => scores[name] ?? []),
    ends = [Math.min(...values), Math.max(...values)];
  const [worst, best] = name.endsWith("loss") ? ends.reverse() : ends,
    at = (x: number) => (x - worst) / (best - worst || 1);
  const was = h("span", {}),
    now = h("b"),
    track = h("div", { class: "su-track" });
  const el = h(
    "div",
    { class: "su-metric" },
    h("p", {}, h("span", {}, WORDS.metrics[name]), h("span", { class: "bw-number" }, was, now)),
    track,
  );
  const dot = (x: number, look: string, of: Variant) =>
    h("i", {
      class: at(x) < 0 ? `${look} su-beyond` : look,
      style: `left: ${(100 * Math.max(0, Math.min(1, at(x)))).toFixed(1)}%`,
      title: WORDS.point({ name: variantInWords(of.name), x }),
    });
  const dots = (of: Variant | null | undefined, look: string) =>
    of?.scores[name]?.map((x) => dot(x, look, of)) ?? [];
  const draw = (first: Run, run: Run | undefined, alone: Run[]) => {
    const values = run?.scores[name],
      moved = run !== first && values !== undefined;
    track.replaceChildren(
      ...dots(run?.control, "su-control"),
      ...dots(first, "su-first"),
      ...(moved ? dots(run, "su-now") : []),
      ...alone.flatMap((one) => dots(one, "su-alone")),
    );
    setText(was, moved ? WORDS.was({ x: mean(first.scores[name] ?? []) }) : "");
    setText(
      now,
      values
        ? WORDS.value({ x: mean(values) })
        : run
          ? WORDS.notScored
          : alone.length
            ? WORDS.alone
            : WORDS.notTrained,
    );
    el.classList.toggle("su-none", !moved);
  };
  return { el, draw };
}

export function reached({ runs }: Pick<Successors, "runs">) {
  const first = unchanged(runs),
    all = METRICS.map((name) => metric(name, runs));
  const [base, changed, control] = [
    ["su-first", WORDS.first],
    ["su-now", WORDS.changed],
    ["su-control", ""],
  ].map(([look, text]) => h("span", { class: look }, text));
  const legend = h("p", { class: "su-legend su-key" }, base, changed, control);
  const draw = (on: Change[]) => {
    const run = runOf(runs, on),
      alone = runsAlone(runs, on);
    for (const one of all) one.draw(first, run, alone);
    changed.hidden = !on.length;
    changed.className = alone.length ? "su-alone" : "su-now";
    control.hidden = !run?.control;
    setText(control, run?.control ? variantInWords(run.control.name) : "");
  };
  return { el: panel(WORDS.reached, ...all.map((one) => one.el), legend), draw };
}

const row = (head: string, ...cells: string[]) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, head),
    ...cells.map((text) => h("td", { class: "bw-number bw-end" }, text)),
  );
const table = (caption: string, heads: string[], rows: Element[]) =>
  h(
    "table",
    {},
    h("caption", {}, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...heads.map((text, i) => h("th", { scope: "col", class: i > 0 && "bw-end" }, text)),
      ),
    ),
    h("tbody", {}, ...rows),
  );

// Parameters, operations and measures of the unchanged model and with these changes.
export function numbers({ parts, sizes, runs }: Pick<Successors, "parts" | "sizes" | "runs">) {
  const el = h("div", {
      class: "su-numbers",
      role: "region",
      tabindex: 0,
      "aria-label": WORDS.details,
    }),
    first = unchanged(runs);
  const cell: (
    format: (of: Variant) => string | null | undefined,
  ) => (of?: Variant | null) => string = (format) => (of) =>
    of ? (format(of) ?? WORDS.notScored) : WORDS.notTrained;
  const seeds = (name: Metric) =>
      cell(({ scores }) => scores[name]?.map((x) => WORDS.value({ x })).join(", ")),
    time = cell((of) =>
      of === first
        ? WORDS.times({ factor: 1 })
        : of.time === null
          ? null
          : WORDS.times({ factor: of.time }),
    );
  const draw = (on: Change[]) => {
    const counts = SIZES.flatMap((name) =>
      [[], on].map((one) => parameters(parts, sizes[name], one)),
    );
    const run = runOf(runs, on),
      three = [first, run, run?.control];
    el.replaceChildren(
      table(
        WORDS.parameters,
        [WORDS.part, ...SIZES.flatMap((name) => [WORDS.sizes[name], WORDS.changed])],
        [
          ...STAGES.map((stage) =>
            row(WORDS.stages[stage], ...counts.map((one) => count(one[stage]))),
          ),
          row(WORDS.all, ...counts.map((one) => count(sum(one)))),
        ],
      ),
      table(
        WORDS.operationsOf,
        [WORDS.length, WORDS.sizes.base, WORDS.changed],
        LENGTHS.map((T) =>
          row(
            count(T),
            ...[[], on].map((one) => sized(WORDS.operations, work(sizes.base, one, T))),
          ),
        ),
      ),
      table(
        WORDS.reached,
        [
          WORDS.measure,
          WORDS.first,
          WORDS.changed,
          run?.control ? variantInWords(run.control.name) : WORDS.control,
        ],
        [
          ...METRICS.map((name) => row(WORDS.metrics[name], ...three.map(seeds(name)))),
          row(WORDS.time, ...three.map(time)),
        ],
      ),
    );
  };
  return { el, draw };
}
