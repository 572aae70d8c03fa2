// What lies over AttentionMicroscope's picture above and below its columns: titles as long as there
// is room, and the frames of the heads' maps.

import { h, setText } from "../../shared/elements.js";
import { panels, slotTop } from "./layout.js";
import { put } from "./tokens.js";
import { WORDS } from "./words.js";

/**
 * @import { Column } from "./layout.js"
 * @import { Frame } from "./paint.js"
 * @import { Now } from "./view.js"
 */

/** @param {Column} name @param {Frame["layout"]} layout @param {number} divisor @returns {string[]} */
function textsOf(name, { piles, mixed }, divisor) {
  if (name === "mixture") return mixed > 0.5 ? WORDS.mixed : WORDS.slot();
  if (name === "scores" && piles < 0.5) return WORDS.divided(divisor);
  return WORDS.columns[name];
}

// The first that there is room for.
/** @param {string[]} texts @param {number} width */
const fitting = (texts, width) => texts.find((text) => width > 6.6 * text.length) ?? "";

/** @param {number} N @param {(head: number) => void} choose */
export function titles(N, choose) {
  const names = /** @type {Column[]} */ (Object.keys(WORDS.columns));
  /** @param {string} name */
  const title = (name) => h("span", { class: `mic-title ${name}` });
  const each = names.map(() => title("")),
    own = title("mic-asks"),
    output = title(""),
    joined = title("");
  const heads = Array.from({ length: N }, (_, n) =>
    h(
      "button",
      {
        type: "button",
        class: "mic-map",
        "aria-label": WORDS.headOf(n),
        click: () => choose(n),
      },
      h("span", {}),
    ),
  );
  const el = h("div", { class: "mic-titles" }, ...each, own, output, joined, ...heads);
  /** @param {Frame} frame @param {Now} now */
  const place = ({ layout, query }, { tokens, choice, attention: { T, K, divisor } }) => {
    const { keys, mixture, heads: maps } = layout.columns;
    names.forEach((name, i) => {
      const { x, w, on } = layout.columns[name],
        texts = textsOf(name, layout, divisor);
      each[i].hidden = !on || w < 12;
      setText(each[i], fitting(texts, w));
      each[i].classList.toggle("mic-lit", on === 1);
      put(each[i], x, 0, w);
    });
    own.hidden = !keys.on || keys.w < 12;
    setText(own, WORDS.asks(tokens[choice.query]));
    put(own, 0, 23, layout.wide);
    output.hidden = !layout.mixed;
    setText(output, fitting(WORDS.output, mixture.w));
    put(output, mixture.x, slotTop(layout, query) + layout.slot + 32, mixture.w);
    joined.hidden = !maps.on;
    setText(joined, fitting(WORDS.joined(N, K), maps.w));
    put(joined, maps.x, layout.height - 44, maps.w);
    panels(layout, N, T).forEach(({ x, y, title, size }, n) => {
      heads[n].hidden = !maps.on;
      heads[n].setAttribute("aria-pressed", String(n === choice.head));
      setText(heads[n].children[0], fitting([WORDS.headOf(n), String(n + 1)], size));
      put(heads[n], x - 5, y - 3, size + 10);
      heads[n].style.height = `${title + size + 8}px`;
    });
  };
  return { el, place };
}
