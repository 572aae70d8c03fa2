// FindTheBug's evidence: the three piles, each with a lane for each label and the verdict beside its
// name, and the same as a table.

import { fitVerdict } from "../../masking/counts.js";
import { h, inEnglish, setText, unseen } from "../../shared/elements.js";
import { count } from "../../shared/numbers.js";
import { dotUnit, drawToken, pile } from "../../shared/picture.js";
import { WORDS } from "./words.js";

/**
 * @import { Fit } from "../../masking/counts.js"
 * @import { PileName } from "./procedures.js"
 */

const ROOM = { chosen: 48, reads: 100, labels: 100 }; // dots of a lane

// A verdict in a word: a key of WORDS.brief.
/** @param {Pick<Fit, "broken" | "enough" | "df" | "p">} fit @returns {keyof typeof WORDS.brief} */
export function briefly({ broken, enough, df, p }) {
  if (broken) return "broken";
  if (!enough) return "few";
  return df < 1 || p >= 0.05 ? "fits" : p < 0.001 ? "wrong" : "doubtful";
}

/** @param {PileName} name @param {string} label */
function evidenceLane(name, label) {
  const dots = name === "chosen" ? pile(2, "", 6) : pile(4, "", 5),
    word = h("span"),
    spoken = unseen(),
    [counted, expected] = [0, 0].map(() => h("td", { class: "bw-number bw-end" }));
  drawToken(word, label);
  inEnglish(word, name === "chosen");
  /** @param {number} n @param {number} expectation @param {number} unit @param {boolean} isSymptom */
  const draw = (n, expectation, unit, isSymptom) => {
    dots.draw(n, expectation, unit);
    word.classList.toggle("bug-symptom", isSymptom);
    setText(spoken, WORDS.evidence(n, expectation));
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

/** @param {PileName} name @param {string[]} labels */
export function evidence(name, labels) {
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
  /** @param {string} text */
  const heading = (text) => h("th", { scope: "col", class: "bw-end" }, text),
    head = h("tr", {}, h("td"), heading(WORDS.counted), heading(WORDS.expected)),
    body = h("tbody", {}, ...lanes.map(({ row }) => row));
  const table = h("table", {}, h("caption", {}, title), h("thead", {}, head), body);
  /**
   * @param {number[]} counts @param {number[]} expectations
   * @param {Fit | undefined} fit nothing without any draws
   * @param {(lane: number) => boolean} isSymptom
   */
  const draw = (counts, expectations, fit, isSymptom) => {
    const unit = dotUnit(Math.max(...counts, ...expectations), ROOM[name]);
    lanes.forEach((lane, i) => lane.draw(counts[i], expectations[i], unit, isSymptom(i)));
    setText(short, fit ? WORDS.brief[briefly(fit)] : "");
    short.dataset.verdict = fit ? briefly(fit) : "";
    setText(unitText, WORDS.dots(unit));
    setText(verdict, fit ? fitVerdict(fit) : "");
  };
  return { el, table: h("div", {}, table, verdict), draw };
}
