// AttentionView's overlays: names of the blocks, a number for each head, titles of the two columns
// of shares.

import { extent, type Layout } from "#web/bert/layout.ts";
import type { Config } from "#web/bert/packed.ts";
import { h, setText } from "#web/shared/elements.ts";
import type { Answer } from "./effects.ts";
import { WORDS } from "./words.toml";

const across = (el: HTMLElement, x: number, w: number) =>
  Object.assign(el.style, { left: `${x}px`, width: `${w}px` });

function blockColumn(b: number, num_heads: number, pick: (block: number, head: number) => void) {
  const heads = Array.from({ length: num_heads }, (_, n) =>
    h(
      "button",
      {
        type: "button",
        class: "attend-head",
        style: `--own: var(--head-${(n % 4) + 1})`,
        "aria-label": WORDS.head({ b, n }),
        click: () => pick(b, n),
      },
      String(n + 1),
    ),
  );
  const title = h("span", { class: "attend-title" }),
    el = h("div", { class: "attend-block" }, title, h("div", {}, ...heads));
  // slots: of its heads
  const draw = (layout: Layout, slots: number[]) => {
    const { x, w } = extent(layout, `block${b + 1}`);
    across(el, x, w);
    setText(title, w < 50 ? WORDS.blockBrief({ b }) : WORDS.block({ b }));
    heads.forEach((head, n) => {
      head.hidden = w < 24 * heads.length;
      head.setAttribute("aria-pressed", String(slots[n] === 1));
    });
  };
  return { el, draw };
}

export function blockRow(
  { num_blks, num_heads }: Pick<Config, "num_blks" | "num_heads">,
  pick: (block: number, head: number) => void,
) {
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
  // too: when something is cut already
  // coins: instead of what is left without a word
  const draw = (
    layout: Layout,
    slots: number[][],
    answer: Answer | null,
    { too, coins }: { too: boolean; coins: boolean },
  ) => {
    const { x, w } = layout.parts.answers,
      name = answer?.name ?? "",
      titles = coins
        ? [WORDS.bet.column]
        : answer
          ? [WORDS.withoutThis({ name, too }), WORDS.without({ name, too })]
          : [""],
      last = coins ? WORDS.bet.column : answer ? WORDS.withoutBrief({ too }) : "";
    across(reads, 6, layout.wide);
    across(without, x, w);
    setText(without, titles.find((title) => w > 6.4 * title.length) ?? last);
    blocks.forEach((block, b) => block.draw(layout, slots[b]));
  };
  return { el, draw };
}
