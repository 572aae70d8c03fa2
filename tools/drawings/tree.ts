// The family tree of chapter 12: a row for each model, time from left to right, and beside each
// what it changed from its parent.

import { hairline } from "./flows.ts";
import { escaped, sheet, tenths, text } from "./stills.ts";

const BRANCH =
  ".flow .model{font-weight:400}.flow a{text-decoration:none}.flow a .model{fill:var(--accent)}.flow a:hover .model{text-decoration:underline}.flow .told{font-weight:700}.flow .diff{font-size:12px;fill:var(--soft)}.flow .diff.told{font-weight:400;fill:var(--ink)}.flow .sign{font-weight:700;fill:var(--accent)}.flow .year{font:400 11px system-ui,sans-serif;fill:var(--soft)}";
// see bert_lab/successors/family.py
export type Relative = {
  name: string;
  since: string;
  change: string;
  parent: string;
  section: string;
  featured: boolean;
};
// where the `i`th has its knot
export type At = (i: number) => { x: number; y: number };

const monthsOf = (since: string) => {
  const [year, month] = since.split("-").map(Number);
  return 12 * year + month - 1;
};
const depthOf: (models: Relative[], model: Relative) => number = (models, { parent }) => {
  const from = models.find(({ name }) => name === parent);
  return from ? 1 + depthOf(models, from) : 0;
};
// Its signs, which begin a part of the change, stand out.
const diff = (x: number, y: number, { change, featured }: Relative) =>
  `<text x="${tenths(x)}" y="${tenths(y)}" class="diff${featured ? " told" : ""}">` +
  change
    .split(/ {2}/)
    .map((part, i) =>
      escaped(part).replace(/^[−+]/, `<tspan class="sign"${i ? ' dx="10"' : ""}>$&</tspan>`),
    )
    .join("") +
  "</text>";
// The tree is a table of contents: a model leads to the section that tells of it.
const linked = ({ section }: Relative, words: string) =>
  section ? `<a href="#${section}">${words}</a>` : words;
const knot = (x: number, y: number, featured: boolean) =>
  `<circle cx="${tenths(x)}" cy="${tenths(y)}" r="${featured ? 5 : 3.5}" fill="var(--${featured ? "accent" : "edge"})"/>`;

// Branches first, so that every knot lies on top.
function branches(models: Relative[], at: At) {
  const drawn = models
    .filter(({ parent }) => parent)
    .map((model) => {
      const from = at(models.findIndex(({ name }) => name === model.parent)),
        to = at(models.indexOf(model));
      return hairline(`M${tenths(from.x)} ${tenths(from.y)}V${tenths(to.y)}H${tenths(to.x)}`);
    });
  return [...drawn, ...models.map(({ featured }, i) => knot(at(i).x, at(i).y, featured))];
}

export function familyTree(
  _bert: unknown,
  { width, models }: { width: number; models: Relative[] },
  css: string,
) {
  return width < 480 ? narrowTree(width, models, css) : wideTree(width, models, css);
}

function wideTree(width: number, models: Relative[], css: string) {
  const row = 24,
    top = 32,
    first = monthsOf("2018-10"),
    last = monthsOf("2026-12"),
    left = 6,
    room = 200;
  const place = (month: number) => left + (room * (month - first)) / (last - first);
  const at: At = (i) => ({ x: place(monthsOf(models[i].since)), y: top + row * i });
  const bottom = top + row * (models.length - 1) + 12;
  const years = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026].flatMap((year) => {
    const x = place(12 * year);
    const label = `<text x="${tenths(x)}" y="12" class="year" text-anchor="middle">${year}</text>`;
    return [hairline(`M${tenths(x)} 18v6`, "line"), ...(year % 2 ? [] : [label])];
  });
  const words = models.flatMap((model, i) => {
    const { x, y } = at(i);
    const name = text(x + 10, y + 4.5, model.featured ? "model told" : "model", model.name);
    return [linked(model, name), diff(334, y + 4.5, model)];
  });
  const head = `<text x="334" y="12" class="year">what it changed</text>`;
  return sheet(width, bottom + 4, css, [...years, head, ...branches(models, at), ...words], BRANCH);
}

// A phone has no room for time: each branch goes in one step, and years stand beside the names.
function narrowTree(width: number, models: Relative[], css: string) {
  const row = 39,
    step = 16;
  const at: At = (i) => ({ x: 6 + step * depthOf(models, models[i]), y: 10 + row * i });
  const words = models.flatMap((model, i) => {
    const { x, y } = at(i),
      year = `<tspan class="year" dx="7">${model.since.slice(0, 4)}</tspan>`;
    const name = text(x + 10, y + 4.5, model.featured ? "model told" : "model", model.name);
    return [linked(model, name.replace("</text>", `${year}</text>`)), diff(x + 10, y + 21, model)];
  });
  return sheet(width, row * models.length - 4, css, [...branches(models, at), ...words], BRANCH);
}
