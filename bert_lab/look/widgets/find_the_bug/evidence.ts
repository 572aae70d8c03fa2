// FindTheBug's evidence: the three piles, each with a lane for each label and, once there is a
// diagnosis, a verdict.

import { h, inEnglish, setText, unseen } from "#web/shared/elements.ts";
import { drawToken, pile } from "#web/shared/picture.ts";
import { type PileName, verdictOf } from "./procedures.ts";
import { WORDS } from "./words.toml";

function evidenceLane(name: PileName, label: string) {
  const dots = name === "chosen" ? pile(2, "", 6) : pile(3, "", 5),
    word = h("span"),
    spoken = unseen();
  drawToken(word, label);
  inEnglish(word, name === "chosen");
  const draw = (n: number, expectation: number, unit: number, isSymptom: boolean) => {
    dots.draw(n, expectation, unit);
    word.classList.toggle("bug-symptom", isSymptom);
    setText(spoken, WORDS.evidence({ counted: n, expected: expectation }));
  };
  return { el: h("li", { class: "bug-lane" }, word, dots.el, spoken), draw };
}

export function evidence(name: PileName, labels: string[]) {
  const lanes = labels.map((label) => evidenceLane(name, label)),
    short = h("span", { class: "bug-verdict" });
  const el = h(
    "div",
    { class: `bug-pile bug-${name}` },
    h("p", { class: "bug-title" }, WORDS.piles[name]),
    h("ul", {}, ...lanes.map((lane) => lane.el)),
    h("p", { class: "bug-verdicts" }, short),
  );
  // told: with its verdict
  const draw = (
    counts: number[],
    expectations: number[],
    unit: number, // what a dot stands for
    told: boolean,
    isSymptom: (lane: number) => boolean,
  ) => {
    const verdict = told ? verdictOf(counts, expectations) : undefined;
    lanes.forEach((lane, i) => lane.draw(counts[i], expectations[i], unit, isSymptom(i)));
    setText(short, verdict ? WORDS.brief[verdict] : "");
    short.dataset.verdict = verdict ?? "";
  };
  return { el, draw };
}
