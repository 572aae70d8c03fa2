// InputBuilder's tables, folded under the picture: ids of all places, numbers of the chosen one.

import { h, setText } from "#web/shared/elements.ts";
import { fixed, short } from "#web/shared/numbers.ts";
import { more } from "#web/shared/picture.ts";
import type { Drawn } from "./rows.ts";
import type { Kind, Sequence, Terms } from "./sequence.ts";
import { WORDS } from "./words.toml";

const bodyRow = ([first, ...rest]: (string | number)[]) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, String(first)),
    ...rest.map((text) => h("td", {}, String(text))),
  );

const tableOf: (
  kind: string,
  caption: string,
  head: string[],
  rows: (string | number)[][],
) => Node = (kind, caption, head, rows) =>
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

function idTable({ tokens, segments, ids, valid_len, unknown }: Sequence) {
  const rows = tokens.map((token, t) => [
    t,
    unknown.includes(token) ? `${short(token)} → <unk>` : short(token),
    ids[t],
    segments[t],
    t < valid_len ? WORDS.yes : WORDS.no,
  ]);
  return tableOf("ib-ids", WORDS.idsOf, WORDS.ids, rows);
}

function numberTable(kinds: Kind[], row: Terms, token: string, position: number) {
  const D = row.sum.length,
    head = kinds.map((kind) => `${WORDS.signs[kind]} ${WORDS.terms[kind]}`.trim());
  const rows = Array.from({ length: D }, (_, d) => [
    d,
    ...kinds.map((kind) => fixed(row[kind][d])),
  ]);
  const caption = WORDS.numbers({ t: position, token, D });
  return tableOf("ib-numbers", caption, [WORDS.entries, ...head], rows);
}

// They are filled while they are open.
export function tables(kinds: Kind[]) {
  const scale = h("p", { class: "bw-soft" }),
    box = h("div", { class: "ib-tables" });
  const el = more(WORDS.details, box, scale);
  let latest = () => {};
  el.addEventListener("toggle", () => latest());
  const draw = (sequence: Sequence, vectors: Terms[], { position, scale: full, after }: Drawn) => {
    latest = () => {
      if (!el.open) return;
      const numbers = numberTable(kinds, vectors[position], sequence.tokens[position], position);
      box.replaceChildren(idTable(sequence), numbers);
      setText(
        scale,
        kinds.includes("norm") && after
          ? WORDS.scaleNorm({ sum: full, norm: after })
          : WORDS.scale({ sum: full }),
      );
    };
    latest();
  };
  return { el, draw };
}
