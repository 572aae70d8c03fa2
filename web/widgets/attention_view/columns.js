// AttentionView, what stands beside the drawing: names of blocks and heads, the words with what is
// read of them before, and with what the guess is without them behind.

import { extent, middle, top } from "../../bert/layout.js";
import { largest } from "../../bert/pass.js";
import { h, setText } from "../../shared/elements.js";
import { answerBar, drawToken } from "../../shared/picture.js";
import { WORDS } from "./words.js";

// Names of the blocks, a number for each head, titles of the two columns of shares.
export function blockRow({ num_blks, num_heads }, pick) {
  const blocks = Array.from({ length: num_blks }, (_, b) => {
    const heads = Array.from({ length: num_heads }, (_, n) =>
      h(
        "button",
        {
          type: "button",
          class: "attend-head",
          style: `--own: var(--head-${(n % 4) + 1})`,
          "aria-label": WORDS.head(b, n),
          click: () => pick(b, n),
        },
        String(n + 1),
      ),
    );
    return {
      b,
      heads,
      el: h(
        "div",
        { class: "attend-block" },
        h("span", { class: "attend-title" }, WORDS.block(b)),
        h("div", {}, ...heads),
      ),
    };
  });
  const [reads, without] = [WORDS.reads, ""].map((text) =>
    h("span", { class: "attend-title attend-column", "aria-hidden": "true" }, text),
  );
  const el = h(
    "div",
    { role: "group", "aria-label": WORDS.picture },
    reads,
    ...blocks.map((block) => block.el),
    without,
  );
  const across = (el, x, w) => Object.assign(el.style, { left: `${x}px`, width: `${w}px` });
  const draw = (layout, slots, answer) => {
    const { x, w } = layout.parts.answers,
      titles = answer
        ? [WORDS.withoutThis(answer.name), WORDS.without(answer.name), WORDS.withoutBrief]
        : [""];
    across(reads, 6, layout.wide);
    across(without, x, w);
    setText(without, titles.find((title) => w > 6.4 * title.length) ?? titles.at(-1));
    for (const { b, heads, el } of blocks) {
      const { x, w } = extent(layout, `block${b + 1}`);
      across(el, x, w);
      heads.forEach((head, n) => {
        head.hidden = w < 24 * heads.length;
        head.setAttribute("aria-pressed", String(slots[b][n] === 1));
      });
    }
  };
  return { el, draw };
}

// The words, each with its answer at the other end of its row. Arrow keys walk through them; to
// point at one or to focus it lights what is read of it.
export function tokenRows({ press, point }) {
  const words = h("div", {
    class: "attend-words",
    role: "toolbar",
    "aria-orientation": "vertical",
    "aria-label": WORDS.tokens,
  });
  const answers = h("ol", { class: "attend-answers", "aria-hidden": "true" });
  const rows = [],
    rowOf = (target) =>
      rows.findIndex(({ word, answer }) => word.contains(target) || answer.el.contains(target));
  const make = (t) => {
    const label = h("span", {}),
      answer = answerBar();
    const word = h(
      "button",
      {
        type: "button",
        class: "attend-word",
        click: () => press(t),
        focus: () => point({ key: t }),
        blur: () => point(null),
      },
      label,
    );
    answer.el.addEventListener("click", () => press(t));
    return { word, label, answer };
  };
  for (const el of [words, answers]) {
    el.addEventListener(
      "pointerover",
      ({ target, pointerType }) =>
        pointerType !== "touch" && rowOf(target) >= 0 && point({ key: rowOf(target) }),
    );
    el.addEventListener("pointerleave", () => point(null));
  }
  const rove = (to) =>
    rows.forEach(({ word }, t) => {
      word.tabIndex = t === to ? 0 : -1;
    });
  words.addEventListener("keydown", (event) => {
    const at = rowOf(document.activeElement),
      to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (!rows[to]) return;
    event.preventDefault();
    rove(to);
    rows[to].word.focus();
  });
  const fit = (T) => {
    while (rows.length < T) {
      const row = make(rows.length);
      rows.push(row);
      words.append(row.word);
      answers.append(row.answer.el);
    }
    for (const { word, answer } of rows.splice(T)) for (const el of [word, answer.el]) el.remove();
    if (!rows.some(({ word }) => word === document.activeElement)) rove(0);
  };
  // `shares` of what the query reads; `answer` now and without each word, `left`, of which some may
  // be missing yet.
  const draw = (
    { input: { typed, tokens, unknown }, query, shares, cuts, point },
    { answer, now, left, compared },
  ) => {
    const [most] = largest(
      shares.map((share, t) => (t === query ? -1 : share)),
      1,
    );
    rows.forEach((row, t) => {
      const cut = cuts.some(([block, , of, key]) => block < 0 && of < 0 && key === t),
        own = t === query,
        known = left[t] !== undefined;
      drawToken(
        row.label,
        tokens[t].length > 14 ? `${tokens[t].slice(0, 13)}…` : tokens[t],
        shares[t],
      );
      row.label.classList.toggle("attend-unknown", unknown.includes(typed[t]));
      row.word.dataset.share = shares[t] >= 0.005 ? Math.round(100 * shares[t]) : "";
      for (const el of [row.word, row.answer.el]) {
        el.classList.toggle("attend-query", own);
        el.classList.toggle("attend-cut", cut);
        el.classList.toggle("attend-pointed", point?.key === t);
      }
      row.word.classList.toggle("attend-most", t === most);
      row.answer.el.classList.toggle("attend-most", t === compared?.needed);
      row.word.setAttribute("aria-pressed", String(cut));
      const name = WORDS.word(
        tokens[t] === typed[t] ? typed[t] : WORDS.hides(typed[t]),
        shares[t],
        answer?.name,
        answer && known ? left[t] : null,
      );
      row.word.setAttribute("aria-label", own ? WORDS.query(name) : name);
      row.answer.el.hidden = !answer || (!own && !known);
      if (row.answer.el.hidden) return;
      row.answer.draw(own ? answer.name : "", own ? now : left[t], answer.share);
      row.answer.el.style.setProperty("--before", `${100 * answer.share}%`);
      row.answer.el.classList.toggle(
        "bw-right",
        own && tokens[t] !== typed[t] && answer.name === typed[t],
      );
    });
  };
  const place = (layout) => {
    words.style.width = `${layout.wide}px`;
    words.classList.toggle("attend-dense", layout.row < 19);
    Object.assign(answers.style, {
      left: `${layout.parts.answers.x}px`,
      width: `${layout.parts.answers.w}px`,
    });
    answers.style.setProperty("--answer", `${Math.min(22, layout.row)}px`);
    rows.forEach(({ word, answer }, t) => {
      Object.assign(word.style, { top: `${top(layout, t)}px`, height: `${layout.row}px` });
      answer.el.style.top = `${middle(layout, t) - Math.min(22, layout.row) / 2 + 1}px`;
    });
  };
  const width = () => Math.max(...rows.map(({ label }) => label.scrollWidth)) + 34;
  return { els: [words, answers], fit, draw, place, width };
}
