// AttentionView, folded under the picture: all heads as maps, the chosen one in numbers, weights
// beside cuts.

import { reads } from "../../bert/pass.js";
import { h, option, setText, uniqueName, unseen } from "../../shared/elements.js";
import { percent, short } from "../../shared/numbers.js";
import { more } from "../../shared/picture.js";
import { weightsFrom } from "./effects.js";
import { WORDS } from "./words.js";

/**
 * @import { Config } from "../../bert/packed.js"
 * @import { Input, Pass } from "../../bert/pass.js"
 * @import { Compared, Place, Seen } from "./effects.js"
 * @typedef {(choice: Partial<Place>) => void} Choose
 */

// A head as a small picture, one pixel for each pair of tokens: rows are queries.
/** @param {string} name @param {number} block @param {number} head @param {() => void} set */
function thumbnail(name, block, head, set) {
  const canvas = h("canvas", {
    "aria-hidden": "true",
    style: `color: var(--head-${(head % 4) + 1})`,
  });
  const brief = h("span", {}, WORDS.headBrief(head)),
    choice = option(name, WORDS.headOf(block, head), set, canvas, brief);
  /** @param {Pass} pass @param {Place} place */
  const draw = ({ blocks, T }, place) => {
    choice.draw(block === place.block && head === place.head);
    canvas.width = canvas.height = T;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")),
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
/** @param {Config} config @param {string} name @param {Choose} choose */
function overview({ num_blks, num_heads }, name, choose) {
  const rows = Array.from({ length: num_blks }, (_, block) =>
    Array.from({ length: num_heads }, (_, head) =>
      thumbnail(name, block, head, () => choose({ block, head })),
    ),
  );
  const els = rows.map((heads, block) =>
    h(
      "div",
      { class: "bw-block" },
      h("span", { class: "bw-soft" }, WORDS.block(block)),
      ...heads.map(({ el }) => el),
    ),
  );
  const el = h("fieldset", {}, h("legend", {}, WORDS.glance), ...els);
  /** @param {Pass} pass @param {Place} place */
  const draw = (pass, place) => {
    for (const head of rows.flat()) head.draw(pass, place);
  };
  return { el, draw };
}

/** @param {Input} input @param {string} token */
const labelled = ({ unknown }, token) =>
  unknown.includes(token)
    ? h("span", {}, h("i", { lang: "en" }, short(token)), unseen(WORDS.unknown))
    : h("span", { lang: "en" }, short(token));

// The chosen head in full, a row for each query.
/** @param {Input} input @param {string} name @param {Choose} choose */
function headMap(input, name, choose) {
  const { tokens } = input,
    caption = h("caption"),
    cells = tokens.map(() => tokens.map(() => h("td")));
  const queries = tokens.map((token, query) => {
    const label = h("span", {}, labelled(input, token));
    return option(name, WORDS.from(token, query), () => choose({ query }), label);
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
  /** @param {Seen} seen @param {Place} place */
  const draw = ({ pass, query }, { block, head }) => {
    el.style.setProperty("--own", `var(--head-${(head % 4) + 1})`);
    setText(caption, WORDS.mapCaption(block, head));
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
/** @param {Input} input @param {(key: number) => void} cut */
function weightList(input, cut) {
  /** @param {string} text */
  const end = (text) => h("th", { scope: "col", class: "bw-end" }, text);
  /** @param {(Node | string)[]} children */
  const cell = (...children) => h("td", { class: "bw-number bw-end" }, ...children);
  const caption = h("caption"),
    without = end("");
  const lines = input.tokens.map((token, key) => {
    const cells = [cell(), cell(), cell()],
      name = h("th", { scope: "row" }, labelled(input, token));
    const button = h(
      "button",
      { type: "button", "aria-label": WORDS.ribbonOf(token), click: () => cut(key) },
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
  /** @param {Seen} seen @param {Place} place */
  const draw = ({ pass, query, cuts, answer, left }, { block, head }) => {
    const row = weightsFrom(pass, { block, head, query }),
      mean = reads(pass.blocks[pass.blocks.length - 1], pass.T, query);
    setText(caption, WORDS.listCaption(block, head, input.tokens[query]));
    setText(without, answer ? WORDS.without(answer.name) : "");
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
/**
 * @param {Config} config
 * @param {{ choose: Choose, cut(place: Place, key: number): void, opened(): void }} reader
 */
export function details(config, { choose, cut, opened }) {
  const name = uniqueName("attention-view"),
    grid = overview(config, `${name}-head`, choose);
  const tables = h("div", { class: "bw-tables" }),
    verdict = h("p", { role: "status" });
  const el = more(WORDS.details, h("p", {}, WORDS.caution), grid.el, tables, verdict);
  /** @type {{ input: Input, draw(seen: Seen, place: Place): void } | undefined} */
  let view;
  /** @type {Place} */
  let looked; // at
  el.addEventListener("toggle", opened);
  /** @param {Input} input */
  const tablesOf = (input) => {
    const map = headMap(input, `${name}-query`, choose),
      list = weightList(input, (key) => cut(looked, key));
    const scroll = { class: "bw-scroll", tabindex: 0, role: "group", "aria-label": WORDS.map };
    tables.replaceChildren(h("div", scroll, map.el), list.el);
    /** @type {(seen: Seen, place: Place) => void} */
    const draw = (seen, place) => {
      map.draw(seen, place);
      list.draw(seen, place);
    };
    return { input, draw };
  };
  /** @param {Seen} seen @param {Place} place @param {Compared | null} compared */
  const draw = (seen, place, compared) => {
    if (!el.open) return;
    looked = place;
    if (view?.input !== seen.input) view = tablesOf(seen.input);
    grid.draw(seen.pass, place);
    view.draw(seen, place);
    const r = compared?.r;
    setText(verdict, r === undefined ? "" : Number.isNaN(r) ? WORDS.few : WORDS.compared(r));
  };
  return { el, draw };
}
