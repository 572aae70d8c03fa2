// One learner's plane: each sentence a mark between the classes, and the curves below.

import { h, setText } from "#web/shared/elements.ts";
import { svg } from "#web/shared/picture.ts";
import { isRight, type Lesson, passesOf, score, sharesOf } from "./lesson.ts";
import { WORDS } from "./words.toml";

const [WIDTH, HEIGHT] = [160, 132];
const CURVE = { width: 160, height: 38, top: 4 };
const TURN = Math.PI * (3 - Math.sqrt(5)); // marks at one place lie like a sunflower's seeds

// By class: a mark that differs without a colour, about 0.
const MARKS = [
  "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0Z",
  "M-3.6-3.6H3.6V3.6H-3.6Z",
  "M0-4.6L4.5 3.4H-4.5Z",
  "M0-5L5 0L0 5L-5 0Z",
  "M-4.5-3.4H4.5L0 4.6Z",
  "M-1.6-4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z",
];
export const markOf = (c: number) =>
  svg("path", { d: MARKS[c], class: "ti-mark", style: `--kind: var(--ti-${c})` });
export const legendMark = (c: number) =>
  svg("svg", { viewBox: "-6 -6 12 12", class: "ti-legend", "aria-hidden": "true" }, markOf(c));

// Where the classes are: at the ends of a line, or at the corners of a figure.
export function corners(classes: number): [number, number][] {
  if (classes === 2)
    return [
      [24, HEIGHT / 2],
      [WIDTH - 24, HEIGHT / 2],
    ];
  const turn = classes === 4 ? Math.PI / 4 : 0,
    low = classes === 3 ? 12 : 0; // a triangle has more room below
  return Array.from({ length: classes }, (_, c) => {
    const angle = (2 * Math.PI * c) / classes - Math.PI / 2 + turn;
    return [WIDTH / 2 + 62 * Math.cos(angle), HEIGHT / 2 + low + 50 * Math.sin(angle)];
  });
}

// rank: its number among those of its class
// turn: each class turns its own way, so that they don't cover each other in the middle
function place(
  shares: number[],
  ends: [number, number][],
  rank: number,
  turn: number,
  spread: number,
) {
  const [x, y] = [0, 1].map((i) => shares.reduce((sum, p, c) => sum + p * ends[c][i], 0)),
    far = spread * Math.sqrt(rank + 0.5),
    up = ends.length === 2 ? 1.7 : 1;
  const angle = rank * TURN + turn;
  return [x + far * Math.cos(angle), y + up * far * Math.sin(angle)];
}

const line = (values: number[], most: number) =>
  values
    .map((value, i) => {
      const x = (i * CURVE.width) / Math.max(1, values.length - 1),
        y = CURVE.top + (CURVE.height - 2 * CURVE.top) * (1 - Math.min(1, value / most));
      return `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");

// choose: hears which sentence was pressed
export function plane(learner: number, name: string, choose: (text: number) => void) {
  const edges = svg("path", { class: "ti-edges" }),
    marks = svg("g", {}),
    ends = svg("g", { class: "ti-ends" }),
    picture = svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "ti-plane", "aria-hidden": "true", click: press },
      edges,
      ends,
      marks,
    );
  const curves = ["ti-learned", "ti-held"].map((kind) => svg("path", { class: kind })),
    now = svg("path", { class: "ti-now" }),
    curve = svg(
      "svg",
      {
        viewBox: `0 0 ${CURVE.width} ${CURVE.height}`,
        class: "ti-curve",
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      now,
      ...curves,
    );
  const big = h("span", { class: "ti-score bw-number" }),
    small = h("span", { class: "bw-soft" });
  const el = h(
    "li",
    { class: "ti-learner" },
    h("p", { class: "ti-name" }, name),
    picture,
    h("p", { class: "ti-right" }, big, " ", small),
  );
  let places: number[][] = [];
  function press(event: MouseEvent) {
    const box = picture.getBoundingClientRect(),
      scale = WIDTH / box.width,
      [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const far = places.map(([a, b]) => Math.hypot(a - x, b - y)),
      near = far.indexOf(Math.min(...far));
    if (far[near] < 16) choose(near);
  }
  let shown: Lesson | null = null;
  function rebuild(lesson: Lesson) {
    shown = lesson;
    const { classes, labels, held } = lesson,
      at = corners(classes.length);
    edges.setAttribute("d", `M${at.map(([x, y]) => `${x} ${y}`).join("L")}Z`);
    ends.replaceChildren(
      ...at.map(([x, y], c) => {
        const mark = markOf(c),
          out = classes.length === 2 ? 0 : 13,
          far = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2);
        const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2].map((d) => (d * out) / far);
        mark.setAttribute(
          "transform",
          `translate(${x + dx} ${y + dy + (out ? 0 : 46)}) scale(1.3)`,
        );
        return mark;
      }),
    );
    marks.replaceChildren(
      ...labels.map((label, i) => {
        const mark = markOf(label);
        mark.classList.toggle("ti-out", held[i]);
        return mark;
      }),
    );
  }
  const draw = (lesson: Lesson, pass: number, chosen: number | null) => {
    if (shown?.labels !== lesson.labels || shown.classes !== lesson.classes) rebuild(lesson);
    shown = lesson;
    const { labels, classes, held } = lesson,
      at = corners(classes.length),
      counted = classes.map(() => 0),
      spread = Math.min(
        2.8,
        22 /
          Math.sqrt(
            Math.max(...classes.map((_, c) => labels.filter((one) => one === c).length), 1),
          ),
      );
    places = labels.map((label, i) =>
      place(
        sharesOf(lesson, learner, pass, i),
        at,
        counted[label]++,
        (2 * Math.PI * label) / classes.length,
        spread,
      ),
    );
    for (const [i, [x, y]] of places.entries()) {
      const mark = marks.children[i] as SVGElement,
        right = pass === 0 || isRight(lesson, learner, pass, i),
        size = held[i] ? 1.15 : 0.8;
      mark.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${i === chosen ? 1.9 : size})`;
      mark.classList.toggle("ti-wrong", !right);
      mark.classList.toggle("ti-chosen", i === chosen);
    }
    if (chosen !== null) marks.dataset.chosen = String(chosen);
    const { right, all } = score(lesson, learner, pass, true);
    setText(big, pass ? WORDS.of({ right, all }) : WORDS.unknown({ all }));
    setText(small, WORDS.heldOut);
    const passes = passesOf(lesson),
      most = 1.3 * Math.log(classes.length);
    const of = (isHeld: boolean) =>
      Array.from({ length: passes + 1 }, (_, i) => score(lesson, learner, i, isHeld).loss);
    curves.forEach((path, i) => path.setAttribute("d", line(of(i === 1), most)));
    const x = passes ? (Math.min(pass, passes) * CURVE.width) / passes : 0;
    now.setAttribute("d", `M${x.toFixed(1)} 0V${CURVE.height}`);
  };
  return { el, draw, curve: h("li", {}, h("p", { class: "ti-name" }, name), curve) };
}
