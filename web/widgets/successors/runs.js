// Successors, what training reached on the mini-BERT, and all numbers in tables.

import { h, setText } from "../../shared/elements.js";
import { count } from "../../shared/numbers.js";
import { panel, STAGES } from "./charts.js";
import { LENGTHS, parameters, same, sum, work } from "./count.js";
import { WORDS } from "./words.js";

/**
 * @import { Successors } from "../../shared/traits.js"
 * @import { Change, Size } from "./count.js"
 * @typedef {Successors["runs"][number]} Run
 * @typedef {Omit<Run, "changes" | "control">} Variant of the experiment
 * @typedef {keyof Run["scores"]} Metric
 */

const SIZES = /** @type {Size[]} */ (Object.keys(WORDS.sizes));
const METRICS = /** @type {Metric[]} */ (Object.keys(WORDS.metrics));

/** @param {number[]} values */
export const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
/** @param {Run[]} runs @param {Change[]} on */
export const runOf = (runs, on) => runs.find(({ changes }) => same(changes, on));
// BERT's own, which every record has.
/** @param {Run[]} runs */
export const unchanged = (runs) => /** @type {Run} */ (runOf(runs, []));
// Where changes were not trained together: those of them that were trained alone.
/** @param {Run[]} runs @param {Change[]} on */
export const runsAlone = (runs, on) =>
  runOf(runs, on)
    ? []
    : runs.filter(({ changes }) => changes.length === 1 && on.includes(changes[0]));

// One measure: a dot for each seed, rings for the unchanged model's, squares for the control's.
// Right is better; what is worse than all that a widget shows (an untrained model) stands at the
// edge as an arrow.
/** @param {Metric} name @param {Run[]} runs */
function metric(name, runs) {
  const values = runs.flatMap(({ scores }) => scores[name] ?? []),
    ends = [Math.min(...values), Math.max(...values)];
  const [worst, best] = name.endsWith("loss") ? ends.reverse() : ends,
    at = (/** @type {number} */ x) => (x - worst) / (best - worst || 1);
  const was = h("span", {}),
    now = h("b"),
    track = h("div", { class: "su-track" });
  const el = h(
    "div",
    { class: "su-metric" },
    h("p", {}, h("span", {}, WORDS.metrics[name]), h("span", { class: "bw-number" }, was, now)),
    track,
  );
  /** @param {number} x @param {string} look @param {Variant} of */
  const dot = (x, look, of) =>
    h("i", {
      class: at(x) < 0 ? `${look} su-beyond` : look,
      style: `left: ${(100 * Math.max(0, Math.min(1, at(x)))).toFixed(1)}%`,
      title: WORDS.point(of.name, x),
    });
  /** @param {Variant | null | undefined} of @param {string} look */
  const dots = (of, look) => of?.scores[name]?.map((x) => dot(x, look, of)) ?? [];
  /** @param {Run} first @param {Run | undefined} run @param {Run[]} alone */
  const draw = (first, run, alone) => {
    const values = run?.scores[name],
      moved = run !== first && values !== undefined;
    track.replaceChildren(
      ...dots(run?.control, "su-control"),
      ...dots(first, "su-first"),
      ...(moved ? dots(run, "su-now") : []),
      ...alone.flatMap((one) => dots(one, "su-alone")),
    );
    setText(was, moved ? WORDS.was(mean(first.scores[name] ?? [])) : "");
    setText(
      now,
      values
        ? WORDS.value(mean(values))
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

/** @param {Pick<Successors, "runs">} fixed */
export function reached({ runs }) {
  const first = unchanged(runs),
    all = METRICS.map((name) => metric(name, runs));
  const [base, changed, control] = [
    ["su-first", WORDS.first],
    ["su-now", WORDS.changed],
    ["su-control", ""],
  ].map(([look, text]) => h("span", { class: look }, text));
  const legend = h("p", { class: "su-legend su-key" }, base, changed, control);
  const draw = (/** @type {Change[]} */ on) => {
    const run = runOf(runs, on),
      alone = runsAlone(runs, on);
    for (const one of all) one.draw(first, run, alone);
    changed.hidden = !on.length;
    changed.className = alone.length ? "su-alone" : "su-now";
    control.hidden = !run?.control;
    setText(control, run?.control ? WORDS.variants[run.control.name] : "");
  };
  return { el: panel(WORDS.reached, ...all.map((one) => one.el), legend), draw };
}

/** @param {string} head @param {string[]} cells */
const row = (head, ...cells) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, head),
    ...cells.map((text) => h("td", { class: "bw-number bw-end" }, text)),
  );
/** @param {string} caption @param {string[]} heads @param {Element[]} rows */
const table = (caption, heads, rows) =>
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
/** @param {Pick<Successors, "parts" | "sizes" | "runs">} fixed */
export function numbers({ parts, sizes, runs }) {
  const el = h("div", {
      class: "su-numbers",
      role: "region",
      tabindex: 0,
      "aria-label": WORDS.details,
    }),
    first = unchanged(runs);
  /** @type {(format: (of: Variant) => string | null | undefined) => (of?: Variant | null) => string} */
  const cell = (format) => (of) => (of ? (format(of) ?? WORDS.notScored) : WORDS.notTrained);
  const seeds = (/** @type {Metric} */ name) =>
      cell(({ scores }) => scores[name]?.map(WORDS.value).join(", ")),
    time = cell((of) =>
      of === first ? WORDS.times(1) : of.time === null ? null : WORDS.times(of.time),
    );
  const draw = (/** @type {Change[]} */ on) => {
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
          row(count(T), ...[[], on].map((one) => WORDS.operations(work(sizes.base, one, T)))),
        ),
      ),
      table(
        WORDS.reached,
        [
          WORDS.measure,
          WORDS.first,
          WORDS.changed,
          run?.control ? WORDS.variants[run.control.name] : WORDS.control,
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
