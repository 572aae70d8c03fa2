// Sentences and their classes out of pasted text or a file, and back into one.

export type Row = { text: string; label: string };
// `heads`: of the columns, null where the first row is one like the others; `label`, the column that
// looks like classes, -1 for none.
export type Table = { heads: string[] | null; rows: string[][]; label: number };

const QUOTE = String.fromCharCode(34);
const TEXT = /^(texts?|sentences?|messages?|reviews?|comments?|body|文本|[内內]容|テキスト|本文)$/i;
const LABEL = /^(labels?|class|category|topic|target|team|tag|标签|[类類][别別]|ラベル|分類)$/i;

// How spreadsheets of a language wrote before UTF-8, and some write still.
const OLD: [RegExp, string][] = [
  [/^zh-(?:hant|tw|hk|mo)/i, "big5"],
  [/^zh/i, "gb18030"],
  [/^ja/i, "euc-jp"], // hardly any Shift_JIS is this as well, much the other way round
  [/^ja/i, "shift_jis"],
  [/^ko/i, "euc-kr"],
  [/^(?:be|bg|ru|sr|uk)/i, "windows-1251"],
];
const WEST = "windows-1252"; // reads any bytes

// UTF-8 or UTF-16 by its mark, else UTF-8 where it is that, else what these languages wrote before,
// `old`. Null for what is no text: a workbook, a picture, a PDF.
export function decoded(bytes: Uint8Array, languages: readonly string[]) {
  const mark = bytes[0] * 256 + bytes[1],
    wide = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : null;
  const isPdf = String.fromCharCode(...bytes.slice(0, 4)) === "%PDF";
  if (!wide && (isPdf || bytes.includes(0))) return null; // no text has a zero, other files have
  const olds = languages.flatMap((one) => OLD.filter(([of]) => of.test(one)).map(([, old]) => old));
  for (const old of ["", ...olds, WEST])
    try {
      const text = new TextDecoder(old || wide || "utf-8", { fatal: true }).decode(bytes);
      return { text, old };
    } catch {
      // it is another
    }
  return null;
}

// Records and their cells; a quoted cell may hold anything, a doubled quote is one.
function cellsOf(text: string, mark: string) {
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

// The mark that cuts nearly all lines into as many cells, two at least; "" for plain lines.
function markOf(text: string) {
  const steady = (mark: string) => {
    const rows = cellsOf(text, mark),
      first = rows[0]?.length ?? 0;
    return first < 2 ? 0 : rows.filter(({ length }) => length === first).length / rows.length;
  };
  const marks = ["\t", ";", ",", "|", "，", "、"].map((mark) => ({ mark, share: steady(mark) })),
    best = marks.reduce((a, b) => (b.share > a.share ? b : a));
  return best.share > 0.9 ? best.mark : "";
}

const different = (all: string[]) => new Set(all).size;

// JSON Lines or fastText's as rows under a head.
export function recordsIn(text: string) {
  const lines = text.trim().split(/\r?\n/),
    fast = lines.map((line) => /^__label__(\S+)\s+(.+)/.exec(line));
  if (fast.every((found) => found !== null))
    return [["label", "text"], ...fast.map(([, label, said]) => [label, said])];
  if (lines[0][0] !== "{") return null;
  try {
    const all: Record<string, unknown>[] = lines.map((line) => JSON.parse(line)),
      heads = Object.keys(all[0]);
    return [heads, ...all.map((one) => heads.map((head) => String(one[head] ?? "")))];
  } catch {
    return null;
  }
}

// A table, if the lines are one: records, by tabs, by a head, by cells in quotes. Sentences have
// commas, so commas alone make none, unless it is a `file` that says so by its name.
export function tableIn(pasted: string, file = ""): Table | null {
  const records = recordsIn(pasted),
    text = pasted.replace(/^sep=.\r?\n/, ""), // Excel's own first line
    mark = records ? "\t" : markOf(text);
  if (!mark) return null;
  const all = records ?? cellsOf(text, mark),
    known = all[0].some((cell) => TEXT.test(cell) || LABEL.test(cell)),
    quoted = new RegExp(`(?:^|[${mark}\\n])\\s*"`).test(text);
  if (mark !== "\t" && !known && !quoted && !/\.[ct]sv$/i.test(file)) return null;
  const bodies = (rows: string[][]) => all[0].map((_, i) => rows.map((row) => row[i] ?? "")),
    hasHead = known || isHead(bodies(all)),
    rows = all.slice(Number(hasHead)),
    columns = bodies(rows),
    heads = hasHead ? all[0] : null;
  const repeats = [...columns.keys()]
    .filter((i) => different(columns[i]) > 1 && 2 * different(columns[i]) <= rows.length)
    .sort((a, b) => different(columns[a]) - different(columns[b]));
  const named = heads?.findIndex((head) => LABEL.test(head)) ?? -1;
  return { heads, rows, label: named < 0 ? (repeats[0] ?? -1) : named };
}
// The first row has a name that some column else repeats, and itself never again.
const isHead = (columns: string[][]) =>
  columns.some(
    ([first, ...rest]) =>
      rest.length > 3 &&
      !rest.includes(first) &&
      rest.every((one) => rest.indexOf(one) !== rest.lastIndexOf(one)),
  );

// Its rows, if the classes are in this column, -1 for none: the text is in the column that is called
// so, else in that with the most letters.
export function rowsOf({ heads, rows }: Table, label: number): Row[] {
  const letters = (i: number) => rows.reduce((sum, row) => sum + (row[i] ?? "").length, 0),
    others = rows[0].map((_, i) => i).filter((i) => i !== label),
    named = others.find((i) => TEXT.test(heads?.[i] ?? "")),
    at = named ?? others.reduce((a, b) => (letters(b) > letters(a) ? b : a), others[0]);
  return rows
    .map((row) => ({ text: row[at] ?? "", label: row[label] ?? "" }))
    .filter((row) => row.text);
}

// Lines; or the cells of one column, if each that begins with a quote ends with one, line ends inside.
const COLUMN = /^(?:(?:"(?:[^"]|"")*"[ \t\r]*|[^"\n][^\n]*)?(?:\n|$))*$/;
export const linesOf = (text: string): Row[] =>
  (COLUMN.test(text) ? cellsOf(text, "").flat() : text.split(/\r\n?|\n/))
    .map((line) => ({ text: line.trim(), label: "" }))
    .filter((row) => row.text);

// As spreadsheets write it, with the mark by which they know UTF-8.
export function csvOf(rows: Row[]) {
  const quoted = (cell: string) => QUOTE + cell.replaceAll(QUOTE, QUOTE + QUOTE) + QUOTE;
  return `\ufeff${["text,label", ...rows.map(({ text, label }) => `${quoted(text)},${quoted(label)}`)].join("\r\n")}\r\n`;
}
