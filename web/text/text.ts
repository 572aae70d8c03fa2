// Joins messages into sentences and lists.

import { WORDS } from "./words.toml";

// One text of several sentences, those that there are.
export const sentences = (...all: string[]) => all.filter(Boolean).join(WORDS.betweenSentences);

// One after another.
export const listed = (all: string[], between = WORDS.between) => all.join(between);

// A word in quotation marks.
export const quoted = (token: string) => WORDS.quoted({ token });

// Words with their shares.
export const guessed = (all: [token: string, share: number][]) =>
  listed(all.map(([token, share]) => WORDS.guess({ token, share })));
