// Successors' numbers in tables.

import { h } from "#web/shared/elements.ts";
import { count } from "#web/shared/numbers.ts";
import type { Successors } from "#web/shared/traits.ts";
import { STAGES } from "./charts.ts";
import { type Change, parameters, type Size, sum } from "./count.ts";
import { WORDS } from "./words.toml";

const SIZES = Object.keys(WORDS.sizes) as Size[];

const row = (head: string, ...cells: string[]) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, head),
    ...cells.map((text) => h("td", { class: "bw-number bw-end" }, text)),
  );
const table = (caption: string, heads: string[], rows: Element[]) =>
  h(
    "table",
    {},
    h("caption", {}, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...heads.map((text, i) => h("th", { scope: "col", class: i > 0 && "bw-end" }, text)),
      ),
    ),
    h("tbody", {}, ...rows),
  );

// Parameters of the unchanged model and with these changes.
export function numbers({ parts, sizes }: Pick<Successors, "parts" | "sizes">) {
  const el = h("div", {
    class: "su-numbers",
    role: "region",
    tabindex: 0,
    "aria-label": WORDS.details,
  });
  const draw = (on: Change[]) => {
    const counts = SIZES.flatMap((name) =>
      [[], on].map((one) => parameters(parts, sizes[name], one)),
    );
    el.replaceChildren(
      table(
        WORDS.parameters,
        [WORDS.part, ...SIZES.flatMap((name) => [WORDS.sizes[name], WORDS.changed])],
        [
          ...STAGES.map((stage) =>
            row(WORDS.stages[stage], ...counts.map((one) => count(one[stage]))),
          ),
          row(WORDS.all, ...counts.map((one) => count(sum(one)))),
        ],
      ),
    );
  };
  return { el, draw };
}
