// FindTheBug's evidence: the three piles, each with a lane for each label and, once somebody has
// said what is wrong, a verdict; and the same as a table.

import { type Fit, fitVerdict } from "#web/masking/counts.ts";
import { h, inEnglish, setText, unseen } from "#web/shared/elements.ts";
import { count } from "#web/shared/numbers.ts";
import { dotUnit, drawToken, pile } from "#web/shared/picture.ts";
import type { PileName } from "./procedures.ts";
import { WORDS } from "./words.toml";

const ROOM = { chosen: 36, reads: 100, labels: 100 }; // dots of a lane

// A verdict in a word: a key of WORDS.brief.
export function briefly({
  broken,
  enough,
  df,
  p,
}: Pick<Fit, "broken" | "enough" | "df" | "p">): keyof typeof WORDS.brief {
  if (broken) return "broken";
  if (!enough) return "few";
  return df < 1 || p >= 0.05 ? "fits" : p < 0.001 ? "wrong" : "doubtful";
}

function evidenceLane(name: PileName, label: string) {
  const dots = name === "chosen" ? pile(2, "", 6) : pile(3, "", 5),
    word = h("span"),
    spoken = unseen(),
    [counted, expected] = [0, 0].map(() => h("td", { class: "bw-number bw-end" }));
  drawToken(word, label);
  inEnglish(word, name === "chosen");
  const draw = (n: number, expectation: number, unit: number, isSymptom: boolean) => {
    dots.draw(n, expectation, unit);
    word.classList.toggle("bug-symptom", isSymptom);
    setText(spoken, WORDS.evidence({ counted: n, expected: expectation }));
    setText(counted, count(n));
    setText(expected, count(expectation, 1));
  };
  return {
    el: h("li", { class: "bug-lane" }, word, dots.el, spoken),
    row: h(
      "tr",
      {},
      inEnglish(h("th", { scope: "row" }, label), name === "chosen"),
      counted,
      expected,
    ),
    draw,
  };
}

export function evidence(name: PileName, labels: string[]) {
  const lanes = labels.map((label) => evidenceLane(name, label)),
    title = WORDS.piles[name],
    short = h("span", { class: "bug-verdict" }),
    unitText = h("span", { class: "bug-unit" }),
    verdict = h("p", { class: "bw-soft" });
  const el = h(
    "div",
    { class: `bug-pile bug-${name}` },
    h("p", { class: "bug-title" }, title),
    h("ul", {}, ...lanes.map((lane) => lane.el)),
    h("p", { class: "bug-verdicts" }, short, unitText),
  );
  const heading = (text: string) => h("th", { scope: "col", class: "bw-end" }, text),
    head = h("tr", {}, h("td"), heading(WORDS.counted), heading(WORDS.expected)),
    body = h("tbody", {}, ...lanes.map(({ row }) => row));
  const table = h("table", {}, h("caption", {}, title), h("thead", {}, head), body);
  // fit: nothing as long as none is given
  const draw = (
    counts: number[],
    expectations: number[],
    fit: Fit | undefined,
    isSymptom: (lane: number) => boolean,
  ) => {
    const unit = dotUnit(Math.max(...counts, ...expectations), ROOM[name]);
    lanes.forEach((lane, i) => lane.draw(counts[i], expectations[i], unit, isSymptom(i)));
    setText(short, fit ? WORDS.brief[briefly(fit)] : "");
    short.dataset.verdict = fit ? briefly(fit) : "";
    setText(unitText, WORDS.dots({ unit }));
    setText(verdict, fit ? fitVerdict(fit) : "");
  };
  return { el, table: h("div", {}, table, verdict), draw };
}
