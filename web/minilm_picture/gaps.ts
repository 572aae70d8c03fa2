// The gap filler's guesses, beside the rows of the [MASK]s.

import type { Pass } from "../minilm/pass.ts";
import { shownPiece } from "../minilm/pieces.ts";
import { h } from "../shared/elements.ts";
import { finePercent } from "../shared/numbers.ts";
import { answerBar, stack } from "../shared/picture.ts";
import { rankedName } from "../worth/worth.ts";
import { HEADER, type Layout, middle } from "./layout.ts";
import { WORDS } from "./words.toml";

const LINE = 19; // px: one guess

export function gapList() {
  const el = h("div", { class: "english-gaps" });
  const draw = ({ gaps, tokens, typed }: Pass, layout: Layout) => {
    const room = (layout.row * layout.T) / Math.max(1, gaps.length) - 8,
      shown = Math.max(1, Math.min(5, Math.floor(room / LINE)));
    // The hidden piece has a row, wherever it stands: what is right is to be seen beside the guesses.
    const panels = gaps.map(({ t, top, own }) => {
      const far = own && own.rank >= Math.max(1, shown - 1) ? own : undefined;
      const rows = top.slice(0, far ? Math.max(1, shown - 1) : shown).map(([piece, share]) => {
        const bar = answerBar(own && piece === typed[t] ? "bw-right" : "");
        bar.draw(shownPiece(piece), share);
        return bar.el;
      });
      if (far) {
        const bar = answerBar("bw-right", finePercent);
        bar.draw(rankedName(far.rank, shownPiece(typed[t])), far.share);
        rows.push(bar.el);
      }
      const name =
        tokens[t] === typed[t] || !typed[t]
          ? WORDS.guesses({ place: t })
          : WORDS.guessesFor({ place: t, typed: typed[t] });
      return h("div", {}, h("ol", { "aria-label": name }, ...rows));
    });
    el.replaceChildren(...panels);
    const { x, w } = layout.answers;
    Object.assign(el.style, { left: `${x}px`, width: `${w}px` });
    el.classList.toggle("english-slim", w < 96);
    const heights = panels.map(
        (panel) => LINE * (panel.querySelector("ol")?.childElementCount ?? 0),
      ),
      places = gaps.map(({ t }) => middle(layout, t)),
      tops = stack(places, heights, HEADER, layout.height, 4);
    panels.forEach((panel, i) => {
      panel.style.top = `${tops[i]}px`;
    });
  };
  return { el, draw };
}
