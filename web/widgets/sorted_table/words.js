// All words that SortedTable says of its own.

import { spoken } from "../../shared/language.js";

export const WORDS = spoken("sorted_table", {
  /** @param {string} column */
  sort: (column) => `sort by ${column}`,
  unknown: "–",
  /** @param {string} column @param {boolean} descending */
  sorted: (column, descending) =>
    `Sorted by ${column}, ${descending ? "from the last to the first" : "from the first to the last"}.`,
});
