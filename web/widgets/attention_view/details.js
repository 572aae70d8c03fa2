// AttentionView, folded under the picture: all heads as maps, the chosen one in numbers, weights
// beside cuts.

import { reads } from "../../bert/pass.js";
import { h, option, setText, uniqueName, unseen } from "../../shared/elements.js";
import { percent, short } from "../../shared/numbers.js";
import { more } from "../../shared/picture.js";
import { weightsFrom } from "./effects.js";
import { WORDS } from "./words.js";

const cell = (...children) => h("td", { class: "bw-number bw-end" }, ...children);

// A head as a small picture, one pixel for each pair of tokens: rows are queries.
function thumbnail(name, block, head, set) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const choice = option(
    name,
    WORDS.headOf(block, head),
    set,
    canvas,
    h("span", {}, WORDS.headBrief(head)),
  );
  const draw = (weights, T, on) => {
    choice.draw(on);
    canvas.width = canvas.height = T;
    const context = canvas.getContext("2d");
    context.fillStyle = getComputedStyle(canvas).color; // the head's
    weights.forEach((weight, i) => {
      context.globalAlpha = weight;
      context.fillRect(i % T, Math.floor(i / T), 1, 1);
    });
  };
  return { el: choice.el, block, head, canvas, draw };
}

// All heads at a glance, one row for each block.
function overview({ num_blks, num_heads }, name, choose) {
  const heads = Array.from({ length: num_blks * num_heads }, (_, i) =>
    thumbnail(name, Math.floor(i / num_heads), i % num_heads, () =>
      choose({ block: Math.floor(i / num_heads), head: i % num_heads }),
    ),
  );
  for (const { canvas, head } of heads) canvas.style.color = `var(--head-${(head % 4) + 1})`;
  const rows = Array.from({ length: num_blks }, (_, block) =>
    h(
      "div",
      { class: "bw-block" },
      h("span", { class: "bw-soft" }, WORDS.block(block)),
      ...heads.filter((one) => one.block === block).map(({ el }) => el),
    ),
  );
  const el = h("fieldset", {}, h("legend", {}, WORDS.glance), ...rows);
  const draw = ({ blocks, T }, choice) =>
    heads.forEach(({ block, head, draw }) =>
      draw(
        blocks[block].weights.subarray(head * T * T, (head + 1) * T * T),
        T,
        block === choice.block && head === choice.head,
      ),
    );
  return { el, draw };
}

// The chosen head in full, and what its weights are beside: both have a row for each token.
function tokenTables({ tokens, unknown }, name, { choose, cut }) {
  const said = (token) =>
    unknown.includes(token) ? h("i", {}, short(token), unseen(WORDS.unknown)) : short(token);
  const column = (token) => h("th", { scope: "col" }, h("span", {}, said(token)));
  const queries = tokens.map((token, query) =>
    option(name, WORDS.from(token, query), () => choose(query), h("span", {}, said(token))),
  );
  const cells = tokens.map(() => tokens.map(() => h("td")));
  const mapCaption = h("caption"),
    listCaption = h("caption");
  const map = h(
    "table",
    { class: "bw-map" },
    mapCaption,
    h("thead", {}, h("tr", {}, h("td"), ...tokens.map(column))),
    h(
      "tbody",
      {},
      ...queries.map(({ el }, i) => h("tr", {}, h("th", { scope: "row" }, el), ...cells[i])),
    ),
  );
  const end = (text) => h("th", { scope: "col", class: "bw-end" }, text),
    without = end("");
  const lines = tokens.map((token, key) => {
    const share = cell(),
      mean = cell(),
      left = cell();
    const button = h(
      "button",
      { type: "button", "aria-label": WORDS.ribbonOf(token), click: () => cut(key) },
      WORDS.chip,
    );
    return {
      share,
      mean,
      left,
      button,
      el: h("tr", {}, h("th", { scope: "row" }, said(token)), share, mean, left, cell(button)),
    };
  });
  const list = h(
    "table",
    { class: "bw-list" },
    listCaption,
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, WORDS.to),
        end(WORDS.weight),
        end(WORDS.all),
        without,
        h("td"),
      ),
    ),
    h("tbody", {}, ...lines.map(({ el }) => el)),
  );
  const draw = ({ pass, query, cuts }, { block, head }, { answer, left }) => {
    map.style.setProperty("--own", `var(--head-${(head % 4) + 1})`);
    setText(mapCaption, WORDS.mapCaption(block, head));
    setText(listCaption, WORDS.listCaption(block, head, tokens[query]));
    queries.forEach((choice, i) => {
      choice.draw(i === query);
      weightsFrom(pass, { block, head, query: i }).forEach((weight, j) => {
        setText(cells[i][j], String(Math.round(100 * weight)));
        cells[i][j].style.setProperty("--share", `${100 * weight}%`);
      });
    });
    const row = weightsFrom(pass, { block, head, query }),
      mean = reads(pass.blocks.at(-1), pass.T, query);
    setText(without, answer ? WORDS.without(answer.name) : "");
    lines.forEach((line, key) => {
      setText(line.share, percent(row[key]));
      setText(line.mean, percent(mean[key]));
      setText(line.left, answer && left[key] !== undefined ? percent(left[key]) : "–");
      line.button.setAttribute(
        "aria-pressed",
        String(cuts.some((entry) => entry.join() === [block, head, query, key].join())),
      );
    });
  };
  return {
    els: [
      h("div", { class: "bw-scroll", tabindex: 0, role: "group", "aria-label": WORDS.map }, map),
      list,
    ],
    draw,
  };
}

// What is folded; it is drawn when it is open.
export function details(config, { choose, cut, opened }) {
  const name = uniqueName("attention-view"),
    grid = overview(config, `${name}-head`, choose);
  const tables = h("div", { class: "bw-tables" }),
    found = h("p", { role: "status" });
  const el = more(WORDS.details, h("p", {}, WORDS.caution), grid.el, tables, found);
  let view, shown;
  el.addEventListener("toggle", opened);
  const draw = (now, choice, sheet) => {
    if (!el.open) return;
    if (shown !== now.input) {
      [shown, view] = [
        now.input,
        tokenTables(now.input, `${name}-query`, { choose: (query) => choose({ query }), cut }),
      ];
      tables.replaceChildren(...view.els);
    }
    grid.draw(now.pass, choice);
    view.draw(now, choice, sheet);
    setText(
      found,
      !sheet.answer || !sheet.compared
        ? ""
        : Number.isNaN(sheet.compared.r)
          ? WORDS.few
          : WORDS.compared(sheet.compared.r),
    );
  };
  return { el, draw };
}
