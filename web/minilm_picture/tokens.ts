// The tokens as buttons, each in its row beside the blocks.

import type { Pass } from "../minilm/pass.ts";
import { shownPiece } from "../minilm/pieces.ts";
import { h, inEnglish } from "../shared/elements.ts";
import { rovingTabIndex } from "../shared/keyboard.ts";
import { drawToken } from "../shared/picture.ts";
import { isSpecial } from "./heads.ts";
import { HEADER, type Layout } from "./layout.ts";
import { WORDS } from "./words.toml";

const MASK = "[MASK]";

export function tokenButtons({
  focus,
  press,
}: {
  focus(t: number): void;
  press(t: number, event: MouseEvent): void;
}) {
  const el = h("div", { class: "english-tokens", role: "toolbar", "aria-label": WORDS.pieces });
  const all: { el: HTMLElement; text: HTMLElement }[] = [];
  const rove = rovingTabIndex(el, () => all.map((one) => one.el), { across: 1, down: 1 });
  const make = (t: number) => {
    const text = h("span", {});
    const button = h(
      "button",
      {
        type: "button",
        class: "english-token",
        click: (event: MouseEvent) => press(t, event),
        focus: () => focus(t),
      },
      text,
    );
    return { el: button, text };
  };
  return {
    el,
    draw(pass: Pass) {
      const { tokens, typed } = pass;
      while (all.length < tokens.length) el.append(all[all.push(make(all.length)) - 1].el);
      for (const one of all.splice(tokens.length)) one.el.remove();
      rove();
      all.forEach((one, t) => {
        const inside = t > 0 && pass.words[t] >= 0 && pass.words[t] === pass.words[t - 1];
        one.el.classList.toggle("english-inside", inside);
        one.el.classList.toggle("english-special", isSpecial(pass, t));
        const hidden = tokens[t] !== typed[t];
        one.el.setAttribute(
          "aria-label",
          hidden ? WORDS.hides({ token: typed[t] }) : shownPiece(typed[t]),
        );
        inEnglish(one.el, !hidden);
        drawToken(one.text, shownPiece(tokens[t]));
        one.text.classList.toggle("bw-mask", tokens[t] === MASK);
      });
    },
    // t: of the odd word out, or -1
    mark(t: number) {
      for (const [place, { text }] of all.entries())
        text.classList.toggle("bw-odd-word", place === t);
    },
    place({ wide, row }: Layout) {
      el.style.width = `${wide}px`;
      all.forEach((one, t) => {
        Object.assign(one.el.style, { top: `${HEADER + t * row}px`, height: `${row}px` });
      });
    },
    shade(shares: Float32Array | null, query: number | null) {
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
    at: (target: EventTarget | null) => all.findIndex((one) => one.el.contains(target as Node)),
  };
}
