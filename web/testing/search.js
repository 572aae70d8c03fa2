// Functions of MeaningSearch for tests: scores of questions by shared words.
import { matcher } from "#widgets/meaning_search/ranking.ts";

export const matched = (texts, questions) =>
  questions.map((question) => [...matcher(texts)(question)]);
