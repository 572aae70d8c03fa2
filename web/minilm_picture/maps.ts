// The two chosen heads as large maps, where there are too many tokens for rows.

import type { Pass } from "../minilm/pass.ts";
import { h, setText } from "../shared/elements.ts";
import type { Seen } from "./blocks.ts";
import { headInWords } from "./heads.ts";
import { drawMap, type mapColours } from "./overview.ts";

export function mapPair(point: (query: number | null) => void) {
  let T = 1;
  const maps = [0, 1].map(() => {
    const name = h("p", { class: "english-name" }),
      canvas = h("canvas", { "aria-hidden": "true" }),
      line = h("div", { class: "english-row" });
    canvas.addEventListener("pointermove", ({ offsetY }) =>
      point(Math.min(T - 1, Math.floor((offsetY / canvas.clientHeight) * T))),
    );
    canvas.addEventListener("pointerleave", () => point(null));
    return { name, canvas, line, el: h("div", {}, name, h("div", {}, canvas, line)) };
  });
  const el = h("div", { class: "english-maps" }, ...maps.map((map) => map.el));
  const draw = (pass: Pass, seen: Seen[], { heads, grey, plus }: ReturnType<typeof mapColours>) => {
    T = pass.tokens.length;
    maps.forEach(({ name, canvas, el }, i) => {
      el.hidden = !seen[i];
      if (!seen[i]) return; // of one block
      const { block, head, weights } = seen[i];
      setText(name, headInWords({ block, head }));
      drawMap(canvas, weights, pass, head < 0 ? plus : heads[head % 4], grey);
    });
  };
  const trace = (query: number | null) => {
    for (const { line } of maps) {
      line.hidden = query === null;
      const [top, height] = [`${(100 * (query ?? 0)) / T}%`, `${100 / T}%`];
      Object.assign(line.style, { top, height });
    }
  };
  return { el, draw, trace };
}
