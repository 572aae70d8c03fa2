// InputBuilder's tables, folded under the picture: ids of all places, numbers of the chosen one.

import { h, setText } from "../../shared/elements.js";
import { fixed, short } from "../../shared/numbers.js";
import { more } from "../../shared/picture.js";
import { WORDS } from "./words.js";

/**
 * @import { Drawn } from "./rows.js"
 * @import { Kind, Sequence, Terms } from "./sequence.js"
 */

/** @param {(string | number)[]} row */
const bodyRow = ([first, ...rest]) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, String(first)),
    ...rest.map((text) => h("td", {}, String(text))),
  );

/** @type {(kind: string, caption: string, head: string[], rows: (string | number)[][]) => Node} */
const tableOf = (kind, caption, head, rows) =>
  h(
    "div",
    { class: "ib-scroll", tabindex: 0, role: "group", "aria-label": caption },
    h(
      "table",
      { class: kind },
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...rows.map(bodyRow)),
    ),
  );

/** @param {Sequence} sequence */
function idTable({ tokens, segments, ids, valid_len, unknown }) {
  const rows = tokens.map((token, t) => [
    t,
    unknown.includes(token) ? `${short(token)} → <unk>` : short(token),
    ids[t],
    segments[t],
    t < valid_len ? WORDS.yes : WORDS.no,
  ]);
  return tableOf("ib-ids", WORDS.idsOf, WORDS.ids, rows);
}

/** @param {Kind[]} kinds @param {Terms} row @param {string} token @param {number} position */
function numberTable(kinds, row, token, position) {
  const D = row.sum.length,
    head = kinds.map((kind) => `${WORDS.signs[kind]} ${WORDS.terms[kind]}`.trim());
  const rows = Array.from({ length: D }, (_, d) => [
    d,
    ...kinds.map((kind) => fixed(row[kind][d])),
  ]);
  const caption = WORDS.numbers(position, token, D);
  return tableOf("ib-numbers", caption, [WORDS.entries, ...head], rows);
}

// They are filled while they are open.
/** @param {Kind[]} kinds */
export function tables(kinds) {
  const scale = h("p", { class: "bw-soft" }),
    box = h("div", { class: "ib-tables" });
  const el = more(WORDS.details, box, scale);
  let latest = () => {};
  el.addEventListener("toggle", () => latest());
  /** @param {Sequence} sequence @param {Terms[]} vectors @param {Drawn} drawn */
  const draw = (sequence, vectors, { position, scale: full, after }) => {
    latest = () => {
      if (!el.open) return;
      const numbers = numberTable(kinds, vectors[position], sequence.tokens[position], position);
      box.replaceChildren(idTable(sequence), numbers);
      setText(scale, WORDS.scale(full, kinds.includes("norm") && after));
    };
    latest();
  };
  return { el, draw };
}
