// ContextProbe's sentences: words as rows, each with its strips.

import { h, inEnglish } from "#web/shared/elements.ts";
import { drawToken, strip } from "#web/shared/picture.ts";
import { type Placed, visible } from "./compare.ts";
import { WORDS } from "./words.toml";

// of a word
export interface Shown {
  own: boolean; // whether it is the one that is compared
  more: number; // words that this row stands for, or 0
  hides?: string;
  known: boolean;
  states?: Float32Array[];
  scales: number[];
}

export const ROOM = 7; // words of a sentence

// One word: a button that hides it, and its strip in each column.
function wordRow(columns: number[], press: () => void) {
  const button = h("button", { type: "button", class: "cp-word", click: press }),
    strips = columns.map(() => strip(16));
  strips.forEach(({ el }, c) => {
    el.style.left = `${columns[c]}%`;
  });
  const el = h("li", {}, button, h("span", { class: "cp-strips" }, ...strips.map((one) => one.el)));
  const draw = (token: string, { own, more, hides, known, states, scales }: Shown) => {
    el.className = own ? "cp-own" : "";
    button.disabled = own || more > 0;
    drawToken(button, more ? WORDS.more({ n: more }) : token);
    button.classList.toggle("cp-unknown", !known && !more);
    if (own || more) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(token === "<mask>"));
    inEnglish(button, !more && !hides); // else these are the page's words
    if (hides) button.setAttribute("aria-label", WORDS.hides({ token: hides }));
    else button.removeAttribute("aria-label");
    strips.forEach((one, c) => {
      one.el.hidden = !states || more > 0 || own;
      if (states) one.draw(states[c], scales[c]);
    });
  };
  return { el, draw };
}

// A sentence: as many rows as there is room for, those around the word.
export function sentenceRows(
  i: number,
  columns: number[],
  label: string,
  press: (place: number) => void,
) {
  let first = 0;
  const rows = Array.from({ length: ROOM }, (_, row) => wordRow(columns, () => press(first + row)));
  const el = h(
    "ol",
    { class: `cp-sentence cp-${i ? "second" : "first"}`, "aria-label": label },
    ...rows.map((row) => row.el),
  );
  // Returns the row of the word, or -1, and how many rows there are.
  const draw = (
    { words: read, at, states, unknown }: Placed,
    hidden: Map<number, string>,
    scales: number[],
  ) => {
    const [start, end] = visible(read.length, at, ROOM);
    first = start;
    rows.forEach((row, r) => {
      const place = start + r,
        before = r === 0 && start ? start + 1 : 0,
        after = r === ROOM - 1 && end < read.length ? read.length - end + 1 : 0;
      row.el.hidden = place >= end;
      if (place < end)
        row.draw(read[place], {
          own: place === at,
          more: before || after,
          hides: hidden.get(place),
          known: !unknown.includes(read[place]),
          states: states?.[place],
          scales,
        });
    });
    return { row: at < 0 ? -1 : at - start, rows: end - start };
  };
  return { el, draw };
}
