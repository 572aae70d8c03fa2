// BertAlive's picture as a static SVG, for figures.

import { COLOURS, type Look } from "#web/bert/colours.ts";
import {
  arrange,
  extent,
  HEADER,
  isLit,
  type Layout,
  middle,
  stageNames,
} from "#web/bert/layout.ts";
import type { BERTModel } from "#web/bert/model.ts";
import type { Config } from "#web/bert/packed.ts";
import { paint } from "#web/bert/paint.ts";
import {
  forwardPass,
  type Input,
  largest,
  type Pass,
  readTexts,
  SPECIAL,
  type Texts,
} from "#web/bert/pass.ts";
import { lensPath, type Pen } from "#web/bert/pen.ts";
import { percent } from "#web/shared/numbers.ts";
import { stack } from "#web/shared/picture.ts";
import { LINE } from "#widgets/bert_alive/answers.ts";
import { stageWords } from "#widgets/bert_alive/stages.ts";
import { WORDS } from "#widgets/bert_alive/words.toml";

export type Traits = { text: string } & Partial<Texts> & { lit?: string[]; compact?: boolean };
export type Answer = [word: string, share: number, right: boolean];
export type Panel = { t: number; titles?: string[]; rows: Answer[] };

export const escaped = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);
export const tenths = (x: number) => String(Math.round(10 * x) / 10);

// `take()` gives the elements drawn so far. Rectangles of a colour that follow one another are one
// path; curves fainter than `faintest` are left out, which a figure in a page would carry along
// unseen.
export function svgPen(faintest = 0): Pen & { take(): string } {
  const drawn: string[] = [];
  const boxes = new Map<string, string>();
  const opacity = (name: string, alpha: number) =>
    alpha < 0.995 ? ` ${name}-opacity="${tenths(Math.max(0.1, alpha))}"` : "";
  const flush = () => {
    for (const [paint, path] of boxes) drawn.push(`<path ${paint} d="${path}"/>`);
    boxes.clear();
  };
  return {
    rect(color, alpha, x, y, w, h) {
      const paint = `fill="${color}"${opacity("fill", alpha)}`;
      boxes.set(
        paint,
        `${boxes.get(paint) ?? ""}M${tenths(x)} ${tenths(y)}h${tenths(w)}v${tenths(h)}h${tenths(-w)}z`,
      );
    },
    curve(color, alpha, width, { x0, y0, x1, y1 }, dash) {
      if (alpha < faintest) return;
      flush();
      const bend = (x1 - x0) / 2,
        dashes = dash ? ` stroke-dasharray="${dash.pattern.join(" ")}"` : "";
      const path =
        y0 === y1
          ? `H${tenths(x1)}`
          : `C${[x0 + bend, y0, x1 - bend, y1, x1, y1].map(tenths).join(" ")}`;
      drawn.push(
        `<path stroke="${color}"${opacity("stroke", alpha)} stroke-width="${tenths(width)}"${dashes} d="M${tenths(x0)} ${tenths(y0)}${path}"/>`,
      );
    },
    lens(color, alpha, ...shape) {
      flush();
      drawn.push(`<path fill="${color}"${opacity("fill", alpha)} d="${lensPath(...shape)}"/>`);
    },
    take() {
      flush();
      return drawn.splice(0).join("\n");
    },
  };
}

const colours = Object.entries(COLOURS).map(([key, name]) => [key, `var(--${name})`]);
const LOOK: Look = {
  ...(Object.fromEntries(colours) as typeof COLOURS),
  heads: [1, 2, 3, 4].map((n) => `var(--head-${n})`),
};
export const text = (x: number, y: number, kind: string, words: string) =>
  `<text x="${tenths(x)}" y="${tenths(y)}" class="${kind}">${escaped(words)}</text>`;

// The words on the left.
function tokenLabels(layout: Layout, { tokens }: Input) {
  return tokens.map((token, t) => {
    const y = middle(layout, t),
      mask = token === "<mask>",
      kind = mask ? "mask" : SPECIAL.test(token) ? "special" : "word";
    const chip = mask
      ? `<rect x="${tenths(layout.wide - 54)}" y="${tenths(y - 8)}" width="52" height="16" rx="4" fill="var(--ink)"/>`
      : "";
    return chip + text(layout.wide - 7, y + 4, kind, token);
  });
}

// Above: names of the stages, signs of the sum, numbers of the heads.
function stageLabels(layout: Layout, lit: string[], { num_blks, num_heads }: Config) {
  const signs = Object.keys(WORDS.terms)
    .slice(1)
    .map((name) => text(layout.parts[name].x - 7, 38, "stage", name === "sum" ? "=" : "+"));
  const stages = stageNames(num_blks).map((name) => {
    const { x, w } = extent(layout, name),
      { label, brief, block } = stageWords(name),
      start = x + w / 2 - 12 * num_heads;
    const heads =
      block < 0 || w < 22 * num_heads
        ? []
        : Array.from(
            { length: num_heads },
            (_, n) =>
              text(start + 24 * n + 12, 36, "head", String(n + 1)) +
              `<rect x="${tenths(start + 24 * n + 5)}" y="40" width="14" height="4" rx="2" fill="${LOOK.heads[n % 4]}"/>`,
          );
    return (
      text(
        x + w / 2,
        16,
        lit.length && isLit(lit, name, name) ? "lit stage" : "stage",
        w < 7.8 * label.length ? brief : label,
      ) + heads.join("")
    );
  });
  return [...signs, ...stages];
}

function answerLabel({ parts }: Layout, [word, share, right]: Answer, y: number, fill: string) {
  const { x, w } = parts.answers,
    slim = w < 100;
  return (
    `<rect x="${tenths(x)}" y="${tenths(y)}" width="${tenths(w * share)}" height="17" rx="3" fill="${fill}" fill-opacity="0.28"/>` +
    text(x + 5, y + 13, right ? "right" : "guess", right ? `${word} ✓` : word) +
    (slim ? "" : text(x + w - 4, y + 13, "share", percent(share)))
  );
}

// The answers on the right, and where each panel begins.
function answerLabels(layout: Layout, panels: Panel[], tops: number[]) {
  const { x, w } = layout.parts.answers;
  return panels.flatMap(({ t, titles, rows }, i) => {
    const title = titles?.[Number(w < 6.6 * titles[0].length)],
      first = tops[i] + (title ? LINE : 0),
      fill = t ? "var(--axis-V)" : "var(--ink)";
    return [
      ...(title ? [text(x + 4, tops[i] + 12, "soft", title)] : []),
      ...rows.map((row, k) => answerLabel(layout, row, first + LINE * k, fill)),
    ];
  });
}

// What it answers: the verdict at <cls>, then a panel for each <mask>. Without a pair there is no
// verdict.
function panelsOf(bert: BERTModel, input: Input, pass: Pass): Panel[] {
  const yes = Number(pass.next[1] > 0.5);
  const verdict: Panel = {
    t: 0,
    titles: [WORDS.follows, WORDS.followsBrief],
    rows: [[yes ? WORDS.yes : WORDS.no, pass.next[yes], false]],
  };
  const guesses = (t: number, p: number): Panel => ({
    t,
    rows: largest(pass.guesses[p], 3).map((id) => [
      bert.vocab[id],
      pass.guesses[p][id],
      bert.vocab[id] === input.typed[t],
    ]),
  });
  return [...(input.pair ? [verdict] : []), ...pass.masks.map(guesses)];
}

// The picture of a pass: its elements, where everything stands, and where the panels of answers
// begin, each with room for so many `notes` below it.
export function picture(
  bert: BERTModel,
  { text: first, second = "", hidden = [], lit = [], compact }: Traits,
  width: number,
  { words = 84, notes = 0, faintest }: { words?: number; notes?: number; faintest?: number } = {},
) {
  const input = readTexts(bert, { text: first, second, hidden }),
    pass = forwardPass(bert, input),
    { num_blks } = bert.config;
  const layout = arrange({ width, words, T: pass.T, num_blks, lit, compact, whole: true }),
    panels = panelsOf(bert, input, pass),
    pen = svgPen(faintest);
  const tops = stack(
    panels.map(({ t }) => middle(layout, t)),
    panels.map(({ titles, rows }) => LINE * (rows.length + (titles ? 1 : 0) + notes)),
    HEADER - 3,
    layout.height,
  );
  paint(pen, LOOK, layout, pass, {
    lit,
    trace: null,
    cuts: [],
    split: input.pair ? input.segments.indexOf(1) : pass.T,
    answers: panels.map(({ t }, i) => ({ t, y: tops[i] + 9 })),
  });
  const drawn = [
    pen.take(),
    ...stageLabels(layout, lit, bert.config),
    ...tokenLabels(layout, input),
    ...answerLabels(layout, panels, tops),
  ];
  return { drawn, layout, tops };
}

// The colours (`css`) are custom properties of `.flow`: a drawing may stand in a page, and in a
// file of its own.
const STYLE =
  "svg:root{color-scheme:light dark;background:var(--surface)}.flow{font:13px system-ui,sans-serif}.flow path[stroke]{fill:none}.flow text{fill:var(--ink)}" +
  ".flow :is(.word,.special,.mask,.share){text-anchor:end}.flow .stage{text-anchor:middle;font:600 12px system-ui,sans-serif;fill:var(--soft)}.flow .lit{fill:var(--ink)}" +
  ".flow :is(.special,.mask){font:11.5px ui-monospace,monospace}.flow :is(.special,.soft){fill:var(--soft)}.flow .mask{fill:var(--surface)}.flow .right{font-weight:650}" +
  ".flow :is(.soft,.share,.head){font-size:11px}.flow .head{text-anchor:middle;fill:var(--soft)}";
export const sheet: (
  width: number,
  height: number,
  css: string,
  drawn: string[],
  style?: string,
) => string = (width, height, css, drawn, style = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="flow" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n` +
  `<style>${css}\n${STYLE}${style}</style>\n${drawn.join("\n")}\n</svg>\n`;
