// SortedTable in 简体中文.

export default {
  sort: (column) => `按${column}排序`,
  unknown: "–",
  sorted: (column, descending) => `已按${column}${descending ? "从后往前" : "从前往后"}排序。`,
};
