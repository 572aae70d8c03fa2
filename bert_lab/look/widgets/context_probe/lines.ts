// ContextProbe's last panel in English: the cosine of the word's two vectors at each layer, against
// that of any two words.

import { h, setText } from "#web/shared/elements.ts";
import { fixed } from "#web/shared/numbers.ts";
import { svg } from "#web/shared/picture.ts";
import { WORDS } from "./words.toml";

const LOW = -0.1; // of a cosine, at the bottom

export function cosineLines(layers: number) {
  const place = (c: number, cosine: number) => [
    (100 * c) / layers,
    (100 * (1 - Math.max(LOW, cosine))) / (1 - LOW),
  ];
  const line = (name: string) => {
    const path = svg("polyline", {
      class: `cp-line ${name}`,
      fill: "none",
      "vector-effect": "non-scaling-stroke",
    });
    const label = h("span", { class: `cp-level ${name}` });
    // at: where its label is
    const draw = (cosines: number[], text: string, at: number) => {
      const points = cosines.map((cosine, c) => place(c, cosine)),
        [x, y] = points[at] ?? [0, 0];
      path.setAttribute("points", points.map((point) => point.join()).join(" "));
      setText(label, text);
      Object.assign(label.style, { left: `${x}%`, top: `${y}%` });
      label.classList.toggle("cp-ends", at > layers / 2);
    };
    return { path, label, draw };
  };
  const [any, before, own] = ["cp-any", "cp-before", "cp-yours"].map(line),
    mark = h("span", { class: "cp-at" });
  const chart = h(
    "div",
    { class: "cp-lines", "aria-hidden": "true" },
    svg(
      "svg",
      { viewBox: "0 0 100 100", preserveAspectRatio: "none" },
      any.path,
      before.path,
      own.path,
    ),
    mark,
    ...[any, before, own].map(({ label }) => label),
  );
  const el = [h("p", { class: "cp-title" }, WORDS.lines), chart];
  // last: of the pair before, or none
  const draw = (
    cosines: number[],
    others: number[],
    layer: number,
    word: string,
    last: number[],
  ) => {
    before.draw(last, "", layer + 1);
    const [cosine, earlier] = [cosines[layer + 1], last[layer + 1]],
      label =
        earlier === undefined
          ? WORDS.lineOf({ word, cosine })
          : WORDS.lineOfBefore({ word, cosine, before: earlier });
    own.draw(cosines, label, layer + 1);
    any.draw(others, WORDS.lineOfAny({ cosine: others[layer + 1] }), layer + 1);
    mark.style.left = `${place(layer + 1, 0)[0]}%`;
  };
  return { els: el, draw };
}

// The same in numbers.
export function lineTable(layers: number) {
  const rows = Array.from({ length: layers + 1 }, (_, c) => {
    const cells = [0, 1].map(() => h("td", { class: "bw-number bw-end" }));
    return {
      cells,
      el: h(
        "tr",
        {},
        h("th", { scope: "row" }, c ? WORDS.layer({ layer: c - 1 }) : WORDS.row),
        ...cells,
      ),
    };
  });
  const heads = WORDS.lineColumns.map((text, i) =>
    h("th", { scope: "col", class: i ? "bw-end" : "" }, text),
  );
  const el = h(
    "table",
    {},
    h("caption", {}, WORDS.caption),
    h("thead", {}, h("tr", {}, ...heads)),
    h("tbody", {}, ...rows.map((row) => row.el)),
  );
  const draw = (cosines?: number[], others?: number[]) =>
    rows.forEach(({ cells }, c) =>
      [cosines, others].forEach((list, i) => setText(cells[i], list ? fixed(list[c]) : "–")),
    );
  return { el, draw };
}
