// All words that MeaningSearch says of its own.

import { spoken } from "../../shared/language.js";

export const WORDS = spoken("meaning_search", {
  name: "Search by meaning",
  question: "Which search finds the entry you mean?",
  examples: "Ask",
  choose: "Or another",
  right: "right",
  nothing: "No entry shares a word with the question.",
  /** @param {string} search @param {number | null} place */
  place: (search, place) =>
    `${search}, ${place ? `the first right entry is at place ${place}` : "no right entry"}`,
  /** @param {string[]} parts */
  summary: (parts) => {
    const text = `${parts.join("; ")}.`;
    return text[0].toUpperCase() + text.slice(1);
  },
  details: "All questions",
  caption: "Place of the first right entry",
  query: "question",
  missing: "–",
  legend:
    "✓ marks entries that answer the question; they were chosen by hand before either search had run.",
});
