// AttentionView's details, folded under the picture: all heads as maps, the chosen one in numbers,
// weights beside cuts.

import type { Config } from "#web/bert/packed.ts";
import { type Input, type Pass, reads } from "#web/bert/pass.ts";
import { h, option, setText, uniqueName, unseen } from "#web/shared/elements.ts";
import { percent, short } from "#web/shared/numbers.ts";
import { more } from "#web/shared/picture.ts";
import { type Compared, type Place, type Seen, weightsFrom } from "./effects.ts";
import { WORDS } from "./words.toml";

export type Choose = (choice: Partial<Place>) => void;

// A head as a small picture, one pixel for each pair of tokens: rows are queries.
function thumbnail(name: string, block: number, head: number, set: () => void) {
  const canvas = h("canvas", {
    "aria-hidden": "true",
    style: `color: var(--head-${(head % 4) + 1})`,
  });
  const brief = h("span", {}, WORDS.headBrief({ n: head })),
    choice = option(name, WORDS.headOf({ b: block, n: head }), set, canvas, brief);
  const draw = ({ blocks, T }: Pass, place: Place) => {
    choice.draw(block === place.block && head === place.head);
    canvas.width = canvas.height = T;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D,
      weights = blocks[block].weights.subarray(head * T * T, (head + 1) * T * T);
    context.fillStyle = getComputedStyle(canvas).color;
    weights.forEach((weight, i) => {
      context.globalAlpha = weight;
      context.fillRect(i % T, Math.floor(i / T), 1, 1);
    });
  };
  return { el: choice.el, draw };
}

// All heads at a glance, one row for each block.
function overview({ num_blks, num_heads }: Config, name: string, choose: Choose) {
  const rows = Array.from({ length: num_blks }, (_, block) =>
    Array.from({ length: num_heads }, (_, head) =>
      thumbnail(name, block, head, () => choose({ block, head })),
    ),
  );
  const els = rows.map((heads, block) =>
    h(
      "div",
      { class: "bw-block" },
      h("span", { class: "bw-soft" }, WORDS.block({ b: block })),
      ...heads.map(({ el }) => el),
    ),
  );
  const el = h("fieldset", {}, h("legend", {}, WORDS.glance), ...els);
  const draw = (pass: Pass, place: Place) => {
    for (const head of rows.flat()) head.draw(pass, place);
  };
  return { el, draw };
}

const labelled = ({ unknown }: Input, token: string) =>
  unknown.includes(token)
    ? h("span", {}, h("i", { lang: "en" }, short(token)), unseen(WORDS.unknown))
    : h("span", { lang: "en" }, short(token));

// The chosen head in full, a row for each query.
function headMap(input: Input, name: string, choose: Choose) {
  const { tokens } = input,
    caption = h("caption"),
    cells = tokens.map(() => tokens.map(() => h("td")));
  const queries = tokens.map((token, query) => {
    const label = h("span", {}, labelled(input, token));
    return option(name, WORDS.from({ token, t: query }), () => choose({ query }), label);
  });
  const columns = tokens.map((token) =>
    h("th", { scope: "col" }, h("span", {}, labelled(input, token))),
  );
  const rows = queries.map(({ el }, i) => h("tr", {}, h("th", { scope: "row" }, el), ...cells[i]));
  const el = h(
    "table",
    { class: "bw-map" },
    caption,
    h("thead", {}, h("tr", {}, h("td"), ...columns)),
    h("tbody", {}, ...rows),
  );
  const draw = ({ pass, query }: Seen, { block, head }: Place) => {
    el.style.setProperty("--own", `var(--head-${(head % 4) + 1})`);
    setText(caption, WORDS.mapCaption({ b: block, n: head }));
    queries.forEach((choice, i) => {
      choice.draw(i === query);
      weightsFrom(pass, { block, head, query: i }).forEach((weight, j) => {
        setText(cells[i][j], String(Math.round(100 * weight)));
        cells[i][j].style.setProperty("--share", `${100 * weight}%`);
      });
    });
  };
  return { el, draw };
}

// What its weights are beside: for each token what is left when nobody reads it.
function weightList(input: Input, cut: (key: number) => void) {
  const end = (text: string) => h("th", { scope: "col", class: "bw-end" }, text);
  const cell = (...children: (Node | string)[]) =>
    h("td", { class: "bw-number bw-end" }, ...children);
  const caption = h("caption"),
    without = end("");
  const lines = input.tokens.map((token, key) => {
    const cells = [cell(), cell(), cell()],
      name = h("th", { scope: "row" }, labelled(input, token));
    const button = h(
      "button",
      { type: "button", "aria-label": WORDS.ribbonOf({ token }), click: () => cut(key) },
      WORDS.chip,
    );
    return { cells, button, el: h("tr", {}, name, ...cells, cell(button)) };
  });
  const to = h("th", { scope: "col" }, WORDS.to),
    head = h("tr", {}, to, end(WORDS.weight), end(WORDS.all), without, h("td"));
  const el = h(
    "table",
    { class: "bw-list" },
    caption,
    h("thead", {}, head),
    h("tbody", {}, ...lines.map((line) => line.el)),
  );
  const draw = ({ pass, query, cuts, answer, left }: Seen, { block, head }: Place) => {
    const row = weightsFrom(pass, { block, head, query }),
      mean = reads(pass.blocks[pass.blocks.length - 1], pass.T, query);
    setText(caption, WORDS.listCaption({ b: block, n: head, query: input.tokens[query] }));
    setText(without, answer ? WORDS.without({ name: answer.name, too: cuts.length > 0 }) : "");
    lines.forEach(({ cells, button }, key) => {
      const own = [block, head, query, key].join(),
        rest = answer && left[key] !== undefined ? percent(left[key]) : "–";
      [percent(row[key]), percent(mean[key]), rest].forEach((text, i) => setText(cells[i], text));
      button.setAttribute("aria-pressed", String(cuts.some((entry) => entry.join() === own)));
    });
  };
  return { el, draw };
}

// What is folded; it is drawn when it is open.
export function details(
  config: Config,
  { choose, cut, opened }: { choose: Choose; cut(place: Place, key: number): void; opened(): void },
) {
  const name = uniqueName("attention-view"),
    grid = overview(config, `${name}-head`, choose);
  const tables = h("div", { class: "bw-tables" }),
    verdict = h("p", { role: "status" });
  const el = more(WORDS.details, h("p", {}, WORDS.caution), grid.el, tables, verdict);
  let view: { input: Input; draw(seen: Seen, place: Place): void } | undefined;
  let looked: Place; // at
  el.addEventListener("toggle", opened);
  const tablesOf = (input: Input) => {
    const map = headMap(input, `${name}-query`, choose),
      list = weightList(input, (key) => cut(looked, key));
    const scroll = { class: "bw-scroll", tabindex: 0, role: "group", "aria-label": WORDS.map };
    tables.replaceChildren(h("div", scroll, map.el), list.el);
    const draw: (seen: Seen, place: Place) => void = (seen, place) => {
      map.draw(seen, place);
      list.draw(seen, place);
    };
    return { input, draw };
  };
  const draw = (seen: Seen, place: Place, compared: Compared | null) => {
    if (!el.open) return;
    looked = place;
    if (view?.input !== seen.input) view = tablesOf(seen.input);
    grid.draw(seen.pass, place);
    view.draw(seen, place);
    const r = compared?.r;
    setText(verdict, r === undefined ? "" : Number.isNaN(r) ? WORDS.few : WORDS.compared({ r }));
  };
  return { el, draw };
}
