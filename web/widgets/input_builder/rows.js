// InputBuilder's picture: a row for each place, the chosen one unfolded, and numbers in tables.

import { h, option, setText, unmoved } from "../../shared/elements.js";
import { fixed, short } from "../../shared/numbers.js";
import { drawToken, more, strip } from "../../shared/picture.js";
import { shares } from "./sequence.js";
import { LETTERS, WORDS } from "./words.js";

export const ROW = 24; // px
const MOVE = { duration: 320, easing: "ease-out" };
const ADDED = ["token", "segment", "position", "sum"];

// The rows; `choose` is told of the place. What belongs to the word can be moved by itself: see
// `slide`.
export function placeRows(name, choose) {
  const head = h(
    "div",
    { class: "ib-line ib-head", "aria-hidden": "true" },
    h("span", { class: "ib-hint" }, WORDS.drag),
    ...ADDED.flatMap((kind) => [
      h("b", {}, WORDS.signs[kind]),
      h("span", {}, WORDS.terms[kind]),
    ]).slice(1),
  );
  const el = h("div", { class: "ib-rows", role: "radiogroup", "aria-label": WORDS.places }),
    rows = [];
  const make = (t) => {
    const token = h("span", { class: "bw-token" }),
      strips = Object.fromEntries(ADDED.map((kind) => [kind, strip(32)]));
    const word = h("span", { class: "ib-word" }, token, strips.token.el),
      mark = h("b", { class: "ib-letter" });
    const { el, draw } = option(
      name,
      "",
      () => choose(t),
      word,
      h("span", { class: "ib-mark" }, WORDS.signs.segment, mark),
      strips.segment.el,
      h("span", { class: "ib-mark" }, WORDS.signs.position, h("b", {}, String(t))),
      strips.position.el,
      h("span", { class: "ib-mark" }, WORDS.signs.sum),
      strips.sum.el,
    );
    el.classList.add("ib-line");
    return { el, radio: el.querySelector("input"), pick: draw, token, strips, word, mark };
  };
  const draw = (
    { tokens, segments, ids, valid_len, unknown, home },
    vectors,
    { position, scale },
  ) => {
    while (rows.length < tokens.length) el.append(rows[rows.push(make(rows.length)) - 1].el);
    for (const row of rows.splice(tokens.length)) row.el.remove();
    rows.forEach((row, t) => {
      const valid = t < valid_len;
      drawToken(row.token, tokens[t]);
      row.token.classList.toggle("ib-unknown", unknown.includes(tokens[t]));
      row.token.classList.toggle("ib-held", Boolean(home[t]));
      row.el.classList.toggle("ib-pad", !valid);
      row.el.dataset.segment = valid ? segments[t] : "";
      setText(row.mark, LETTERS[segments[t]]);
      row.radio.setAttribute("aria-label", WORDS.row(t, tokens[t], segments[t], valid));
      row.pick(t === position);
      // a drag at the edge leaves most rows as they are
      const drawn = [ids[t], segments[t], scale].join();
      if (drawn === row.drawn) return;
      row.drawn = drawn;
      for (const kind of ADDED) row.strips[kind].draw(vectors[t][kind], scale);
    });
  };
  // What has nothing in common with the row that is traced stands back.
  const light = (input, traced) =>
    rows.forEach(({ strips }, t) =>
      ADDED.forEach((kind) =>
        strips[kind].el.classList.toggle(
          "ib-dim",
          traced !== null && !shares(input, kind, t, traced),
        ),
      ),
    );
  // The word at place `t` comes from place `from`; one that is dragged follows the pointer instead.
  const slide = (t, from) =>
    unmoved() ||
    rows[t].word.animate(
      [{ transform: `translateY(${(from - t) * ROW}px)` }, { transform: "none" }],
      MOVE,
    );
  const hold = (t, y) =>
    rows.forEach(({ el, word }, u) => {
      el.classList.toggle("ib-moving", u === t);
      word.style.transform = u === t ? `translateY(${y}px)` : "";
    });
  const at = (target) => rows.findIndex((row) => row.el.contains(target));
  return {
    head,
    el,
    rows,
    draw,
    light,
    slide,
    hold,
    at,
    under: (y) => Math.floor((y - el.getBoundingClientRect().top) / ROW),
  };
}

// The chosen row unfolded: every cell, one strip above the other. `pointed` is told of the cell
// under the pointer.
export function unfolded(kinds, pointed) {
  const cell = h("span", { class: "ib-cell", hidden: true });
  const lines = kinds.map((kind) => ({
    kind,
    label: h("span", {}),
    sign: h("b", {}, WORDS.signs[kind]),
    ...strip(64),
  }));
  lines.find(({ kind }) => kind === "sum").el.classList.add("ib-sum");
  const box = h("div", { class: "ib-strips" }, ...lines.map(({ el }) => el), cell);
  const el = h(
    "div",
    { class: "ib-unfolded", "aria-hidden": "true" },
    h("div", { class: "ib-labels" }, ...lines.map(({ sign, label }) => h("span", {}, sign, label))),
    box,
  );
  let cells = 64;
  const under = ({ clientX }) => {
    const { left, width } = box.getBoundingClientRect();
    return Math.min(cells - 1, Math.max(0, Math.floor((cells * (clientX - left)) / width)));
  };
  for (const kind of ["pointerdown", "pointermove"])
    box.addEventListener(kind, (event) => pointed(under(event)));
  box.addEventListener("pointerleave", () => pointed(null));
  const draw = (vectors, { tokens, segments }, { position, scale, after }) => {
    cells = Math.min(64, vectors[position].sum.length);
    for (const { kind, label, draw } of lines) {
      drawToken(
        label,
        kind === "token"
          ? tokens[position]
          : (WORDS.wide[kind]?.(segments[position], position) ?? WORDS.terms[kind]),
      );
      draw(vectors[position][kind], kind === "norm" ? after : scale);
    }
  };
  const point = (entry) => {
    cell.hidden = entry === null;
    Object.assign(cell.style, { left: `${(100 * entry) / cells}%`, width: `${100 / cells}%` });
  };
  // The strips come from where they stand in the row.
  const from = (strips) =>
    unmoved() ||
    lines.forEach(({ kind, el }) => {
      if (!strips[kind]) return;
      const [a, b] = [strips[kind].el, el].map((one) => one.getBoundingClientRect());
      const start = `translate(${a.left - b.left}px, ${a.top - b.top}px) scale(${a.width / b.width}, ${a.height / b.height})`;
      el.animate([{ transform: start }, { transform: "none" }], MOVE);
    });
  return { el, draw, point, from };
}

// What is folded: ids of all places, numbers of the chosen one. It is filled while it is open.
export function tables(kinds) {
  const cells = (tag, texts) =>
    texts.map((text, i) =>
      h(
        i ? tag : "th",
        { scope: i && tag === "td" ? null : tag === "th" ? "col" : "row" },
        String(text),
      ),
    );
  const tableOf = (kind, caption, head, rows) =>
    h(
      "div",
      { class: "ib-scroll", tabindex: 0, role: "group", "aria-label": caption },
      h(
        "table",
        { class: kind },
        h("caption", {}, caption),
        h("thead", {}, h("tr", {}, ...cells("th", head))),
        h("tbody", {}, ...rows.map((row) => h("tr", {}, ...cells("td", row)))),
      ),
    );
  const scale = h("p", { class: "bw-soft" }),
    box = h("div", { class: "ib-tables" });
  const el = more(WORDS.details, box, scale);
  let latest = () => {};
  el.addEventListener("toggle", () => latest());
  const draw = (
    { tokens, segments, ids, valid_len, unknown },
    vectors,
    { position, scale: full, after },
  ) => {
    latest = () => {
      if (!el.open) return;
      const sequence = tokens.map((token, t) => [
        t,
        unknown.includes(token) ? `${short(token)} → <unk>` : short(token),
        ids[t],
        segments[t],
        t < valid_len ? WORDS.yes : WORDS.no,
      ]);
      const row = vectors[position],
        D = row.sum.length;
      const numbers = Array.from({ length: D }, (_, d) => [
        d,
        ...kinds.map((kind) => fixed(row[kind][d])),
      ]);
      box.replaceChildren(
        tableOf("ib-ids", WORDS.idsOf, WORDS.ids, sequence),
        tableOf(
          "ib-numbers",
          WORDS.numbers(position, tokens[position], D),
          [
            WORDS.entries,
            ...kinds.map((kind) => `${WORDS.signs[kind]} ${WORDS.terms[kind]}`.trim()),
          ],
          numbers,
        ),
      );
      setText(scale, WORDS.scale(full, kinds.includes("norm") && after));
    };
    latest();
  };
  return { el, draw };
}
