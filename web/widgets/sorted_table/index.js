// SortedTable (chapter 12): press the name of a column and the rows stand in its order.

import { isBoolean, isWhole, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText } from "../../shared/elements.js";
import { language } from "../../shared/language.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { count } from "../../shared/numbers.js";
import { WORDS } from "./words.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Attribute } from "../../shared/elements.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { SortedTable } from "../../shared/traits.js"
 * @typedef {SortedTable["rows"][number][number]} Cell
 */

// Pure functions, tested without a browser.

/** @param {Cell} cell @returns {cell is string | number} */
const isKnown = (cell) => cell !== null && cell !== "";
// Numbers stand before texts.
/** @param {string | number} a @param {string | number} b */
function compare(a, b) {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  return typeof b === "number" ? 1 : a.localeCompare(b, language());
}

// The places of the rows in the order of a column. What is not known stands last, whichever way the
// order goes.
/** @param {Cell[][]} rows @param {number} by @param {boolean} descending */
export function places(rows, by, descending) {
  const cells = rows.map((row, i) => ({ i, cell: row[by] }));
  const known = cells.flatMap(({ i, cell }) => (isKnown(cell) ? [{ i, cell }] : []));
  known.sort((a, b) => (descending ? -1 : 1) * compare(a.cell, b.cell));
  return [...known, ...cells.filter(({ cell }) => !isKnown(cell))].map(({ i }) => i);
}

// The view.

/** @param {Cell} cell */
const shown = (cell) =>
  !isKnown(cell) ? WORDS.unknown : typeof cell === "number" ? count(cell, 1) : cell;
/** @param {Cell[][]} rows @param {number} i */
const side = (rows, i) =>
  rows.some((row) => typeof row[i] === "number") ? "bw-end bw-number" : false;

/** @param {string} name @param {Attribute} kind @param {() => void} press */
function head(name, kind, press) {
  const arrow = h("span", { class: "st-arrow", "aria-hidden": "true" });
  const el = h(
    "th",
    { role: "columnheader", scope: "col", class: kind },
    h("button", { type: "button", title: WORDS.sort(name), click: press }, name, arrow),
  );
  /** @param {boolean} on @param {boolean} descending */
  const draw = (on, descending) => {
    setText(arrow, on ? (descending ? "▼" : "▲") : "");
    el.setAttribute("aria-sort", on ? (descending ? "descending" : "ascending") : "none");
  };
  return { el, draw };
}

/** @param {string[]} columns @param {Cell[]} row @param {string} link @param {Attribute[]} kinds */
const line = (columns, row, link, kinds) =>
  h(
    "tr",
    { role: "row" },
    ...row.map((cell, i) =>
      i
        ? h("td", { role: "cell", class: kinds[i], "data-title": columns[i] }, shown(cell))
        : h("th", { role: "rowheader", scope: "row" }, h("a", { href: link }, shown(cell))),
    ),
  );

/** @param {Props<SortedTable>} props */
function render({ model, el, signal }) {
  const { caption, columns, rows, links } = read(model, ["caption", "columns", "rows", "links"]),
    kinds = columns.map((_, i) => side(rows, i));
  /** @param {number} i */
  const press = (i) =>
    update(model, { by: i, descending: model.get("by") === i && !model.get("descending") });
  const heads = columns.map((name, i) => head(name, kinds[i], () => press(i))),
    output = h("output", { class: "bw-unseen" }),
    say = announcer(output, signal);
  const lines = rows.map((row, i) => line(columns, row, links[i], kinds)),
    body = h("tbody", { role: "rowgroup" });
  el.append(
    frame(
      "sorted-table",
      caption,
      h(
        "table",
        { role: "table" },
        h("caption", {}, caption),
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...heads.map((one) => one.el))),
        body,
      ),
      output,
    ),
  );
  const draw = () => {
    const by = Math.min(model.get("by"), columns.length - 1),
      descending = model.get("descending");
    heads.forEach((one, i) => one.draw(i === by, descending));
    body.append(...places(rows, by, descending).map((i) => lines[i]));
    say(WORDS.sorted(columns[by], descending));
  };
  drawOnChange(model, ["by", "descending"], draw, signal);
}

/** @type {Link<SortedTable>} */
const link = linkable("table", { by: isWhole(0, 100), descending: isBoolean }, (state, model) =>
  (state.by ?? 0) < model.get("columns").length ? state : undefined,
);

export default { render: mounted(render), link };
