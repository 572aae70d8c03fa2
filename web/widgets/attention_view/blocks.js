// What lies over AttentionView's picture: names of the blocks, a number for each head, titles of
// the two columns of shares.

import { extent } from "../../bert/layout.js";
import { h, setText } from "../../shared/elements.js";
import { WORDS } from "./words.js";

/**
 * @import { Layout } from "../../bert/layout.js"
 * @import { Config } from "../../bert/packed.js"
 * @import { Answer } from "./effects.js"
 */

/** @param {HTMLElement} el @param {number} x @param {number} w */
const across = (el, x, w) => Object.assign(el.style, { left: `${x}px`, width: `${w}px` });

/** @param {number} b @param {number} num_heads @param {(block: number, head: number) => void} pick */
function blockColumn(b, num_heads, pick) {
  const heads = Array.from({ length: num_heads }, (_, n) =>
    h(
      "button",
      {
        type: "button",
        class: "attend-head",
        style: `--own: var(--head-${(n % 4) + 1})`,
        "aria-label": WORDS.head(b, n),
        click: () => pick(b, n),
      },
      String(n + 1),
    ),
  );
  const el = h(
    "div",
    { class: "attend-block" },
    h("span", { class: "attend-title" }, WORDS.block(b)),
    h("div", {}, ...heads),
  );
  /** @param {Layout} layout @param {number[]} slots of its heads */
  const draw = (layout, slots) => {
    const { x, w } = extent(layout, `block${b + 1}`);
    across(el, x, w);
    heads.forEach((head, n) => {
      head.hidden = w < 24 * heads.length;
      head.setAttribute("aria-pressed", String(slots[n] === 1));
    });
  };
  return { el, draw };
}

/**
 * @param {Pick<Config, "num_blks" | "num_heads">} config
 * @param {(block: number, head: number) => void} pick
 */
export function blockRow({ num_blks, num_heads }, pick) {
  const blocks = Array.from({ length: num_blks }, (_, b) => blockColumn(b, num_heads, pick));
  const [reads, without] = [WORDS.reads, ""].map((text) =>
    h("span", { class: "attend-title attend-column", "aria-hidden": "true" }, text),
  );
  const el = h(
    "div",
    { role: "group", "aria-label": WORDS.picture },
    reads,
    ...blocks.map((block) => block.el),
    without,
  );
  /** @param {Layout} layout @param {number[][]} slots @param {Answer | null} answer */
  const draw = (layout, slots, answer) => {
    const { x, w } = layout.parts.answers,
      titles = answer ? [WORDS.withoutThis(answer.name), WORDS.without(answer.name)] : [""],
      last = answer ? WORDS.withoutBrief : "";
    across(reads, 6, layout.wide);
    across(without, x, w);
    setText(without, titles.find((title) => w > 6.4 * title.length) ?? last);
    blocks.forEach((block, b) => block.draw(layout, slots[b]));
  };
  return { el, draw };
}
