// What stands in BertAlive's picture beside the drawing: names of stages, words, answers. They are
// elements, so that they can be pressed, reached by keyboard and read aloud; the canvas lies behind
// them.

import { extent, HEADER, middle, stageNames, top } from "../../bert/layout.js";
import { largest, SPECIAL } from "../../bert/pass.js";
import { h, setText } from "../../shared/elements.js";
import { answerBar, stack } from "../../shared/picture.js";
import { WORDS } from "./words.js";

// The column of tokens. Arrow keys walk through it; to focus a word traces it.
export function wordColumn({ press, focus }) {
  const el = h("div", {
    class: "alive-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.tokens,
  });
  const rows = [];
  const make = (t) => {
    const label = h("span", { class: "alive-token" });
    const el = h(
      "button",
      { type: "button", class: "alive-word", click: () => press(t), focus: () => focus(t) },
      label,
    );
    return { el, label };
  };
  el.addEventListener("keydown", (event) => {
    const at = rows.findIndex((row) => row.el === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (!rows[to]) return;
    event.preventDefault();
    rows.forEach((row, t) => {
      row.el.tabIndex = t === to ? 0 : -1;
    });
    rows[to].el.focus();
  });
  const draw = ({ typed, tokens, unknown }, cuts) => {
    while (rows.length < tokens.length) el.append(rows[rows.push(make(rows.length)) - 1].el);
    for (const row of rows.splice(tokens.length)) row.el.remove();
    if (!rows.some((row) => row.el.tabIndex === 0 && row.el === document.activeElement))
      rows.forEach((row, t) => {
        row.el.tabIndex = t ? -1 : 0;
      });
    rows.forEach((row, t) => {
      const special = SPECIAL.test(typed[t]),
        hidden = tokens[t] !== typed[t];
      const cut = cuts.some(([block, , query, key]) => block < 0 && query < 0 && key === t);
      const name = hidden ? WORDS.hides(typed[t]) : typed[t];
      row.el.className = "alive-word";
      row.el.classList.toggle("alive-special", special && tokens[t] !== "<mask>");
      row.el.classList.toggle("alive-mask", tokens[t] === "<mask>");
      row.el.classList.toggle("alive-unknown", unknown.includes(typed[t]));
      row.el.classList.toggle("alive-cut", cut);
      row.el.setAttribute("aria-label", cut ? WORDS.isCut(name) : name);
      if (special) row.el.removeAttribute("aria-pressed");
      else row.el.setAttribute("aria-pressed", String(hidden));
      setText(row.label, tokens[t].length > 14 ? `${tokens[t].slice(0, 13)}…` : tokens[t]);
    });
  };
  const place = (layout) => {
    el.classList.toggle("alive-dense", layout.row < 19);
    el.style.width = `${layout.wide}px`;
    rows.forEach((row, t) =>
      Object.assign(row.el.style, { top: `${top(layout, t)}px`, height: `${layout.row}px` }),
    );
  };
  // Percentages of what is read, and marker behind the words.
  const shade = (shares, query) =>
    rows.forEach((row, t) => {
      const share = shares?.[t] ?? 0;
      row.el.style.setProperty(
        "--share",
        share < 0.03 ? "0%" : `${Math.min(100, 15 + 220 * share)}%`,
      );
      row.el.classList.toggle("alive-query", t === query);
      row.el.dataset.share = share >= 0.05 ? Math.round(100 * share) : "";
    });
  const width = () => Math.max(...rows.map(({ label }) => label.scrollWidth)) + 28;
  return {
    el,
    draw,
    place,
    shade,
    width,
    at: (target) => rows.findIndex((row) => row.el.contains(target)),
  };
}

// A stage in writing: its name, and a short one where there is no room for it.
export function stageWords(name) {
  const block = Number(name.match(/^block(\d)/)?.[1] ?? 0) - 1;
  return block < 0
    ? { label: WORDS.stages[name], brief: WORDS.brief[name] ?? WORDS.stages[name], block }
    : { label: WORDS.block(block), brief: WORDS.briefBlock(block), block };
}

// Names above the stages, to light them; in the blocks a number for each head; in the embeddings
// the sum.
export function stageRow({ num_blks, num_heads }, { light, pick }) {
  const stages = stageNames(num_blks).map((name) => {
    const { label, brief, block } = stageWords(name);
    const button = h("button", { type: "button", class: "alive-stage", click: () => light(name) });
    const heads =
      block < 0
        ? []
        : Array.from({ length: num_heads }, (_, n) =>
            h(
              "button",
              {
                type: "button",
                class: "alive-head",
                style: `--own: var(--head-${(n % 4) + 1})`,
                "aria-label": WORDS.head(block, n),
                click: () => pick(block, n),
              },
              String(n + 1),
            ),
          );
    const el = h(
      "div",
      { class: "alive-column" },
      button,
      h("div", { class: "alive-heads" }, ...heads),
    );
    return { name, label, brief, block, el, button, heads };
  });
  const terms = Object.entries(WORDS.terms).map(([name, label], i) => {
    const text = h("span", {}, label),
      sign = h("b", {}, i ? (name === "sum" ? "=" : "+") : "");
    return { name, el: h("span", { class: "alive-term", "aria-hidden": "true" }, sign, text) };
  });
  const el = h(
    "div",
    { class: "alive-stages", role: "group", "aria-label": WORDS.picture },
    ...stages.map((s) => s.el),
    ...terms.map((s) => s.el),
  );
  const across = (el, x, w) => Object.assign(el.style, { left: `${x}px`, width: `${w}px` });
  const draw = (layout, { lit, alone, cuts }) => {
    for (const { name, el } of terms) {
      across(el, layout.parts[name].x - 12, layout.parts[name].w + 12);
      el.hidden = terms.some((term) => layout.parts[term.name].w < 30);
    }
    for (const { name, label, brief, block, el, button, heads } of stages) {
      const { x, w } = extent(layout, name),
        fits = w >= 7.8 * label.length;
      across(el, x, w);
      setText(button, fits ? label : brief);
      button.setAttribute("aria-label", fits ? label : `${brief}: ${label}`);
      button.setAttribute(
        "aria-pressed",
        String(lit.some((part) => part === name || layout.parts[part]?.stage === name)),
      );
      heads.forEach((head, n) => {
        head.hidden = w + 2 < 24 * heads.length; // 2: to the next block; 24: what a finger needs
        head.setAttribute("aria-pressed", String(alone[block] === n));
        head.classList.toggle(
          "alive-cut",
          cuts.some(([b, h, query]) => b === block && h === n && query < 0),
        );
      });
    }
  };
  return { el, draw };
}

export const LINE = 19; // px: one guess

// The answers: the verdict at <cls>, then a panel for each <mask>.
export function answerColumn() {
  const el = h("div", { class: "alive-answers" });
  let panels = [];
  // Which words a panel shows: the likeliest of the pass without cuts, and the likeliest now.
  const shown = (plain, pass, k) =>
    [...new Set([...largest(plain, k - 1), ...largest(pass, 1), ...largest(plain, k)])].slice(0, k);
  const build = (pass, plain, bert, { typed, pair }, layout) => {
    const many = pass.masks.length > 7,
      line = many ? Math.min(LINE, layout.row - 1) : LINE;
    const k = many
      ? 1
      : Math.max(
          1,
          Math.min(
            5 - Math.min(2, pass.masks.length),
            Math.floor((layout.row * layout.T - 40) / (pass.masks.length || 1) / LINE),
          ),
        );
    const title = h("p", { class: "alive-title" }),
      verdict = answerBar("bw-verdict");
    const first = {
      t: 0,
      title,
      words: pair
        ? [WORDS.follows, WORDS.followsBrief]
        : [WORDS.nothingToFollow, WORDS.nothingBrief],
      height: pair ? 2 * LINE : LINE,
      el: h("div", { class: "alive-panel" }, title, h("ol", {}, ...(pair ? [verdict.el] : []))),
    };
    first.draw = (now, before) => {
      const yes = Number(now.next[1] > 0.5);
      verdict.draw(yes ? WORDS.yes : WORDS.no, now.next[yes], before.next[yes]);
    };
    panels = [
      first,
      ...pass.masks.map((t, p) => {
        const rows = shown(plain.guesses[p], pass.guesses[p], k).map((id) => ({
          id,
          ...answerBar(bert.vocab[id] === typed[t] ? "bw-right" : ""),
        }));
        const draw = (now, before) =>
          rows.forEach((row) =>
            row.draw(bert.vocab[row.id], now.guesses[p][row.id], before.guesses[p][row.id]),
          );
        const el = h(
          "div",
          { class: "alive-panel", style: `--answer: ${line}px` },
          h("ol", { "aria-label": WORDS.guesses(t, typed[t]) }, ...rows.map((row) => row.el)),
        );
        return { t, height: line * rows.length, el, draw };
      }),
    ];
    el.replaceChildren(...panels.map((panel) => panel.el));
  };
  const draw = (pass, plain) => panels.forEach((panel) => panel.draw(pass, plain));
  const place = (layout) => {
    const { x, w } = layout.parts.answers,
      bottom = Math.max(
        top(layout, layout.T),
        HEADER + panels.reduce((sum, { height }) => sum + height + 8, 0),
      );
    const tops = stack(
      panels.map(({ t }) => middle(layout, t)),
      panels.map(({ height }) => height),
      HEADER - 3,
      bottom,
      panels.length > 8 ? 1 : 8,
    );
    Object.assign(el.style, { left: `${x}px`, width: `${w}px` });
    el.classList.toggle("alive-slim", w < 96);
    const [{ title, words }] = panels;
    setText(title, words[Number(w < 6.6 * words[0].length)]);
    panels.forEach((panel, i) => {
      panel.el.style.top = `${tops[i]}px`;
    });
    return panels.map(({ t, height }, i) => ({ t, y: tops[i] + Math.min(height / 2, 9) }));
  };
  return { el, build, draw, place };
}
