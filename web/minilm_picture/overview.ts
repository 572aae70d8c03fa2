// All heads of all blocks as small maps: rows are queries, columns keys, darker is more. Attention
// to [CLS] and [SEP] is grey, or most heads would look alike.

import { palette } from "../bert/colours.ts";
import type { Pass } from "../minilm/pass.ts";
import { h } from "../shared/elements.ts";
import { rovingTabIndex } from "../shared/keyboard.ts";
import { count } from "../shared/numbers.ts";
import { isSpecial, type Pick, weightsOf } from "./heads.ts";
import { WORDS } from "./words.toml";

export type Choose = (pick: Pick) => void;

const CELLS = 22; // of a small map at most

// A colour as a canvas keeps it, in a number, still without its opacity.
function pixel(color: string) {
  const context = h("canvas", { width: 1, height: 1 }).getContext("2d") as CanvasRenderingContext2D;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] & 0xffffff;
}

// With fewer than T cells each shows the most that it holds, so that no line is lost.
// weights: (T, T)
// own: the head's colour
function drawMap(
  canvas: HTMLCanvasElement,
  weights: Float32Array,
  pass: Pass,
  own: number,
  grey: number,
) {
  const T = pass.tokens.length,
    cells = Math.min(T, CELLS),
    cellOf = pass.tokens.map((_, t) => Math.floor((t * cells) / T)),
    special = pass.tokens.map((_, t) => isSpecial(pass, t)),
    image = new ImageData(cells, cells),
    pixels = new Uint32Array(image.data.buffer);
  weights.forEach((weight, at) => {
    const key = at % T,
      alpha = Math.round((special[key] ? 150 : 255) * Math.sqrt(weight)),
      to = cellOf[(at - key) / T] * cells + cellOf[key];
    if (alpha > pixels[to] >>> 24) pixels[to] = (alpha << 24) | (special[key] ? grey : own);
  });
  Object.assign(canvas, { width: cells, height: cells });
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}

// The page's colours: of heads, and of what is special.
export function mapColours(el: Element) {
  const { heads, ink } = palette(el);
  return { heads: heads.map(pixel), grey: pixel(ink) };
}

export function overview(num_blks: number, num_heads: number, choose: Choose) {
  const cells = Array.from({ length: num_blks * num_heads }, (_, at) => {
    const [block, head] = [Math.floor(at / num_heads), at % num_heads],
      canvas = h("canvas", {}),
      name = WORDS.head({ block, head });
    const button = h(
      "button",
      {
        type: "button",
        class: "english-map",
        "aria-label": name,
        title: name,
        style: `--own: var(--head-${(head % 4) + 1})`,
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
        "aria-label": WORDS.allHeads({ block }),
        click: () => choose({ block, head: -1 }),
      },
      h("span", { class: "english-long" }, WORDS.block({ b: block })),
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
  // Those that are to be seen: of all blocks, or of those in full.
  const maps = () => {
    const all = cells.map((cell) => cell.el),
      seen = all.filter((cell) => cell.parentElement?.classList.contains("english-open"));
    return el.classList.contains("english-few") ? seen : all;
  };
  let rove = () => {};
  // What nobody sees is drawn once it is seen: a large BERT has 384 maps.
  let last: { pass: Pass; colours: ReturnType<typeof mapColours> } | null = null;
  let drawn = new Set<HTMLElement>();
  const drawSeen = () => {
    const seen = new Set(maps());
    for (const { block, head, canvas, el: cell } of last ? cells : []) {
      if (!last || !seen.has(cell) || drawn.has(cell)) continue;
      const { pass, colours } = last,
        weights = weightsOf(pass, { num_heads }, { block, head });
      drawMap(canvas, weights, pass, colours.heads[head % 4], colours.grey);
      drawn.add(cell);
    }
    rove();
  };
  const made = {
    el,
    draw(pass: Pass, colours: ReturnType<typeof mapColours>) {
      [last, drawn] = [{ pass, colours }, new Set()];
      drawSeen();
    },
    // every: the maps of all blocks, not of those alone that are seen in full
    show(every: boolean) {
      el.classList.toggle("english-few", !every);
      drawSeen();
    },
    mark(picks: Pick[]) {
      const isSeen = (one: Pick) =>
        picks.some(({ block, head }) => block === one.block && head === one.head);
      for (const { el: cell, block, head } of cells)
        cell.setAttribute("aria-pressed", String(isSeen({ block, head })));
      blocks.forEach(({ name }, block) => {
        name.setAttribute("aria-pressed", String(isSeen({ block, head: -1 })));
        const open = picks.some((one) => one.block === block);
        name.parentElement?.classList.toggle("english-open", open);
      });
      drawSeen();
    },
  };
  made.show(false);
  rove = rovingTabIndex(el, maps, { across: 1, down: num_heads });
  return made;
}
