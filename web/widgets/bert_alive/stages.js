// What lies over BertAlive's picture: names of the stages, numbers of the heads.

import { extent, stageNames } from "../../bert/layout.js";
import { h, setText } from "../../shared/elements.js";
import { WORDS } from "./words.js";

/**
 * @import { Layout } from "../../bert/layout.js"
 * @import { Config } from "../../bert/packed.js"
 * @import { Cut } from "../../bert/pass.js"
 */

// A stage in writing: its name, and a short one where there is no room for it.
/** @param {string} name */
export function stageWords(name) {
  const block = Number(name.match(/^block(\d)/)?.[1] ?? 0) - 1;
  if (block >= 0) return { label: WORDS.block(block), brief: WORDS.briefBlock(block), block };
  const stage = /** @type {keyof typeof WORDS.stages} */ (name);
  return { label: WORDS.stages[stage], brief: WORDS.brief[stage], block };
}

/** @typedef {{ light(name: string): void, pick(block: number, head: number): void }} Reader what is pressed */
/** @typedef {{ lit: string[], alone: number[], cuts: Cut[] }} Lighting */

/** @param {number} block @param {number} head @param {() => void} pick */
const headButton = (block, head, pick) =>
  h(
    "button",
    {
      type: "button",
      class: "alive-head",
      style: `--own: var(--head-${(head % 4) + 1})`,
      "aria-label": WORDS.head(block, head),
      click: pick,
    },
    String(head + 1),
  );

/** @param {HTMLElement} el @param {number} x @param {number} w */
const across = (el, x, w) => Object.assign(el.style, { left: `${x}px`, width: `${w}px` });

// A stage: its name, and in a block a number for each head.
/** @param {string} name @param {number} num_heads @param {Reader} reader */
function stageColumn(name, num_heads, { light, pick }) {
  const { label, brief, block } = stageWords(name);
  const button = h("button", { type: "button", class: "alive-stage", click: () => light(name) });
  const heads = Array.from({ length: block < 0 ? 0 : num_heads }, (_, n) =>
    headButton(block, n, () => pick(block, n)),
  );
  const el = h(
    "div",
    { class: "alive-column" },
    button,
    h("div", { class: "alive-heads" }, ...heads),
  );
  /** @param {Layout} layout @param {Lighting} lighting */
  const draw = (layout, { lit, alone, cuts }) => {
    const { x, w } = extent(layout, name),
      fits = w >= 7.8 * label.length;
    across(el, x, w);
    setText(button, fits ? label : brief);
    button.setAttribute("aria-label", fits ? label : `${brief}: ${label}`);
    button.setAttribute(
      "aria-pressed",
      String(lit.some((part) => part === name || layout.parts[part]?.stage === name)),
    );
    heads.forEach((head, n) => {
      head.hidden = w + 2 < 24 * heads.length; // 2: to the next block; 24: what a finger needs
      head.setAttribute("aria-pressed", String(alone[block] === n));
      head.classList.toggle(
        "alive-cut",
        cuts.some(([b, h, query]) => b === block && h === n && query < 0),
      );
    });
  };
  return { el, draw };
}

// Names above the stages, to light them; in the embeddings the sum.
/** @param {Pick<Config, "num_blks" | "num_heads">} config @param {Reader} reader */
export function stageRow({ num_blks, num_heads }, reader) {
  const stages = stageNames(num_blks).map((name) => stageColumn(name, num_heads, reader));
  const terms = Object.entries(WORDS.terms).map(([name, label], i) => {
    const text = h("span", {}, label),
      sign = h("b", {}, i ? (name === "sum" ? "=" : "+") : "");
    return { name, el: h("span", { class: "alive-term", "aria-hidden": "true" }, sign, text) };
  });
  const el = h(
    "div",
    { class: "alive-stages", role: "group", "aria-label": WORDS.picture },
    ...stages.map((s) => s.el),
    ...terms.map((s) => s.el),
  );
  /** @param {Layout} layout @param {Lighting} lighting */
  const draw = (layout, lighting) => {
    const slim = terms.some(({ name }) => layout.parts[name].w < 30);
    for (const { name, el } of terms) {
      across(el, layout.parts[name].x - 12, layout.parts[name].w + 12);
      el.hidden = slim;
    }
    for (const stage of stages) stage.draw(layout, lighting);
  };
  return { el, draw };
}
