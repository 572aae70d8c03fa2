// All words that SortedTable says of its own. A translation replaces this file.

export const WORDS = {
  /** @param {string} column */
  sort: (column) => `sort by ${column}`,
  unknown: "–",
  /** @param {string} column @param {boolean} descending */
  sorted: (column, descending) =>
    `Sorted by ${column}, ${descending ? "from the last to the first" : "from the first to the last"}.`,
};
