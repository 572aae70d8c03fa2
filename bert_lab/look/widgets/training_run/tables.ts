// TrainingRun's tables: the chosen probe's, all probes', and the runs side by side.

import { h, setText } from "#web/shared/elements.ts";
import { below1, count, fixed, percent } from "#web/shared/numbers.ts";
import { answerBar } from "#web/shared/picture.ts";
import { around, type Probe } from "./lanes.ts";
import { type Curve, type Point, rightOf } from "./record.ts";
import { WORDS } from "./words.toml";

const MOST = 5; // words
const sources = WORDS.from as Record<string, string | undefined>;

// The chosen probe: its text with the likeliest word in the gap, what stood there, and the
// likeliest words.
export function closeUp() {
  const [before, after] = [h("span"), h("span")],
    gap = h("b", { class: "bw-gap" });
  const stood = h("p", { class: "bw-soft" });
  const items = Array.from({ length: MOST }, () => answerBar());
  const el = h(
    "div",
    { class: "bw-close" },
    h("p", { class: "bw-title" }, WORDS.closeUp),
    h("p", { lang: "en" }, before, gap, after),
    stood,
    h("ol", { class: "bw-best" }, ...items.map((item) => item.el)),
  );
  const draw = (probe: Probe, point: Point, number: number) => {
    const text = around(probe),
      words = point.best[number],
      { rank } = point.truths[number],
      known = rank <= words.length || words.length === MOST; // the trainer sends fewer words
    setText(before, text.before);
    setText(gap, words[0].word);
    setText(after, text.after);
    setText(
      stood,
      WORDS.stood({
        answer: probe.answer,
        from: sources[probe.decided_by] ?? probe.decided_by,
      }) + (known && rank > 1 ? ` ${WORDS.rank({ answer: probe.answer, rank })}` : ""),
    );
    items.forEach((item, k) => {
      item.el.hidden = !words[k];
      if (!words[k]) return;
      item.el.classList.toggle("bw-right", words[k].word === probe.answer);
      item.draw(words[k].word, below1(words[k].p));
    });
  };
  return { el, draw };
}

export function probeTable(probes: Probe[]) {
  const [, says, there, share] = WORDS.probeHeads;
  const cell: (title: string, ...children: (Node | string)[]) => HTMLElement = (
    title,
    ...children
  ) => h("td", { role: "cell", "data-title": title }, ...children);
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
    return { guess, p, el };
  });
  const caption = h("caption");
  const el = h(
    "table",
    { role: "table", class: "bw-cards run-table" },
    caption,
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        ...WORDS.probeHeads.map((head) => h("th", { role: "columnheader", scope: "col" }, head)),
      ),
    ),
    h("tbody", { role: "rowgroup" }, ...rows.map((row) => row.el)),
  );
  const draw = ({ truths, best }: Point) => {
    setText(caption, WORDS.probeTable({ solved: rightOf(truths), all: probes.length }));
    rows.forEach(({ guess, p, el }, number) => {
      const { rank, share } = truths[number],
        [{ word }] = best[number];
      el.classList.toggle("bw-right", rank === 1);
      setText(guess, rank === 1 ? `${word} ✓` : word);
      setText(p, percent(below1(share)));
    });
  };
  return { el, draw };
}

// The runs beside one another.
export function runsTable() {
  const body = h("tbody", { role: "rowgroup" });
  const el = h(
    "table",
    { role: "table", class: "bw-cards" },
    h("caption", {}, WORDS.runsTable),
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        ...WORDS.runHeads.map((head) => h("th", { role: "columnheader", scope: "col" }, head)),
      ),
    ),
    body,
  );
  const draw = (curves: Curve[]) =>
    body.replaceChildren(
      ...curves.map(({ name, step, points, seconds }) => {
        const { loss, nsp, truths } = points[points.length - 1],
          cells = [
            count(step),
            fixed(loss),
            nsp === null ? "–" : percent(below1(nsp)),
            String(rightOf(truths)),
            count(seconds),
          ];
        return h(
          "tr",
          { role: "row" },
          h("th", { role: "rowheader", scope: "row" }, name),
          ...cells.map((text, i) =>
            h(
              "td",
              { role: "cell", class: "bw-number", "data-title": WORDS.runHeads[i + 1] },
              text,
            ),
          ),
        );
      }),
    );
  return { el, draw };
}
