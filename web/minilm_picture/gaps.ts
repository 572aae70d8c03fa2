// The gap filler's guesses: beside the rows of the [MASK]s, or below where there are no rows.

import { shownPiece } from "../minilm/pieces.ts";
import type { Pass } from "../minilm/worker.ts";
import { h } from "../shared/elements.ts";
import { answerBar, stack } from "../shared/picture.ts";
import { HEADER, type Layout, middle } from "./layout.ts";
import { WORDS } from "./words.toml";

const LINE = 19; // px: one guess

export function gapList() {
  const el = h("div", { class: "english-gaps" });
  const draw = ({ gaps, tokens, typed }: Pass, layout: Layout | null) => {
    const room = layout ? (layout.row * layout.T) / Math.max(1, gaps.length) - 8 : Infinity,
      shown = Math.max(1, Math.min(5, Math.floor(room / LINE)));
    const panels = gaps.map(({ t, top }) => {
      const rows = top.slice(0, shown).map(([piece, share]) => {
        const bar = answerBar(piece === typed[t] && tokens[t] !== typed[t] ? "bw-right" : "");
        bar.draw(shownPiece(piece), share);
        return bar.el;
      });
      const name =
          tokens[t] === typed[t] || !typed[t]
            ? WORDS.guesses({ place: t })
            : WORDS.guessesFor({ place: t, typed: typed[t] }),
        title = h("p", { class: "bw-soft", "aria-hidden": "true" }, name);
      return h("div", {}, ...(layout ? [] : [title]), h("ol", { "aria-label": name }, ...rows));
    });
    el.replaceChildren(...panels);
    el.classList.toggle("english-beside", layout !== null);
    Object.assign(el.style, {
      left: layout ? `${layout.answers.x}px` : "",
      width: layout ? `${layout.answers.w}px` : "",
    });
    el.classList.toggle("english-slim", layout !== null && layout.answers.w < 96);
    if (!layout) return;
    const heights = gaps.map(({ top }) => LINE * Math.min(shown, top.length)),
      places = gaps.map(({ t }) => middle(layout, t)),
      tops = stack(places, heights, HEADER, layout.height, 4);
    panels.forEach((panel, i) => {
      panel.style.top = `${tops[i]}px`;
    });
  };
  return { el, draw };
}
