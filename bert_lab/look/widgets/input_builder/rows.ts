// InputBuilder's picture: a row for each place.

import { h, option, setText, unmoved } from "#web/shared/elements.ts";
import { drawToken, strip } from "#web/shared/picture.ts";
import { KINDS, type Kind, LETTERS, type Sequence, shares, type Terms } from "./sequence.ts";
import { WORDS } from "./words.toml";

export type Strips = Record<Kind, ReturnType<typeof strip>>;
// how vectors are drawn
export interface Drawn {
  position: number; // the chosen one
  scale: number; // from which on a cell has its full colour
}
export type Row = ReturnType<typeof placeRow>;

export const ROW = 24; // px
export const MOVE = { duration: 320, easing: "ease-out" };

function placeRow(name: string, t: number, choose: () => void) {
  const token = h("span", { class: "bw-token" }),
    strips = Object.fromEntries(KINDS.map((kind) => [kind, strip(32)])) as Strips;
  const word = h("span", { class: "ib-word" }, token, strips.token.el),
    mark = h("b", { class: "ib-letter" });
  const { el, draw } = option(
    name,
    "",
    choose,
    word,
    h("span", { class: "ib-mark" }, WORDS.signs.segment, mark),
    strips.segment.el,
    h("span", { class: "ib-mark" }, WORDS.signs.position, h("b", {}, String(t))),
    strips.position.el,
    h("span", { class: "ib-mark" }, WORDS.signs.sum),
    strips.sum.el,
  );
  el.classList.add("ib-line");
  const radio = el.querySelector("input") as HTMLInputElement;
  return { el, radio, pick: draw, token, strips, word, mark, drawn: "" };
}

function drawRow(
  row: Row,
  t: number,
  sequence: Sequence,
  vectors: Terms[],
  { position, scale }: Drawn,
) {
  const { tokens, segments, ids, unknown, home } = sequence,
    letter = LETTERS[segments[t]];
  drawToken(row.token, tokens[t]);
  row.token.classList.toggle("ib-unknown", unknown.includes(tokens[t]));
  row.token.classList.toggle("ib-held", Boolean(home[t]));
  row.el.dataset.segment = String(segments[t]);
  setText(row.mark, letter);
  row.radio.setAttribute("aria-label", WORDS.row({ t, token: tokens[t], letter }));
  row.pick(t === position);
  // a drag leaves most rows as they are
  const drawn = [ids[t], segments[t], scale].join();
  if (drawn === row.drawn) return;
  row.drawn = drawn;
  for (const kind of KINDS) row.strips[kind].draw(vectors[t][kind], scale);
}

const rowsHead = () =>
  h(
    "div",
    { class: "ib-line ib-head", "aria-hidden": "true" },
    h("span", { class: "ib-hint" }, WORDS.drag),
    ...KINDS.flatMap((kind) => [
      h("b", {}, WORDS.signs[kind]),
      h("span", {}, WORDS.terms[kind]),
    ]).slice(1),
  );

// The rows; `choose` is told of the place. What belongs to the word can be moved by itself: see
// `slide`.
export function placeRows(name: string, choose: (position: number) => void) {
  const el = h("div", { class: "ib-rows", role: "radiogroup", "aria-label": WORDS.places });
  const rows: Row[] = [];
  const draw = (sequence: Sequence, vectors: Terms[], drawn: Drawn) => {
    const { length } = sequence.tokens;
    while (rows.length < length) {
      const t = rows.length;
      rows.push(placeRow(name, t, () => choose(t)));
      el.append(rows[t].el);
    }
    for (const row of rows.splice(length)) row.el.remove();
    rows.forEach((row, t) => drawRow(row, t, sequence, vectors, drawn));
  };
  // What has nothing in common with the row that is traced stands back.
  const light = (input: Sequence, traced: number | null) =>
    rows.forEach(({ strips }, t) =>
      KINDS.forEach((kind) =>
        strips[kind].el.classList.toggle(
          "ib-dim",
          traced !== null && !shares(input, kind, t, traced),
        ),
      ),
    );
  // The word at place `t` comes from place `from`; one that is dragged follows the pointer instead.
  const slide = (t: number, from: number) => {
    const start = { transform: `translateY(${(from - t) * ROW}px)` };
    if (!unmoved()) rows[t].word.animate([start, { transform: "none" }], MOVE);
  };
  const hold = (t: number, y?: number) =>
    rows.forEach(({ el, word }, u) => {
      el.classList.toggle("ib-moving", u === t);
      word.style.transform = u === t ? `translateY(${y}px)` : "";
    });
  const at = (target: EventTarget | null) =>
    rows.findIndex((row) => row.el.contains(target as Node));
  const under = (y: number) => Math.floor((y - el.getBoundingClientRect().top) / ROW);
  return { head: rowsHead(), el, rows, draw, light, slide, hold, at, under };
}
