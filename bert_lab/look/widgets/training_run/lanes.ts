// TrainingRun's probes: sentences with one word hidden, as dots on their way from wrong to right.

import { h, option, uniqueName } from "#web/shared/elements.ts";
import { below1, percent } from "#web/shared/numbers.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

export type Probe = Pick<
  TrainingRun["probes"][number],
  "first" | "second" | "answer" | "decided_by"
>;
// of what stood there
export type Truth = { rank: number; share: number };

// A probe's text around its gap.
export function around({ first, second }: Pick<Probe, "first" | "second">) {
  const [before, after] = (second ? `${first} | ${second}` : first).split("<mask>");
  return { before, after };
}

// A probe as the picture takes it: its texts with the truth in its place, and that place as the
// hidden one.
export function whole({ first, second, answer }: Pick<Probe, "first" | "second" | "answer">) {
  const tokens = ["<cls>", ...first.split(" "), "<sep>", ...(second ?? "").split(" ")];
  const [text, other] = [first, second ?? ""].map((part) => part.replace("<mask>", answer));
  return { text, second: other, hidden: [tokens.indexOf("<mask>")] };
}

// One probe: the word that stood there, and how much of its probability it gets.
function probeLane(probe: Probe, name: string, choose: () => void) {
  const { before, after } = around(probe),
    text = `${before}…${after}`;
  const word = h("span", { class: "run-probe-word", lang: "en" }, probe.answer),
    dot = h("span", { class: "run-probe-dot" });
  const choice = option(name, text, choose, word, h("span", { class: "run-lane" }, dot));
  choice.el.classList.add("run-probe");
  choice.el.title = text;
  const input = choice.el.firstElementChild as Element;
  const draw = ({ rank, share }: Truth, on: boolean) => {
    choice.draw(on);
    const facts = { text, answer: probe.answer, share: percent(below1(share)) };
    input.setAttribute("aria-label", WORDS.probe(facts));
    choice.el.classList.toggle("bw-right", rank === 1);
    dot.style.left = `${100 * share}%`;
  };
  return { el: choice.el, draw };
}

// All of them, by what they can be told from. `draw` takes of each the rank and the share of what
// stood there.
export function probeLanes(probes: Probe[], choose: (number: number) => void) {
  const name = uniqueName("probes");
  const lanes = probes.map((probe, number) => probeLane(probe, name, () => choose(number)));
  const kinds = [...new Set(probes.map((probe) => probe.decided_by))].map((kind) =>
    h(
      "div",
      { class: "run-probe-kind" },
      h("p", {}, (WORDS.kinds as Record<string, string | undefined>)[kind] ?? kind),
      ...lanes.filter((_, number) => probes[number].decided_by === kind).map((lane) => lane.el),
    ),
  );
  const el = h(
    "div",
    { class: "run-probes", role: "radiogroup", "aria-label": WORDS.probes },
    ...kinds,
  );
  return {
    el,
    draw: (truths: Truth[], chosen: number) =>
      lanes.forEach((lane, number) => lane.draw(truths[number], number === chosen)),
  };
}
