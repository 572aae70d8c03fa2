// Where there are too many pieces for rows: the two heads as large maps.

/**
 * @import { Pass } from "../real/worker.js"
 * @import { Seen } from "./blocks.js"
 * @import { mapColours } from "./overview.js"
 */

import { h, setText } from "../shared/elements.js";
import { drawMap } from "./overview.js";
import { WORDS } from "./words.js";

/** @param {(query: number | null) => void} point */
export function mapPair(point) {
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
  /** @param {Pass} pass @param {Seen[]} seen @param {ReturnType<typeof mapColours>} colours */
  const draw = (pass, seen, { heads, grey, plus }) => {
    T = pass.tokens.length;
    maps.forEach(({ name, canvas }, i) => {
      const { block, head, weights } = seen[i];
      setText(name, WORDS.head(block, head));
      drawMap(canvas, weights, pass, head < 0 ? plus : heads[head % 4], grey);
    });
  };
  /** @param {number | null} query */
  const trace = (query) => {
    for (const { line } of maps) {
      line.hidden = query === null;
      const [top, height] = [`${(100 * (query ?? 0)) / T}%`, `${100 / T}%`];
      Object.assign(line.style, { top, height });
    }
  };
  return { el, draw, trace };
}
