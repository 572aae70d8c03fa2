// A training run, whether it was recorded (TrainingScrubber) or goes on now (TrainingGround): its
// loss between the lines, and its probes, sentences with one word hidden, as dots on their way from
// wrong to right.

import { h, option, uniqueName } from "../shared/elements.js";
import { fixed } from "../shared/numbers.js";
import { WORDS } from "./words.js";

/**
 * @import { TrainingGround } from "../shared/traits.js"
 * @typedef {TrainingGround["book"]["lines"]} Lines
 * @typedef {keyof Lines} Line
 * @typedef {TrainingGround["probes"][number]} Probe
 * @typedef {{ rank: number, share: number }} Truth of what stood there
 */

// A share as it is shown: rounded to four decimals it may be 1, which a softmax never gives.
/** @param {number} share */
export const below1 = (share) => Math.min(share, 0.9999);

// Between which two lines a loss lies, in words.
/** @param {number} loss @param {Lines} lines */
export function whereOf(loss, lines) {
  const order = listed(lines).sort(([, a], [, b]) => b - a),
    said = (/** @type {Line} */ name) => WORDS.sentence[name];
  const above = order.findLast(([, value]) => value >= loss),
    below = order.find(([, value]) => value < loss);
  if (above && below) return WORDS.amid(said(above[0]), said(below[0]));
  return above ? WORDS.below(said(above[0])) : WORDS.above(said(order[0][0]));
}

/** @param {Lines} lines */
export const listed = (lines) => /** @type {[Line, number][]} */ (Object.entries(lines));

// A line of the chart, dotted; its name stands outside, at its right end, so many pixels lower
// where another is close.
/** @param {Line} name @param {number} value @param {number} bottom */
export const level = (name, value, bottom, lower = 0) =>
  h(
    "span",
    { class: "bw-level", style: `bottom: ${bottom}%` },
    h(
      "span",
      { style: lower ? `margin-top: ${lower}px` : null },
      `${WORDS.lines[name]} ${fixed(value)}`,
    ),
  );

// A probe's text around its gap.
/** @param {Pick<Probe, "first" | "second">} probe */
export function around({ first, second }) {
  const [before, after] = (second ? `${first} | ${second}` : first).split("<mask>");
  return { before, after };
}

// A probe as the picture takes it: its texts with the truth in its place, and that place as the
// hidden one.
/** @param {Pick<Probe, "first" | "second" | "answer">} probe */
export function whole({ first, second, answer }) {
  const tokens = ["<cls>", ...first.split(" "), "<sep>", ...(second ?? "").split(" ")];
  const [text, other] = [first, second ?? ""].map((part) => part.replace("<mask>", answer));
  return { text, second: other, hidden: [tokens.indexOf("<mask>")] };
}

// One probe: the word that stood there, and how much of its probability it gets.
/** @param {Probe} probe @param {string} name @param {() => void} choose */
function probeLane(probe, name, choose) {
  const { before, after } = around(probe),
    text = `${before}…${after}`;
  const word = h("span", { class: "bw-probe-word", lang: "en" }, probe.answer),
    dot = h("span", { class: "bw-probe-dot" });
  const choice = option(name, text, choose, word, h("span", { class: "bw-lane" }, dot));
  choice.el.classList.add("bw-probe");
  choice.el.title = text;
  /** @param {Truth} truth @param {boolean} on */
  const draw = ({ rank, share }, on) => {
    choice.draw(on);
    choice.el.classList.toggle("bw-right", rank === 1);
    dot.style.left = `${100 * share}%`;
  };
  return { el: choice.el, draw };
}

// All of them, by what they can be told from. `draw` takes of each the rank and the share of what
// stood there.
/** @param {Probe[]} probes @param {(number: number) => void} choose */
export function probeLanes(probes, choose) {
  const name = uniqueName("probes");
  const lanes = probes.map((probe, number) => probeLane(probe, name, () => choose(number)));
  const kinds = [...new Set(probes.map((probe) => probe.decided_by))].map((kind) =>
    h(
      "div",
      { class: "bw-probe-kind" },
      h("p", {}, WORDS.kinds[kind] ?? kind),
      ...lanes.filter((_, number) => probes[number].decided_by === kind).map((lane) => lane.el),
    ),
  );
  const scale = h(
    "p",
    { class: "bw-probe-scale", "aria-hidden": "true" },
    ...[WORDS.truth, WORDS.wrong, WORDS.right].map((text) => h("span", {}, text)),
  );
  const el = h(
    "div",
    { class: "bw-probes", role: "radiogroup", "aria-label": WORDS.probes },
    scale,
    ...kinds,
  );
  return {
    el,
    /** @param {Truth[]} truths @param {number} chosen */
    draw: (truths, chosen) =>
      lanes.forEach((lane, number) => lane.draw(truths[number], number === chosen)),
  };
}
