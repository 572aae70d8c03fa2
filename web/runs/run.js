// A training run, whether it was recorded (TrainingScrubber) or goes on now (TrainingGround): its
// loss between the lines, and its probes, sentences with one word hidden, as dots on their way from
// wrong to right.

import { h, option, uniqueName } from "../shared/elements.js";
import { RUNS } from "./words.js";

// A share as it is shown: rounded to four decimals it may be 1, which a softmax never gives.
export const below1 = (share) => Math.min(share, 0.9999);

// Between which two lines a loss lies, in words.
export function whereOf(loss, lines) {
  const order = Object.keys(lines).sort((a, b) => lines[b] - lines[a]),
    said = (name) => RUNS.sentence[name];
  const above = order.findLast((name) => lines[name] >= loss),
    below = order.find((name) => lines[name] < loss);
  if (!above) return RUNS.above(said(below));
  return below ? RUNS.amid(said(above), said(below)) : RUNS.below(said(above));
}

// A line of the chart, dotted; its name stands outside, at its right end, so many pixels lower
// where another is close.
export const level = (name, value, bottom, lower = 0) =>
  h(
    "span",
    { class: "bw-level", style: `bottom: ${bottom}%` },
    h(
      "span",
      { style: lower ? `margin-top: ${lower}px` : null },
      `${RUNS.lines[name]} ${value.toFixed(2)}`,
    ),
  );

// A probe's text around its gap.
export function around({ first, second }) {
  const [before, after] = (second ? `${first} | ${second}` : first).split("<mask>");
  return { before, after };
}

// A probe as the picture takes it: its texts with the truth in its place, and that place as the
// hidden one.
export function whole({ first, second, answer }) {
  const tokens = ["<cls>", ...first.split(" "), "<sep>", ...(second ?? "").split(" ")];
  const [text, other] = [first, second ?? ""].map((part) => part.replace("<mask>", answer));
  return { text, second: other, hidden: [tokens.indexOf("<mask>")] };
}

// One probe: the word that stood there, and how much of its probability it gets.
function probeLane(probe, name, choose) {
  const { before, after } = around(probe),
    text = `${before}…${after}`;
  const word = h("span", { class: "bw-probe-word" }, probe.answer),
    dot = h("span", { class: "bw-probe-dot" });
  const choice = option(name, text, choose, word, h("span", { class: "bw-lane" }, dot));
  choice.el.classList.add("bw-probe");
  choice.el.title = text;
  const draw = ({ rank, share }, on) => {
    choice.draw(on);
    choice.el.classList.toggle("bw-right", rank === 1);
    dot.style.left = `${100 * share}%`;
  };
  return { el: choice.el, draw };
}

// All of them, by what they can be told from. `draw` takes of each the rank and the share of what
// stood there.
export function probeLanes(probes, choose) {
  const name = uniqueName("probes");
  const lanes = probes.map((probe, number) => probeLane(probe, name, () => choose(number)));
  const kinds = [...new Set(probes.map((probe) => probe.decided_by))].map((kind) =>
    h(
      "div",
      { class: "bw-probe-kind" },
      h("p", {}, RUNS.kinds[kind] ?? kind),
      ...lanes.filter((_, number) => probes[number].decided_by === kind).map((lane) => lane.el),
    ),
  );
  const scale = h(
    "p",
    { class: "bw-probe-scale", "aria-hidden": "true" },
    ...[RUNS.truth, RUNS.wrong, RUNS.right].map((text) => h("span", {}, text)),
  );
  const el = h(
    "div",
    { class: "bw-probes", role: "radiogroup", "aria-label": RUNS.probes },
    scale,
    ...kinds,
  );
  return {
    el,
    draw: (truths, chosen) =>
      lanes.forEach((lane, number) => lane.draw(truths[number], number === chosen)),
  };
}
