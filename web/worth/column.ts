// What each word is worth, as bars beside the rows of a picture.

import { h } from "../shared/elements.ts";
import { finePercent } from "../shared/numbers.ts";
import { answerBar } from "../shared/picture.ts";
import { WORDS } from "./words.toml";
import { oddOf, type Worth } from "./worth.ts";

export function worthColumn() {
  const list = h("ol", { "aria-label": WORDS.list }),
    title = h("p", { "aria-hidden": "true" }, WORDS.title),
    el = h("div", { class: "bw-worths" }, title, list);
  let bars: { t: number; el: HTMLElement }[] = [];
  // row, top: how high the picture's rows are, and where each begins
  const place = ({ x, w }: { x: number; w: number }, row: number, top: (t: number) => number) => {
    Object.assign(el.style, { left: `${x}px`, width: `${w}px` });
    title.style.top = `${top(0) - 20}px`;
    el.style.setProperty("--answer", `${Math.min(row, 21)}px`);
    for (const { t, el } of bars) el.style.top = `${top(t) + Math.max(0, row - 21) / 2}px`;
  };
  const draw = (worths: Worth[], nameOf: (t: number) => string) => {
    el.hidden = !worths.length;
    const odd = el.hidden ? null : oddOf(worths);
    bars = worths.map((one) => {
      const bar = answerBar(one === odd ? "bw-odd" : "", finePercent);
      bar.draw(nameOf(one.t), one.share);
      return { t: one.t, el: bar.el };
    });
    list.replaceChildren(...bars.map(({ el }) => el));
  };
  return { el, draw, place };
}
