// All heads of all blocks as small maps: rows are queries, columns keys, darker is more. Attention
// to [CLS] and [SEP] is grey, or most heads would look alike.

import { palette } from "../bert/colours.ts";
import type { Pass } from "../minilm/pass.ts";
import { h } from "../shared/elements.ts";
import { rovingTabIndex } from "../shared/keyboard.ts";
import { count } from "../shared/numbers.ts";
import { isSpecial, type Pick, weightsOf } from "./heads.ts";
import type { Share } from "./patterns.ts";
import { WORDS } from "./words.toml";

export type Choose = (pick: Pick) => void;

const CELLS = 22; // of a small map at most

// A colour as the canvas gives it, [red, green, blue].
function channels(color: string) {
  const context = h("canvas", { width: 1, height: 1 }).getContext("2d") as CanvasRenderingContext2D;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data.subarray(0, 3);
}

// With fewer than T cells each shows the most that it holds, so that no line is lost.
// weights: (T, T)
// own: the head's colour
export function drawMap(
  canvas: HTMLCanvasElement,
  weights: Float32Array,
  pass: Pass,
  own: Uint8ClampedArray,
  grey: Uint8ClampedArray,
  most = Infinity,
) {
  const T = pass.tokens.length,
    cells = Math.min(T, most),
    cellOf = (t: number) => Math.floor((t * cells) / T),
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

// The page's colours: of heads, of what is special, of all heads together.
export function mapColours(el: Element) {
  const { heads, ink, plus } = palette(el);
  return { heads: heads.map(channels), grey: channels(ink), plus: channels(plus) };
}

export function overview(num_blks: number, num_heads: number, choose: Choose) {
  const cells = Array.from({ length: num_blks * num_heads }, (_, at) => {
    const [block, head] = [Math.floor(at / num_heads), at % num_heads],
      canvas = h("canvas", {});
    const button = h(
      "button",
      {
        type: "button",
        class: "english-map",
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
  const made = {
    el,
    draw(pass: Pass, { heads, grey }: ReturnType<typeof mapColours>) {
      for (const { block, head, canvas } of cells) {
        const weights = weightsOf(pass, { num_heads }, { block, head });
        drawMap(canvas, weights, pass, heads[head % 4], grey, CELLS);
      }
    },
    // A sign and two shares in place of each map, or the maps again.
    tell(does: Share[][] | null) {
      el.classList.toggle("english-told", does !== null);
      cells.forEach(({ block, head, el: cell }, at) => {
        const most = does?.[at][0],
          name = WORDS.head({ block, head }),
          [sign, kind] = most ? WORDS.kinds[most.kind] : ["", ""],
          label = most ? WORDS.does({ head: name, name: kind, ...most }) : name;
        for (const attribute of ["aria-label", "title"]) cell.setAttribute(attribute, label);
        cell.dataset.sign = sign;
        cell.style.setProperty("--share", `${100 * (most?.share ?? 0)}%`);
        cell.style.setProperty("--position", `${100 * (most?.position ?? 0)}%`);
      });
    },
    // every: the maps of all blocks, not of those alone that are seen in full
    show(every: boolean) {
      el.classList.toggle("english-few", !every);
      rove();
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
      rove();
    },
  };
  made.tell(null);
  made.show(false);
  rove = rovingTabIndex(el, maps, { across: 1, down: num_heads });
  return made;
}
