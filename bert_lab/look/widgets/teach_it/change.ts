// What a reader does to the own sentences: each makes new ones of the old.

import { MOST, type Own } from "./lesson.ts";
import type { Row } from "./table.ts";

// One line, cut to what there is room for; no character is cut in two, such as a family of emoji.
// room: in UTF-16 code units
function tidy(text: string, room: number) {
  const line = text.replace(/[\p{Cc}\p{White_Space}]+/gu, " ").trim();
  if (line.length <= room) return line;
  return line.slice(0, new Intl.Segmenter().segment(line).containing(room)?.index);
}

// Rows whose label is a class's name go there, those without one into class `to`; new names become
// classes, as long as there is room: empty classes give theirs.
export function add(own: Own, rows: Row[], to: number) {
  const classes = [...own.classes],
    [texts, labels] = [[...own.texts], [...own.labels]],
    had = new Set(own.texts.map((text, i) => `${own.labels[i]} ${text}`));
  let [twice, full, long, others] = [0, 0, 0, 0];
  const placeOf = (name: string) => {
    if (!name) return to;
    const there = classes.findIndex((one) => one.toLowerCase() === name.toLowerCase());
    if (there >= 0) return there;
    const free = own.texts.length
      ? -1
      : classes.findIndex((_, c) => !named.has(c) && !labels.includes(c));
    const at = free >= 0 ? free : classes.length;
    if (at >= MOST.classes) return -1;
    classes[at] = name;
    named.add(at);
    return at;
  };
  const named = new Set<number>();
  for (const row of rows) {
    const text = tidy(row.text, MOST.letters);
    if (!text) continue;
    const at = placeOf(tidy(row.label, MOST.name));
    if (at < 0) others++;
    else if (had.has(`${at} ${text}`)) twice++;
    else if (texts.length >= MOST.texts) full++;
    else {
      had.add(`${at} ${text}`);
      if (text !== tidy(row.text, Infinity)) long++;
      texts.push(text);
      labels.push(at);
    }
  }
  let made: Own = { classes, texts, labels };
  if (!own.texts.length && named.size > 1)
    // rows that bring their classes leave no empty one
    for (const c of [...classes.keys()].reverse())
      if (!labels.includes(c)) made = removeClass(made, c);
  return {
    own: made,
    added: texts.length - own.texts.length,
    twice,
    full,
    long,
    others,
  };
}

export const move = (own: Own, text: number, to: number): Own => ({
  ...own,
  labels: own.labels.map((label, i) => (i === text ? to : label)),
});
export const remove = (own: Own, text: number): Own => ({
  ...own,
  texts: own.texts.filter((_, i) => i !== text),
  labels: own.labels.filter((_, i) => i !== text),
});
export const rename = (own: Own, c: number, name: string): Own => ({
  ...own,
  classes: own.classes.map((one, i) => (i === c ? tidy(name, MOST.name) || one : one)),
});
export const addClass = (own: Own, name: string): Own => ({
  ...own,
  classes: [...own.classes, name],
});
// Its sentences go with it.
export const removeClass = (own: Own, c: number): Own => ({
  classes: own.classes.filter((_, i) => i !== c),
  texts: own.texts.filter((_, i) => own.labels[i] !== c),
  labels: own.labels.filter((label) => label !== c).map((label) => label - Number(label > c)),
});

// The first sentence that stands in two classes.
export const inTwo = ({ texts, labels }: Own) =>
  texts.find((text, i) =>
    texts.some((other, j) => j > i && other === text && labels[i] !== labels[j]),
  );
