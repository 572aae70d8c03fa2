// TrainingRun's chart: the loss between its lines, over the steps. Runs stand side by side; the one
// that is looked at is drawn in full, and the chart is the track of a slider: a press anywhere takes
// the nearest step.

import { h, option, setText, setValue, uniqueName } from "#web/shared/elements.ts";
import { count, fixed } from "#web/shared/numbers.ts";
import { svg } from "#web/shared/picture.ts";
import { along, type Curve, type Lines, listed, nearest } from "./record.ts";
import { WORDS } from "./words.toml";

export type Kind = (typeof KINDS)[number];
// those that there are
export type Curves = Partial<Record<Kind, Curve | null>>;

export const KINDS = ["book", "now"] as const;
const TOP = 7.2; // nats: a little over ln V
const TICKS = [0, 0.25, 0.75, 1], // along the chart, and the step there to the next ROUND
  ROUND = 50;

const inNats = (loss: number) => 100 * Math.min(1, loss / TOP),
  across = (step: number, steps: number) => 100 * along(step, steps);

// The way of a curve; runs of different lengths all reach from the first step to the last.
type Drawn = Pick<Curve, "points" | "drawn" | "steps">;
const wayOf = ({ points, drawn = points, steps }: Drawn) =>
  drawn
    .map(
      ({ step, loss }, i) =>
        `${i ? "L" : "M"}${across(step, steps).toFixed(2)} ${(100 - inNats(loss)).toFixed(2)}`,
    )
    .join("");

// The lines of a run, dotted, from top to bottom; their names stand outside, at their right ends,
// one below another: a name needs 27 % of the height.
function linesOf(lines: Lines) {
  let last = Infinity;
  return listed(lines)
    .sort(([, a], [, b]) => b - a)
    .flatMap(([name, value]) => {
      const bottom = inNats(value);
      last = Math.min(bottom, last - 27);
      return [
        h("span", { class: "run-level", style: `bottom: ${bottom}%` }),
        h(
          "span",
          { class: "run-level-name", style: `bottom: ${last}%` },
          `${WORDS.lines[name]} ${fixed(value)}`,
        ),
      ];
    });
}

function lossPlot() {
  const paths = KINDS.map((run) => svg("path", { class: `run-curve run-${run}` }));
  const area = svg("path", { class: "run-area" }),
    dots = svg("path", { class: "run-dots" }),
    point = h("span", { class: "run-point" }),
    levels = h("div", { class: "run-levels" });
  const el = h(
    "div",
    { class: "run-plot run-loss" },
    levels,
    svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" }, area, ...paths, dots),
    point,
  );
  const draw = (curves: Curves & { book: Curve }, on: Kind, i: number) => {
    const ways = KINDS.map((kind) => {
      const run = curves[kind];
      return run ? wayOf(run) : "";
    });
    KINDS.forEach((kind, k) => {
      paths[k].setAttribute("d", ways[k]);
      paths[k].classList.toggle("run-on", kind === on);
    });
    const { points, steps, lines } = curves[on] ?? curves.book,
      { loss } = points[i],
      way = ways[KINDS.indexOf(on)];
    area.setAttribute("d", way && `${way}V100H0Z`);
    const places = wayOf({ points, steps });
    dots.setAttribute("d", places.replace(/[ML]([\d.]+ [\d.]+)/g, "M$1h0"));
    point.style.bottom = `${inNats(loss)}%`;
    levels.replaceChildren(...linesOf(lines ?? (curves.book.lines as Lines)));
  };
  return { el, point, draw };
}

// The runs by name, of which one is looked at.
function runChoice(look: (kind: Kind) => void) {
  const group = uniqueName("run");
  const names = KINDS.map((kind) => {
    const name = h("span"),
      choice = option(group, "", () => look(kind), h("i"), name);
    choice.el.classList.add("run-name", `run-${kind}`);
    return { ...choice, name, input: choice.el.firstElementChild as Element };
  });
  const el = h(
    "div",
    { class: "run-names", role: "radiogroup", "aria-label": WORDS.which },
    ...names.map((name) => name.el),
    h("span", { class: "run-axis", "aria-hidden": "true" }, WORDS.loss),
  );
  const draw = (curves: Curves, on: Kind) =>
    KINDS.forEach((kind, k) => {
      const text = curves[kind]?.name ?? "";
      names[k].el.hidden = !curves[kind];
      names[k].el.title = text;
      names[k].input.setAttribute("aria-label", text);
      setText(names[k].name, text);
      names[k].draw(kind === on);
    });
  return { el, draw };
}

// `look` takes a run, `choose` the place of one of its points.
export function charts({ look, choose }: { look(kind: Kind): void; choose(place: number): void }) {
  const plot = lossPlot(),
    choice = runChoice(look),
    marker = h("span", { class: "run-marker" });
  const ticks = TICKS.map(() => h("span", { class: "run-tick" }));
  let shown: Curve;
  const slider: HTMLInputElement = h("input", {
    type: "range",
    min: 0,
    "aria-label": WORDS.steps,
    input: () => choose(slider.valueAsNumber),
  });
  const take = ({ clientX }: PointerEvent) => {
    const { left, width } = plot.el.getBoundingClientRect();
    choose(nearest(shown, (clientX - left) / width));
  };
  const plots: HTMLElement = h(
    "div",
    {
      class: "run-plots",
      pointerdown: (event: PointerEvent) => {
        event.preventDefault(); // the slider keeps the focus
        slider.focus({ preventScroll: true });
        plots.setPointerCapture(event.pointerId);
        take(event);
      },
      pointermove: (event: PointerEvent) => plots.hasPointerCapture(event.pointerId) && take(event),
    },
    h(
      "div",
      { class: "run-drawn", "aria-hidden": "true" },
      plot.el,
      h("div", { class: "run-ticks" }, ...ticks),
      marker,
    ),
    slider,
  );
  // curves: { book, now? }; `on` is looked at, at its point `i`
  const draw = (curves: Curves & { book: Curve }, on: Kind, i: number) => {
    shown = curves[on] ?? curves.book;
    const { points, steps } = shown,
      point = points[i],
      x = `${across(point.step, steps)}%`;
    plot.draw(curves, on, i);
    choice.draw(curves, on);
    for (const el of [marker, plot.point]) el.style.left = x;
    slider.max = String(points.length - 1);
    setValue(slider, i);
    slider.setAttribute("aria-valuetext", WORDS.atStep({ step: point.step, loss: point.loss }));
    ticks.forEach((tick, k) => {
      const step = ROUND * Math.round((steps * TICKS[k] ** 2) / ROUND);
      tick.style.left = `${across(step, steps)}%`;
      setText(tick, count(step));
    });
  };
  return { names: choice.el, el: plots, draw };
}
