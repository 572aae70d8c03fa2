// TrainingScrubber's curve: the loss at every step that was recorded, between its lines. It is the
// track of a slider that covers it, so a press anywhere takes the nearest step.

import { level, listed } from "../../runs/run.js";
import { h, setValue } from "../../shared/elements.js";
import { count } from "../../shared/numbers.js";
import { svg } from "../../shared/picture.js";
import { WORDS } from "./words.js";

/** @import { TrainingScrubber } from "../../shared/traits.js" */

const TICKS = 4; // every so many steps one is named

/**
 * @param {Pick<TrainingScrubber, "steps" | "loss" | "lines">} run @param {number[]} kept
 * @param {(step: number) => void} choose
 */
export function lossCurve({ steps, loss, lines }, kept, choose) {
  const top = 1.05 * Math.max(...loss, ...Object.values(lines)),
    last = steps.length - 1;
  const x = (/** @type {number} */ i) => (100 * i) / last,
    y = (/** @type {number} */ value) => (100 * value) / top;
  const line = loss
    .map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(2)} ${(100 - y(value)).toFixed(2)}`)
    .join("");
  const at = (/** @type {string} */ name, /** @type {number} */ i) =>
    h("span", { class: name, style: `left: ${x(i)}%; bottom: ${y(loss[i])}%` });
  const dots = steps.map((step, i) =>
    at(kept.includes(step) ? "scrub-at scrub-kept" : "scrub-at", i),
  );
  const ticks = steps.map((step, i) =>
    (last - i) % TICKS && i
      ? ""
      : h("span", { class: "scrub-tick", style: `left: ${x(i)}%` }, count(step)),
  );
  const rules = listed(lines).map(([name, value]) => level(name, value, y(value)));
  const marker = h("span", { class: "scrub-now" }),
    point = h("span", { class: "scrub-point" });
  /** @type {HTMLInputElement} */
  const slider = h("input", {
    type: "range",
    min: 0,
    max: last,
    "aria-label": WORDS.steps,
    input: () => choose(steps[slider.valueAsNumber]),
  });
  const drawing = svg(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { class: "scrub-area", d: `${line}V100H0Z` }),
    svg("path", { class: "scrub-curve", d: line }),
  );
  const el = h(
    "div",
    { class: "scrub-loss" },
    h(
      "div",
      { class: "scrub-plot", "aria-hidden": "true" },
      ...rules,
      drawing,
      ...dots,
      marker,
      point,
      ...ticks,
      h("span", { class: "scrub-name" }, WORDS.curve),
    ),
    slider,
  );
  /** @param {number} i */
  const draw = (i) => {
    setValue(slider, i);
    slider.setAttribute("aria-valuetext", WORDS.atStep(steps[i], loss[i]));
    marker.style.left = point.style.left = `${x(i)}%`;
    point.style.bottom = `${y(loss[i])}%`;
  };
  return { el, draw };
}
