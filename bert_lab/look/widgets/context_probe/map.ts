// ContextProbe's last panel, a map: recorded sentences of a word as marks, the reader's two as
// numbered discs, with their paths from layer to layer.

import { h, setText, setValue } from "#web/shared/elements.ts";
import { fixed } from "#web/shared/numbers.ts";
import { svg } from "#web/shared/picture.ts";
import { type Point, project, type Reading, type SenseMap, sensesOf, turns } from "./compare.ts";
import { WORDS } from "./words.toml";

const mark = (kind: number, title?: string) =>
  h("span", { class: `cp-mark cp-sense-${kind}`, title });

export function senseMap(map: SenseMap, take: (text: string) => void) {
  const kinds = sensesOf(map),
    turn = turns(map),
    end = 1.15 * Math.max(...map.points.flat(2).map(Math.abs));
  const share = (v: number) => 50 + 48 * Math.min(Math.max(v / end, -1), 1); // one scale for all layers
  const recorded = map.sentences.map(({ text, sense }) => {
    const el = mark(kinds.indexOf(sense), `${sense}: ${text}`);
    el.addEventListener("click", () => take(text));
    return el;
  });
  const discs = [0, 1].map((i) => h("span", { class: "cp-disc" }, String(i + 1)));
  const trails = [0, 1].map((i) =>
    svg("path", {
      class: `cp-trail cp-trail-${i + 1}`,
      fill: "none",
      "vector-effect": "non-scaling-stroke",
    }),
  );
  const ways = svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" }, ...trails);
  const els = [
    h("div", { class: "cp-map", "aria-hidden": "true" }, ways, ...recorded, ...discs),
    h(
      "p",
      { class: "bw-soft cp-key" },
      ...kinds.map((sense, kind) => h("span", {}, mark(kind), ` ${sense}`)),
    ),
  ];
  const place = (layer: number, point: Point): Point => {
    const [x, y] = turn[layer](point);
    return [share(x), share(-y)];
  };
  const move = (el: HTMLElement, [x, y]: Point) => {
    [el.style.left, el.style.top] = [`${x}%`, `${y}%`];
  };
  const draw = (layer: number, pair: Reading[]) => {
    recorded.forEach((el, i) => move(el, place(layer, map.points[layer][i])));
    pair.forEach((one, i) => {
      discs[i].hidden = !one.layers;
      trails[i].toggleAttribute("hidden", !one.layers);
      if (!one.layers) return;
      const steps = Array.from({ length: layer + 1 }, (_, l) => place(l, project(map, l, one)));
      trails[i].setAttribute("d", `M${steps.map((step) => step.join(" ")).join("L")}`);
      move(discs[i], steps[layer]);
    });
  };
  return { els, draw };
}

// Recorded sentences to take over as the second one, for those who point at nothing.
export function sentenceList(map: SenseMap, take: (text: string) => void) {
  const group = (sense: string) =>
    h(
      "optgroup",
      { label: sense },
      ...map.sentences
        .filter((one) => one.sense === sense)
        .map(({ text }) => h("option", { value: text, lang: "en" }, text)),
    );
  const list: HTMLSelectElement = h(
    "select",
    {
      change: () => {
        if (list.value) take(list.value);
      },
    },
    h("option", { value: "" }, WORDS.choose),
    ...sensesOf(map).map(group),
  );
  const el = h(
    "label",
    { class: "bw-field" },
    h("span", { class: "bw-soft" }, WORDS.recorded),
    list,
  );
  const draw = (text: string) =>
    setValue(list, map.sentences.some((one) => one.text === text) ? text : "");
  return { el, draw };
}

// What two vectors are like: the two of the reader, beside recorded pairs.
export function cosineTable(layers: number) {
  const number = () => h("td", { class: "bw-number bw-end" });
  const rows = Array.from({ length: layers + 1 }, (_, row) => {
    const cells = [number(), number(), number()];
    return {
      cells,
      el: h(
        "tr",
        {},
        h("th", { scope: "row" }, row ? WORDS.layer({ layer: row - 1 }) : WORDS.row),
        ...cells,
      ),
    };
  });
  const el = h(
    "table",
    {},
    h("caption", {}, WORDS.caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...WORDS.columns.map((text, i) =>
          h("th", { scope: "col", class: i ? "bw-end" : "" }, text),
        ),
      ),
    ),
    h("tbody", {}, ...rows.map((row) => row.el)),
  );
  const draw = (cosines: number[] | undefined, { alike }: SenseMap) =>
    rows.forEach(({ cells }, row) => {
      const recorded = row ? [alike.same[row - 1], alike.different[row - 1]] : [1, 1];
      [cosines?.[row], ...recorded].forEach((x, i) =>
        setText(cells[i], x === undefined ? "–" : fixed(x)),
      );
    });
  return { el, draw };
}
