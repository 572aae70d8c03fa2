// ContextProbe's end in English: how alike the word's two vectors are at each layer, over the line of
// any two words.

import { h, setText } from "../../shared/elements.js";
import { fixed } from "../../shared/numbers.js";
import { svg } from "../../shared/picture.js";
import { WORDS } from "./words.js";

const LOW = -0.1; // of a cosine, at the bottom

/** @param {number} layers */
export function cosineLines(layers) {
  /** @param {number} c @param {number} cosine */
  const place = (c, cosine) => [
    (100 * c) / layers,
    (100 * (1 - Math.max(LOW, cosine))) / (1 - LOW),
  ];
  /** @param {string} name */
  const line = (name) => {
    const path = svg("polyline", {
      class: `cp-line ${name}`,
      fill: "none",
      "vector-effect": "non-scaling-stroke",
    });
    const label = h("span", { class: `cp-level ${name}` });
    /** @param {number[]} cosines @param {string} text @param {number} at where its label is */
    const draw = (cosines, text, at) => {
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
  /**
   * @param {number[]} cosines @param {number[]} others @param {number} layer @param {string} word
   * @param {number[]} last of the pair before, or none
   */
  const draw = (cosines, others, layer, word, last) => {
    before.draw(last, "", layer + 1);
    own.draw(cosines, WORDS.lineOf(word, cosines[layer + 1], last[layer + 1]), layer + 1);
    any.draw(others, WORDS.lineOfAny(others[layer + 1]), layer + 1);
    mark.style.left = `${place(layer + 1, 0)[0]}%`;
  };
  return { els: el, draw };
}

// The same in numbers.
/** @param {number} layers */
export function lineTable(layers) {
  const rows = Array.from({ length: layers + 1 }, (_, c) => {
    const cells = [0, 1].map(() => h("td", { class: "bw-number bw-end" }));
    return {
      cells,
      el: h("tr", {}, h("th", { scope: "row" }, c ? WORDS.layer(c - 1) : WORDS.row), ...cells),
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
  /** @param {number[]} [cosines] @param {number[]} [others] */
  const draw = (cosines, others) =>
    rows.forEach(({ cells }, c) =>
      [cosines, others].forEach((list, i) => setText(cells[i], list ? fixed(list[c]) : "–")),
    );
  return { el, draw };
}
