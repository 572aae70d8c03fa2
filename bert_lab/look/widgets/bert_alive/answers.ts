// BertAlive's overlays on the right: the predictions.

import { HEADER, type Layout, middle, top } from "#web/bert/layout.ts";
import { largest, type Pass } from "#web/bert/pass.ts";
import { h, setText } from "#web/shared/elements.ts";
import { finePercent, percent } from "#web/shared/numbers.ts";
import { answerBar, stack } from "#web/shared/picture.ts";
import { worthColumn } from "#web/worth/column.ts";
import { rankedName } from "#web/worth/worth.ts";
import type { Seen } from "./seen.ts";
import { WORDS } from "./words.toml";

export const LINE = 19; // px: one guess
export const ANSWER = 94; // a word and its share
export const VERDICT = 72; // “B follows?”

export interface Panel {
  t: number; // the place of its token
  el: HTMLElement;
  height: number;
  draw: (pass: Pass, plain: Pass) => void;
  fit?: (w: number) => void; // to the column's width
}

// What <cls> says: whether B follows A.
function verdictPanel(): Panel {
  const title = h("p", { class: "alive-title" }),
    verdict = answerBar("bw-verdict");
  return {
    t: 0,
    height: 2 * LINE,
    el: h("div", { class: "alive-panel" }, title, h("ol", {}, verdict.el)),
    draw(pass, plain) {
      const yes = Number(pass.next[1] > 0.5);
      verdict.draw(yes ? WORDS.yes : WORDS.no, pass.next[yes], plain.next[yes]);
    },
    fit: (w) => setText(title, w < 6.6 * WORDS.follows.length ? WORDS.followsBrief : WORDS.follows),
  };
}

// Which words a panel shows: the likeliest of the pass without cuts, and the likeliest now.
const likeliest = (plain: Float32Array, pass: Float32Array, k: number) =>
  [...new Set([...largest(plain, k - 1), ...largest(pass, 1), ...largest(plain, k)])].slice(0, k);

// And the hidden word, in the last one's place if it isn't among them.
function shown(plain: Float32Array, pass: Float32Array, k: number, own: number | undefined) {
  const ids = likeliest(plain, pass, k);
  return own === undefined || ids.includes(own) ? ids : [...ids.slice(0, -1), own];
}

// The guesses at the `p`th <mask>, `k` of them.
// line: the height of one
// ranked: the hidden word is among them, with its rank
function guessPanel(
  { bert, input: { typed }, plain, pass }: Seen,
  p: number,
  { k, line, ranked }: { k: number; line: number; ranked: boolean },
): Panel {
  const t = pass.masks[p],
    right = bert.known.get(typed[t]),
    own = ranked && k > 1 && typed[t] !== "<mask>" ? right : undefined,
    rank = own === undefined ? 0 : largest(plain.guesses[p], Infinity).indexOf(own);
  const rows = shown(plain.guesses[p], pass.guesses[p], k, own).map((id) => ({
    id,
    name: id === own && rank >= k ? rankedName(rank, typed[t]) : bert.vocab[id],
    ...answerBar(id === right ? "bw-right" : "", id === own ? finePercent : percent),
  }));
  const el = h(
    "div",
    { class: "alive-panel", style: `--answer: ${line}px` },
    h(
      "ol",
      {
        "aria-label":
          typed[t] === "<mask>" ? WORDS.guesses({ t }) : WORDS.guessesFor({ t, typed: typed[t] }),
      },
      ...rows.map((row) => row.el),
    ),
  );
  return {
    t,
    height: line * rows.length,
    el,
    draw: (now, before) =>
      rows.forEach((row) => row.draw(row.name, now.guesses[p][row.id], before.guesses[p][row.id])),
  };
}

// How many guesses each panel has room for, and how high one is.
function roomFor(layout: Layout, masks: number) {
  if (masks > 7) return { k: 1, line: Math.min(LINE, layout.row - 1) };
  const fit = Math.floor((layout.row * layout.T - 40) / (masks || 1) / LINE);
  return { k: Math.max(1, Math.min(5 - Math.min(2, masks), fit)), line: LINE };
}

// The answers: the verdict at <cls>, then a panel for each <mask>; or what each word is worth.
export function answerColumn() {
  const el = h("div", { class: "alive-answers" }),
    worth = worthColumn();
  let panels: Panel[] = [];
  const build = (seen: Seen, layout: Layout, ranked: boolean) => {
    const { masks } = seen.pass,
      room = { ...roomFor(layout, masks.length), ranked };
    panels = [
      ...(seen.input.pair ? [verdictPanel()] : []),
      ...masks.map((_, p) => guessPanel(seen, p, room)),
    ];
    worth.draw(seen.worths, (t) => seen.input.typed[t]);
    el.replaceChildren(worth.el, ...panels.map((panel) => panel.el));
  };
  const draw = (pass: Pass, plain: Pass) => panels.forEach((panel) => panel.draw(pass, plain));
  // Beside their tokens; returns where the lines from these go.
  const place = (layout: Layout) => {
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
    worth.place({ x: 0, w }, layout.row, (t) => top(layout, t));
    panels.forEach((panel, i) => {
      panel.fit?.(w);
      panel.el.style.top = `${tops[i]}px`;
    });
    return panels.map(({ t, height }, i) => ({ t, y: tops[i] + Math.min(height / 2, 9) }));
  };
  return { el, build, draw, place };
}
