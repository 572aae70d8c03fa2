// ReadingReach's picture: for each network a small flow, from the words at its left to the vectors
// at its right. What can be read at all are hairlines, what reaches the chosen word is lit.

import { h, option, setText } from "#web/shared/elements.ts";
import { short } from "#web/shared/numbers.ts";
import { ribbonPath, svg } from "#web/shared/picture.ts";
import { NAMES, NETWORKS, type Network, reach } from "./networks.ts";
import { WORDS } from "./words.toml";

export type Place = [depth: number, position: number];

const HIGH = 384,
  TALLEST = 48; // pixels: the rows, and one of them at most
const LEFT_ENDS = [0, 44, 88],
  WIDE = 12; // of words, first and second level, in per cent of a flow
export const rowHeight = (length: number) => Math.min(TALLEST, HIGH / Math.max(length, 1));

// Everything that one of `targets` at `depth` (1, 2) reads, as lines between places [depth,
// position]: states of the level below; in an LSTM that of its own word, and its neighbour's in the
// level itself.
export function wires(
  name: Network,
  length: number,
  depth: number,
  targets: number[],
): [from: Place, to: Place][] {
  const wire: (from: Place, to: Place) => [Place, Place] = (from, to) => [from, to];
  const { reads, recurrent } = NETWORKS[name],
    all = Array.from({ length }, (_, from) => from);
  return targets.flatMap((of) =>
    recurrent
      ? [
          wire([depth - 1, of], [depth, of]),
          ...all
            .filter((from) => Math.abs(from - of) === 1 && reads(of, from))
            .map((from) => wire([depth, from], [depth, of])),
        ]
      : all.filter((from) => reads(of, from)).map((from) => wire([depth - 1, from], [depth, of])),
  );
}

// Which positions of the first and of the second level the vector at `position` is made from.
export function used(name: Network, length: number, position: number) {
  const read = reach(name, length, position);
  return [read, NETWORKS[name].recurrent ? read : [position]];
}

function drawWires(lines: [Place, Place][], row: number) {
  const y = (position: number) => (position + 0.5) * row;
  return lines
    .map(([[d0, p0], [d1, p1]]) => {
      if (d0 < d1)
        return ribbonPath({ x0: LEFT_ENDS[d0] + WIDE, y0: y(p0), x1: LEFT_ENDS[d1], y1: y(p1) });
      const x = LEFT_ENDS[d0] + WIDE / 2; // from word to word, within a level
      return `M${x} ${y(p0)}V${y(p1)}`;
    })
    .join("");
}

function flow(name: Network, length: number, row: number) {
  const [title, direction, level] = WORDS.networks[name],
    positions = Array.from({ length }, (_, i) => i);
  const path = (kind: string) =>
    svg("path", { class: kind, fill: "none", "vector-effect": "non-scaling-stroke" });
  const [web, below, last] = ["rr-web", "rr-below", "rr-last"].map(path),
    thick = Math.min(12, row - 4);
  web.setAttribute(
    "d",
    drawWires(
      [1, 2].flatMap((depth) => wires(name, length, depth, positions)),
      row,
    ),
  );
  const nodes = LEFT_ENDS.map((x) =>
    positions.map((i) =>
      svg("rect", { x, y: (i + 0.5) * row - thick / 2, width: WIDE, height: thick }),
    ),
  );
  const tally = h("p", { class: "rr-tally bw-number" });
  const levels = [WORDS.level, ...[1, 2].map((n) => [h("span", {}, `${level} `), String(n)])].map(
    (text) => h("span", {}, ...[text].flat()),
  );
  const el = h(
    "div",
    { class: "rr-flow", "data-network": name },
    h("div", { class: "rr-title" }, h("b", {}, title), " ", direction),
    h("div", { class: "rr-levels" }, ...levels),
    svg(
      "svg",
      { viewBox: `0 0 100 ${HIGH}`, preserveAspectRatio: "none" },
      web,
      below,
      last,
      ...nodes.flat(),
    ),
    tally,
  );
  const draw = (position: number) => {
    const read = reach(name, length, position),
      [first, second] = used(name, length, position);
    below.setAttribute("d", drawWires(wires(name, length, 1, first), row));
    last.setAttribute("d", drawWires(wires(name, length, 2, second), row));
    [read, first, second].forEach((lit, depth) =>
      nodes[depth].forEach((node, i) => {
        node.setAttribute(
          "class",
          depth === 2 && i === position
            ? "rr-own"
            : lit.includes(i)
              ? depth
                ? "rr-used"
                : "rr-read"
              : "",
        );
      }),
    );
    setText(tally, WORDS.tally({ read: read.length, all: length }));
  };
  return { el, draw };
}

// One row for each word. `choose(i)` presses, `point(i)` points, or at nothing.
export function flows(
  words: string[],
  name: string,
  { choose, point }: { choose(i: number): void; point(i: number | undefined): void },
) {
  const row = rowHeight(words.length),
    heads = words.map((word, i) =>
      option(
        name,
        WORDS.word({ word, i }),
        () => choose(i),
        h("span", { lang: "en" }, short(word)),
      ),
    );
  const networks = NAMES.map((network) => flow(network, words.length, row));
  const band = h("div", { class: "rr-band" });
  const list = h(
    "div",
    { class: "rr-words", role: "radiogroup", "aria-label": WORDS.words },
    ...heads.map((one) => one.el),
  );
  const el = h(
    "div",
    { class: "rr-picture" },
    band,
    list,
    h("div", { class: "rr-flows", "aria-hidden": "true" }, ...networks.map((one) => one.el)),
  );
  el.style.setProperty("--rr-row", `${row}px`);
  el.style.setProperty("--rr-high", `${HIGH}px`);
  const at = ({ clientY }: MouseEvent) => {
    const i = Math.floor((clientY - heads[0].el.getBoundingClientRect().top) / row);
    return i >= 0 && i < words.length ? i : undefined;
  };
  el.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") point(at(event));
  });
  el.addEventListener("pointerleave", () => point(undefined));
  el.addEventListener("click", (event) => {
    const i = at(event);
    if (i !== undefined && !(event.target as Element).closest("label")) choose(i);
  });
  const draw = (position: number, chosen: number) => {
    heads.forEach((one, i) => one.draw(i === chosen));
    heads.forEach(({ el: head }, i) => head.classList.toggle("rr-pointed", i === position));
    band.style.top = `calc(var(--rr-head) + ${position * row}px)`;
    for (const one of networks) one.draw(position);
  };
  return { el, draw };
}
