// The reader's own stories in TrainingRun: parsing a text into stories, and the questions about
// them. No DOM here.

import { plainWords } from "#web/bert/vocabulary.ts";

export type Question = { first: string; second: null; answer: string };

const MOST_QUESTIONS = 6;

// A line is a sentence, an empty one begins another story.
export const storiesOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .filter((story) => story.length);

// What to ask about them: for each sentence the first word that is new (or its last one) and the
// word beside that.
export function questionsOf(stories: string[][], vocab: string[]): Question[] {
  const known = new Set(vocab),
    questions = stories.flat().flatMap((sentence) => {
      const list = plainWords(sentence),
        fresh = list.findIndex((word) => !known.has(word));
      if (list.length < 2 || list.includes("<mask>")) return [];
      const first = fresh < 0 ? list.length - 1 : fresh,
        beside = first + 1 < list.length ? first + 1 : first - 1;
      return [first, beside].map((place) => ({
        first: list.with(place, "<mask>").join(" "),
        second: null,
        answer: list[place],
      }));
    });
  const texts = questions.map(({ first }) => first);
  return questions.filter(({ first }, i) => texts.indexOf(first) === i).slice(0, MOST_QUESTIONS);
}
