// SortedTable in 日本語.

export default {
  sort: (column) => `${column}で並べ替える`,
  unknown: "–",
  sorted: (column, descending) => `${column}の${descending ? "降順" : "昇順"}に並べ替えました。`,
};
