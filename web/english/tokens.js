// The pieces as buttons: each in its row beside the blocks, or one behind the other where there are
// too many for rows. Arrow keys walk through them, Tab enters them at one.

/** @import { Pass } from "../real/worker.js" */
/** @import { Layout } from "./layout.js" */

import { shownPiece } from "../real/pieces.js";
import { h, inEnglish } from "../shared/elements.js";
import { drawToken } from "../shared/picture.js";
import { isSpecial } from "./heads.js";
import { HEADER } from "./layout.js";
import { WORDS } from "./words.js";

const MASK = "[MASK]";

/** @param {{ focus(t: number): void, press(t: number): void }} reader */
export function tokenButtons({ focus, press }) {
  const el = h("div", { class: "english-tokens", role: "toolbar", "aria-label": WORDS.pieces });
  /** @type {{ el: HTMLElement, text: HTMLElement }[]} */
  const all = [];
  const enter = (/** @type {number} */ at) =>
    all.forEach((one, t) => {
      one.el.tabIndex = t === at ? 0 : -1;
    });
  el.addEventListener("keydown", (event) => {
    const at = all.findIndex((one) => one.el === event.target);
    /** @type {Record<string, number>} */
    const ways = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const to = ways[event.key];
    if (!all[to]) return;
    event.preventDefault();
    enter(to);
    all[to].el.focus();
  });
  const make = (/** @type {number} */ t) => {
    const text = h("span", {});
    const button = h(
      "button",
      { type: "button", class: "english-token", click: () => press(t), focus: () => focus(t) },
      text,
    );
    return { el: button, text };
  };
  return {
    el,
    /** @param {Pass} pass */
    draw(pass) {
      const { tokens, typed } = pass;
      while (all.length < tokens.length) el.append(all[all.push(make(all.length)) - 1].el);
      for (const one of all.splice(tokens.length)) one.el.remove();
      if (!all.some((one) => one.el.tabIndex === 0 && one.el === document.activeElement)) enter(0);
      all.forEach((one, t) => {
        const inside = t > 0 && pass.words[t] >= 0 && pass.words[t] === pass.words[t - 1];
        one.el.classList.toggle("english-inside", inside);
        one.el.classList.toggle("english-special", isSpecial(pass, t));
        const hidden = tokens[t] !== typed[t];
        one.el.setAttribute("aria-label", hidden ? WORDS.hides(typed[t]) : shownPiece(typed[t]));
        inEnglish(one.el, !hidden);
        drawToken(one.text, shownPiece(tokens[t]));
        one.text.classList.toggle("bw-mask", tokens[t] === MASK);
      });
    },
    /** @param {Layout | null} layout null where they flow */
    place(layout) {
      el.classList.toggle("english-flow", !layout);
      el.style.width = layout ? `${layout.wide}px` : "";
      all.forEach((one, t) => {
        const [top, height] = layout
          ? [`${HEADER + t * layout.row}px`, `${layout.row}px`]
          : ["", ""];
        Object.assign(one.el.style, { top, height });
      });
    },
    /** @param {Float32Array | null} shares @param {number | null} query */
    shade(shares, query) {
      all.forEach((one, t) => {
        const share = shares?.[t] ?? 0;
        one.text.style.setProperty(
          "--share",
          share < 0.03 ? "0%" : `${Math.round(Math.min(100, 15 + 220 * share))}%`,
        );
        one.el.classList.toggle("english-query", t === query);
        one.el.dataset.share = share >= 0.05 ? String(Math.round(100 * share)) : "";
      });
    },
    width: () => Math.max(...all.map(({ text }) => text.scrollWidth)) + 34,
    /** @param {EventTarget | null} target */
    at: (target) => all.findIndex((one) => one.el.contains(/** @type {Node} */ (target))),
  };
}
