// AttentionMicroscope, folded under the picture: the same in numbers.

import { h } from "../../shared/elements.js";
import { fixed, short } from "../../shared/numbers.js";
import { more } from "../../shared/picture.js";
import { WORDS } from "./words.js";

/** @import { Now } from "./view.js" */

/** @param {string} text */
const end = (text) => h("td", { class: "bw-number bw-end" }, text);

/**
 * @param {string} caption @param {readonly string[]} header @param {(string | Node)[][]} rows
 */
function table(caption, header, rows) {
  const [first, ...rest] = header;
  return h(
    "table",
    {},
    h("caption", {}, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, first),
        ...rest.map((name) => h("th", { scope: "col", class: "bw-end" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      ...rows.map(([head, ...cells]) => h("tr", {}, h("th", { scope: "row" }, head), ...cells)),
    ),
  );
}

// It is drawn when it is open.
/** @param {() => void} opened */
export function details(opened) {
  const tables = h("div", {
      class: "mic-tables",
      tabindex: 0,
      role: "group",
      "aria-label": WORDS.details,
    }),
    el = more(WORDS.details, tables);
  el.addEventListener("toggle", opened);
  /** @param {Now} now */
  const draw = ({ tokens, question, choice }) => {
    if (!(/** @type {HTMLDetailsElement} */ (el).open)) return;
    const { query, output, sums, scores, shares, open } = question;
    const digits = (/** @type {number} */ x) => end(fixed(x, 4));
    tables.replaceChildren(
      table(
        WORDS.caption(choice.block, choice.head, tokens[choice.query]),
        WORDS.table,
        tokens.map((token, t) => [
          short(token),
          digits(sums[t]),
          open[t] ? digits(scores[t]) : end(WORDS.infinite),
          digits(shares[t]),
        ]),
      ),
      table(
        WORDS.vectors,
        WORDS.cells,
        Array.from(query, (x, c) => [String(c + 1), digits(x), digits(output[c])]),
      ),
    );
  };
  return { el, draw };
}
