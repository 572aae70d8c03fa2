// All words that MeaningSearch says of its own.

import { spoken } from "../../shared/language.js";

export const WORDS = spoken("meaning_search", {
  name: "Search by meaning",
  question: "Which search finds the entry you mean?",
  recorded: "recorded",
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
  ask: "Ask the book anything",
  byWords: "by shared words",
  byMeaning: "by meaning",
  /** @type {(place: string, score: string) => string} */
  from: (place, score) => ` ${place}, ${score}. `,
  /** @type {(passages: number, byWords?: string, byMeaning?: string) => string} */
  first: (passages, byWords, byMeaning) =>
    byWords === byMeaning
      ? `Of ${passages} passages both searches find “${byMeaning}” first.`
      : `Of ${passages} passages ${byWords ? `“${byWords}” comes first by shared words` : "none shares a word with the question"}, and “${byMeaning}” by meaning.`,
  noLibrary: "The book’s passages are not where this page has its files.",
  caution:
    "Sections of all chapters, the glossary and the questions, each with its first 400 letters. Scores are BM25 and cosines: compare them within a list, not between the two. Both searches always answer, even where the book doesn’t.",
  details: "All questions",
  caption: "Place of the first right entry",
  query: "question",
  missing: "–",
  legend:
    "✓ marks entries that answer the question; they were chosen by hand before either search had run.",
});
