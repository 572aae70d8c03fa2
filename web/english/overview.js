// All heads of all blocks as small maps: rows read, columns are read, and what is strong is much.
// What goes to [CLS] and [SEP] is grey, or most heads would look alike.

/**
 * @import { Pass } from "../real/worker.js"
 * @import { Pick } from "./heads.js"
 * @import { Share } from "./patterns.js"
 */

import { palette } from "../bert/scene.js";
import { h } from "../shared/elements.js";
import { count } from "../shared/numbers.js";
import { isSpecial, weightsOf } from "./heads.js";
import { WORDS } from "./words.js";

/** @typedef {(pick: Pick) => void} Choose */

const CELLS = 22; // of a small map at most

/** A colour as the canvas gives it, [red, green, blue]. @param {string} color */
function channels(color) {
  const context = /** @type {CanvasRenderingContext2D} */ (
    h("canvas", { width: 1, height: 1 }).getContext("2d")
  );
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data.subarray(0, 3);
}

/**
 * With fewer than T cells each shows the most that it holds, so that no line is lost.
 * @param {HTMLCanvasElement} canvas @param {Float32Array} weights (T, T) @param {Pass} pass
 * @param {Uint8ClampedArray} own the head's colour @param {Uint8ClampedArray} grey
 */
export function drawMap(canvas, weights, pass, own, grey, most = Infinity) {
  const T = pass.tokens.length,
    cells = Math.min(T, most),
    cellOf = (/** @type {number} */ t) => Math.floor((t * cells) / T),
    image = new ImageData(cells, cells);
  weights.forEach((weight, at) => {
    const special = isSpecial(pass, at % T),
      alpha = (special ? 150 : 255) * Math.sqrt(weight),
      to = 4 * (cellOf(Math.floor(at / T)) * cells + cellOf(at % T));
    if (alpha > image.data[to + 3]) image.data.set([...(special ? grey : own), alpha], to);
  });
  Object.assign(canvas, { width: cells, height: cells });
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}

/** The page's colours: of heads, of what is special, of all heads together. @param {Element} el */
export function mapColours(el) {
  const { heads, ink, plus } = palette(el);
  return { heads: heads.map(channels), grey: channels(ink), plus: channels(plus) };
}

/** @param {number} num_blks @param {number} num_heads @param {Choose} choose */
export function overview(num_blks, num_heads, choose) {
  const cells = Array.from({ length: num_blks * num_heads }, (_, at) => {
    const [block, head] = [Math.floor(at / num_heads), at % num_heads],
      canvas = h("canvas", {});
    const button = h(
      "button",
      {
        type: "button",
        class: "english-map",
        style: `--own: var(--head-${(head % 4) + 1})`,
        tabindex: at ? -1 : 0,
        click: () => choose({ block, head }),
      },
      canvas,
    );
    return { block, head, canvas, el: button };
  });
  const blocks = Array.from({ length: num_blks }, (_, block) => {
    const name = h(
      "button",
      {
        type: "button",
        class: "english-block",
        "aria-label": WORDS.head(block, -1),
        click: () => choose({ block, head: -1 }),
      },
      h("span", { class: "english-long" }, WORDS.block(block)),
      h("span", { class: "english-brief" }, count(block + 1)),
    );
    const maps = cells.slice(block * num_heads, (block + 1) * num_heads).map((cell) => cell.el);
    return { name, el: h("div", { class: "english-group" }, name, ...maps) };
  });
  const el = h(
    "div",
    { class: "english-overview", role: "group", "aria-label": WORDS.overview },
    ...blocks.map((one) => one.el),
  );
  el.addEventListener("keydown", (event) => {
    const at = cells.findIndex((cell) => cell.el === event.target);
    /** @type {Record<string, number>} */
    const ways = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: num_heads, ArrowUp: -num_heads };
    const to = cells[at + (ways[event.key] ?? NaN)];
    if (at < 0 || !to) return;
    event.preventDefault();
    for (const cell of cells) cell.el.tabIndex = cell === to ? 0 : -1;
    to.el.focus();
  });
  const made = {
    el,
    /** @param {Pass} pass @param {ReturnType<typeof mapColours>} colours */
    draw(pass, { heads, grey }) {
      for (const { block, head, canvas } of cells) {
        const weights = weightsOf(pass, { num_heads }, { block, head });
        drawMap(canvas, weights, pass, heads[head % 4], grey, CELLS);
      }
    },
    /** A sign and two shares in place of each map, or the maps again. @param {Share[][] | null} does */
    tell(does) {
      el.classList.toggle("english-told", does !== null);
      cells.forEach(({ block, head, el: cell }, at) => {
        const most = does?.[at][0],
          name = WORDS.head(block, head),
          [sign, kind] = most ? WORDS.kinds[most.kind] : ["", ""],
          label = most ? WORDS.does(name, kind, most) : name;
        for (const attribute of ["aria-label", "title"]) cell.setAttribute(attribute, label);
        cell.dataset.sign = sign;
        cell.style.setProperty("--share", `${100 * (most?.share ?? 0)}%`);
        cell.style.setProperty("--position", `${100 * (most?.position ?? 0)}%`);
      });
    },
    /** @param {Pick[]} picks */
    mark(picks) {
      const isSeen = (/** @type {Pick} */ one) =>
        picks.some(({ block, head }) => block === one.block && head === one.head);
      for (const { el: cell, block, head } of cells)
        cell.setAttribute("aria-pressed", String(isSeen({ block, head })));
      blocks.forEach(({ name }, block) => {
        name.setAttribute("aria-pressed", String(isSeen({ block, head: -1 })));
      });
    },
  };
  made.tell(null);
  return made;
}
