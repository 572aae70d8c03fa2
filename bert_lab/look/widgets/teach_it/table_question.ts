// What is pasted or opened: lines go to their class; a table is asked about before anything of it is
// taken.

import { button, h, setText } from "#web/shared/elements.ts";
import { linesOf, type Row, rowsOf, type Table, tableIn } from "./table.ts";
import { WORDS } from "./words.toml";

const SHOWN = 3; // rows of a table

// put: takes the rows; those without a class go to class `to`
export function tableQuestion(
  nameOf: (c: number) => string,
  put: (rows: Row[], to: number, from: string, note: string) => void,
) {
  const asks = h("p", {}),
    shown = h("ul", { class: "bw-soft" }),
    select: HTMLSelectElement = h("select", { "aria-label": WORDS.classColumn, change: preview }),
    el = h(
      "div",
      { class: "ti-table", role: "group", "aria-label": WORDS.tableName, hidden: true },
      asks,
      select,
      shown,
      h(
        "div",
        { class: "bw-row" },
        button(WORDS.take, () => answer(({ table }) => rowsOf(table, Number(select.value)))),
        button(WORDS.noTable, () => answer(({ text }) => linesOf(text))),
        button(WORDS.leave, () => answer(() => [])),
      ),
    );
  shown.lang = "en"; // a row has two texts, and runs as the page does
  type Brought = { table: Table; text: string; to: number; from: string; note: string };
  let brought: Brought | null = null;

  // note: what else to say of it
  function bring(text: string, to: number, from = "", note = "") {
    const table = tableIn(text, from);
    if (!table) return put(linesOf(text), to, from, note);
    brought = { table, text, to, from, note };
    const columns = [...table.rows[0].keys()];
    select.replaceChildren(
      ...columns.map((i) => h("option", { value: i }, table.heads?.[i] || WORDS.column({ n: i }))),
      h("option", { value: -1 }, WORDS.noColumn({ name: nameOf(to) })),
    );
    select.value = String(table.label);
    const facts = { columns: columns.length, at: table.label };
    setText(asks, table.label < 0 ? WORDS.tableNone(facts) : WORDS.table(facts));
    el.hidden = false;
    preview();
    select.focus();
  }
  function preview() {
    if (!brought) return;
    const { table, to } = brought;
    shown.replaceChildren(
      ...rowsOf(table, Number(select.value))
        .slice(0, SHOWN)
        .map(({ text, label }) => h("li", {}, WORDS.row({ text, name: label || nameOf(to) }))),
    );
  }
  function answer(rowsIn: (brought: Brought) => Row[]) {
    const given = brought;
    [brought, el.hidden] = [null, true];
    const rows = given ? rowsIn(given) : [];
    if (given && rows.length) put(rows, given.to, given.from, given.note);
  }
  return { el, bring };
}
