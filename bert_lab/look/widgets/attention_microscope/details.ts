// AttentionMicroscope's details, folded under the picture: the same in numbers.

import { h } from "#web/shared/elements.ts";
import { fixed, short } from "#web/shared/numbers.ts";
import { more } from "#web/shared/picture.ts";
import type { Now } from "./state.ts";
import { WORDS } from "./words.toml";

const end = (text: string) => h("td", { class: "bw-number bw-end" }, text);

function table(caption: string, header: readonly string[], rows: (string | Node)[][]) {
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
export function details(opened: () => void) {
  const tables = h("div", {
      class: "mic-tables",
      tabindex: 0,
      role: "group",
      "aria-label": WORDS.details,
    }),
    el = more(WORDS.details, tables);
  el.addEventListener("toggle", opened);
  const draw = ({ tokens, question, choice }: Now) => {
    if (!(el as HTMLDetailsElement).open) return;
    const { query, output, sums, scores, shares, open } = question;
    const digits = (x: number) => end(fixed(x, 4));
    tables.replaceChildren(
      table(
        WORDS.caption({ b: choice.block, n: choice.head, query: tokens[choice.query] }),
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
