// TrainingScrubber's probes: the numbers under their dots.

import { around, below1 } from "../../runs/run.js";
import { h, setText } from "../../shared/elements.js";
import { percent } from "../../shared/numbers.js";
import { answerBar } from "../../shared/picture.js";
import { best, solved } from "./record.js";
import { WORDS } from "./words.js";

/** @import { Unpacked } from "./record.js" */

// The chosen probe: its text with the likeliest word in the gap, what stood there, and the
// likeliest words.
/** @param {number} size how many words */
export function closeUp(size) {
  const [before, after] = [h("span"), h("span")],
    gap = h("b", { class: "bw-gap" });
  const stood = h("p", { class: "bw-soft" });
  const items = Array.from({ length: size }, () => answerBar());
  const el = h(
    "div",
    { class: "bw-close" },
    h("p", { class: "bw-title" }, WORDS.closeUp),
    h("p", { lang: "en" }, before, gap, after),
    stood,
    h("ol", { class: "bw-best" }, ...items.map((item) => item.el)),
  );
  /** @param {Unpacked} probe @param {number} i */
  const draw = (probe, i) => {
    const text = around(probe),
      words = best(probe, i);
    setText(before, text.before);
    setText(gap, words[0][0]);
    setText(after, text.after);
    setText(stood, WORDS.stood(probe.answer, probe.decided_by));
    items.forEach((item, k) => {
      item.el.classList.toggle("bw-right", words[k][0] === probe.answer);
      item.draw(words[k][0], below1(words[k][1]));
    });
  };
  return { el, draw };
}

/** @param {Unpacked[]} probes */
export function probeTable(probes) {
  const [, says, there, share] = WORDS.heads;
  /** @type {(title: string, ...children: (Node | string)[]) => HTMLElement} */
  const cell = (title, ...children) => h("td", { role: "cell", "data-title": title }, ...children);
  const rows = probes.map((probe) => {
    const { before, after } = around(probe),
      guess = h("span", { lang: "en" }),
      p = h("span", { class: "bw-number" });
    const el = h(
      "tr",
      { role: "row" },
      h("th", { role: "rowheader", scope: "row", lang: "en" }, `${before}▁▁▁${after}`),
      cell(says, guess),
      cell(there, h("span", { lang: "en" }, probe.answer)),
      cell(share, p),
    );
    return { probe, guess, p, el };
  });
  const caption = h("caption");
  const el = h(
    "table",
    { role: "table", class: "bw-cards" },
    caption,
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        ...WORDS.heads.map((head) => h("th", { role: "columnheader", scope: "col" }, head)),
      ),
    ),
    h("tbody", { role: "rowgroup" }, ...rows.map((row) => row.el)),
  );
  /** @param {number} i */
  const draw = (i) => {
    setText(caption, WORDS.table(solved(probes, i), probes.length));
    for (const { probe, guess, p, el } of rows) {
      const { rank, share } = probe.truth[i];
      el.classList.toggle("bw-right", rank === 1);
      setText(guess, rank === 1 ? `${probe.words[i][0]} ✓` : probe.words[i][0]);
      setText(p, percent(below1(share)));
    }
  };
  return { el, draw };
}
