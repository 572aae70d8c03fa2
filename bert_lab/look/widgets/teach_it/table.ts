// Sentences and their classes out of a file or of pasted lines: plain lines, or a table of commas,
// semicolons or tabs, with or without a head, its columns in any order.

export type Row = { text: string; label: string };

const QUOTE = String.fromCharCode(34);
const HEAD = /^(text|texts|sentence|sentences|label|labels|class|category|topic|target)$/i;

// UTF-8 or UTF-16 by its mark, else UTF-8 where it is that, else Windows' old code.
export function decoded(bytes: Uint8Array) {
  const mark = bytes[0] * 256 + bytes[1],
    wide = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : null;
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

// Records and their cells; a quoted cell may hold anything, a doubled quote is one.
export function cellsOf(text: string, mark: string) {
  const rows: string[][] = [];
  let row: string[] = [],
    cell = "",
    quoted = false;
  const end = () => {
    row.push(cell.trim());
    if (row.some(Boolean)) rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c !== QUOTE) cell += c;
      else if (text[i + 1] === QUOTE) cell += text[++i];
      else quoted = false;
    } else if (c === QUOTE && !cell.trim()) [quoted, cell] = [true, ""];
    else if (c === mark) {
      row.push(cell.trim());
      cell = "";
    } else if (c === "\n" || c === "\r") end();
    else cell += c;
  }
  end();
  return rows;
}

// The mark that cuts the most lines into as many cells, two at least; "" for plain lines.
function markOf(text: string) {
  const steady = (mark: string) => {
    const rows = cellsOf(text, mark),
      first = rows[0]?.length ?? 0;
    return first < 2 ? 0 : rows.filter(({ length }) => length === first).length / rows.length;
  };
  const marks = ["\t", ";", ","].map((mark) => ({ mark, share: steady(mark) })),
    best = marks.reduce((a, b) => (b.share > a.share ? b : a));
  return best.share > 0.9 ? best.mark : "";
}

const different = (all: string[]) => new Set(all).size;
const mean = (all: string[]) => all.reduce((sum, { length }) => sum + length, 0) / all.length;

// Classes are what a column repeats, and the text is the longest of the others. Where nothing is
// repeated there are no classes, and each line is a text: its label is "".
export function rowsOf(text: string): Row[] {
  const mark = markOf(text),
    lines = () =>
      text
        .split(/\r\n?|\n/)
        .map((line) => ({ text: line.trim(), label: "" }))
        .filter((row) => row.text);
  if (!mark) return lines();
  const rows = cellsOf(text, mark),
    columns = rows[0].map((_, i) => rows.map((row) => row[i] ?? "")),
    hasHead = columns.some(([first]) => HEAD.test(first)),
    bodies = columns.map((all) => (hasHead ? all.slice(1) : all));
  const places = [...columns.keys()],
    byKinds = places.toSorted((a, b) => different(bodies[a]) - different(bodies[b])),
    [label] = byKinds,
    body = bodies[label];
  if (!body.length || (different(body) > body.length / 2 && !hasHead)) return lines();
  const [at] = places
    .filter((i) => i !== label)
    .toSorted((a, b) => mean(bodies[b]) - mean(bodies[a]));
  // A head with other names is the one label that stands there once.
  const skips = hasHead || (body.length > 4 && body.indexOf(body[0], 1) < 0 && isHead(body));
  return rows
    .slice(skips ? 1 : 0)
    .map((row) => ({ text: row[at] ?? "", label: row[label] ?? "" }))
    .filter((row) => row.text);
}
// Every other label is there twice.
const isHead = (labels: string[]) =>
  labels.slice(1).every((one) => labels.indexOf(one) !== labels.lastIndexOf(one));
