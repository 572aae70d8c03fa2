// What lies over BertAlive's picture: the answers.

import { HEADER, middle, top } from "../../bert/layout.js";
import { largest } from "../../bert/pass.js";
import { h, setText } from "../../shared/elements.js";
import { answerBar, stack } from "../../shared/picture.js";
import { WORDS } from "./words.js";

/**
 * @import { Layout } from "../../bert/layout.js"
 * @import { BERTModel } from "../../bert/model.js"
 * @import { Input, Pass } from "../../bert/pass.js"
 */

export const LINE = 19; // px: one guess

/**
 * @typedef {object} Panel
 * @property {number} t the place of its token
 * @property {HTMLElement} el
 * @property {number} height
 * @property {(pass: Pass, plain: Pass) => void} draw
 * @property {(w: number) => void} [fit] to the column's width
 */

// What <cls> says: whether B follows A.
/** @param {boolean} pair @returns {Panel} */
function verdictPanel(pair) {
  const title = h("p", { class: "alive-title" }),
    verdict = answerBar("bw-verdict"),
    [words, brief] = pair
      ? [WORDS.follows, WORDS.followsBrief]
      : [WORDS.nothingToFollow, WORDS.nothingBrief];
  return {
    t: 0,
    height: pair ? 2 * LINE : LINE,
    el: h("div", { class: "alive-panel" }, title, h("ol", {}, ...(pair ? [verdict.el] : []))),
    draw(pass, plain) {
      const yes = Number(pass.next[1] > 0.5);
      verdict.draw(yes ? WORDS.yes : WORDS.no, pass.next[yes], plain.next[yes]);
    },
    fit: (w) => setText(title, w < 6.6 * words.length ? brief : words),
  };
}

// Which words a panel shows: the likeliest of the pass without cuts, and the likeliest now.
/** @param {Float32Array} plain @param {Float32Array} pass @param {number} k */
const shown = (plain, pass, k) =>
  [...new Set([...largest(plain, k - 1), ...largest(pass, 1), ...largest(plain, k)])].slice(0, k);

// The guesses at the `p`th <mask>, `k` of them.
/**
 * @param {BERTModel} bert @param {Input} input @param {{ pass: Pass, plain: Pass }} passes
 * @param {number} p @param {number} k @param {number} line the height of one
 * @returns {Panel}
 */
function guessPanel(bert, { typed }, { pass, plain }, p, k, line) {
  const t = pass.masks[p];
  const rows = shown(plain.guesses[p], pass.guesses[p], k).map((id) => ({
    id,
    ...answerBar(bert.vocab[id] === typed[t] ? "bw-right" : ""),
  }));
  const el = h(
    "div",
    { class: "alive-panel", style: `--answer: ${line}px` },
    h("ol", { "aria-label": WORDS.guesses(t, typed[t]) }, ...rows.map((row) => row.el)),
  );
  return {
    t,
    height: line * rows.length,
    el,
    draw: (now, before) =>
      rows.forEach((row) =>
        row.draw(bert.vocab[row.id], now.guesses[p][row.id], before.guesses[p][row.id]),
      ),
  };
}

// How many guesses each panel has room for, and how high one is.
/** @param {Layout} layout @param {number} masks */
function roomFor(layout, masks) {
  if (masks > 7) return { k: 1, line: Math.min(LINE, layout.row - 1) };
  const fit = Math.floor((layout.row * layout.T - 40) / (masks || 1) / LINE);
  return { k: Math.max(1, Math.min(5 - Math.min(2, masks), fit)), line: LINE };
}

// The answers: the verdict at <cls>, then a panel for each <mask>.
export function answerColumn() {
  const el = h("div", { class: "alive-answers" });
  /** @type {Panel[]} */
  let panels = [];
  /**
   * @param {BERTModel} bert @param {Input} input @param {{ pass: Pass, plain: Pass }} passes
   * @param {Layout} layout
   */
  const build = (bert, input, passes, layout) => {
    const { masks } = passes.pass,
      { k, line } = roomFor(layout, masks.length);
    panels = [
      verdictPanel(input.pair),
      ...masks.map((_, p) => guessPanel(bert, input, passes, p, k, line)),
    ];
    el.replaceChildren(...panels.map((panel) => panel.el));
  };
  /** @param {Pass} pass @param {Pass} plain */
  const draw = (pass, plain) => panels.forEach((panel) => panel.draw(pass, plain));
  // Beside their tokens; returns where the lines from these go.
  /** @param {Layout} layout */
  const place = (layout) => {
    const { x, w } = layout.parts.answers,
      all = HEADER + panels.reduce((sum, { height }) => sum + height + 8, 0);
    const tops = stack(
      panels.map(({ t }) => middle(layout, t)),
      panels.map(({ height }) => height),
      HEADER - 3,
      Math.max(top(layout, layout.T), all),
      panels.length > 8 ? 1 : 8,
    );
    Object.assign(el.style, { left: `${x}px`, width: `${w}px` });
    el.classList.toggle("alive-slim", w < 96);
    panels.forEach((panel, i) => {
      panel.fit?.(w);
      panel.el.style.top = `${tops[i]}px`;
    });
    return panels.map(({ t, height }, i) => ({ t, y: tops[i] + Math.min(height / 2, 9) }));
  };
  return { el, build, draw, place };
}
