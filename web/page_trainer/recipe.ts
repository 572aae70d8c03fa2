// A training recipe: what it is by default, and why a reader's own stories can't be told.

import { words } from "../bert/tokens.ts";
import { apart } from "../text/plain.ts";

// One text or two, with a <mask> in one of them.
export type Text<Words> = { first: Words; second?: Words | null; answer?: string | null };
// Where `least` is below `rate`, a batch has a share between both.
export type Masking = { rate: number; mask: number; swap: number; least: number };
export type Structure = typeof DEFAULTS.config & { num_heads: number };
// With every field, its texts as lists of words.
export type Complete = Omit<typeof DEFAULTS, "config" | "own" | "texts"> & {
  config: Structure;
  own: string[][][];
  texts: Text<string[]>[];
};
// What a reader asks for; the rest is by default.
export type Recipe = Partial<
  Omit<typeof DEFAULTS, "config" | "masking"> & {
    masking: Partial<Masking>;
    config: Partial<Structure>;
  }
>;
// Why own stories can't be told, with the values that say it.
export interface Refusals {
  sentences: { most: number; got: number }; // too many
  story: { story: number }; // fewer than two sentences
  length: { text: string; most: number; got: number }; // no word in it, or too many
  word: { word: string }; // a special token, or a word too long
}
export type Why = { say: keyof Refusals; values: Refusals[keyof Refusals] };

// Every field and what it is by default, which is the book's. `rate`: the learning rate at its
// peak. `warmup`: share of the steps. `own`: stories, each a list of sentences, each told `repeat`
// times. By default a model has four heads, fewer where they would be narrower than 8.
export const DEFAULTS = {
  steps: 4000,
  batch: 32,
  rate: 4e-3,
  warmup: 0.1,
  seed: 0,
  stories: 20000,
  every: 100,
  picturesPerSecond: 4,
  masking: { rate: 0.15, mask: 0.8, swap: 0.1, least: 1 },
  config: {
    num_blks: 2,
    num_hiddens: 64,
    ffn_num_hiddens: 256,
  },
  own: [] as string[][],
  repeat: 200,
  texts: [] as Text<string>[],
};

// 13 words: the grammar's longest sentence
const LIMITS = { sentences: 40, words: 13, letters: 24 };
const RESERVED = /^<(?:pad|unk|cls|sep|mask)>$/;

export class Refusal extends Error {
  why: Why;
  constructor(why: Why) {
    super(why.say);
    this.why = why;
  }
}

const expect: <Say extends keyof Refusals>(
  right: boolean,
  say: Say,
  values: Refusals[Say],
) => asserts right = (right, say, values) => {
  if (!right) throw new Refusal({ say, values });
};

// A Refusal where own stories can't be told.
export function complete(recipe: Recipe): Complete {
  const known = { ...DEFAULTS, ...recipe },
    D = recipe.config?.num_hiddens ?? DEFAULTS.config.num_hiddens,
    num_heads = [4, 2].find((N) => D % (8 * N) === 0) ?? 1;
  return {
    ...known,
    masking: { ...DEFAULTS.masking, ...recipe.masking },
    config: { ...DEFAULTS.config, num_heads, ...recipe.config },
    own: ownStories(known.own),
    texts: known.texts.map(({ first, second, answer }) => ({
      first: wordsOf(first),
      second: second ? wordsOf(second) : null,
      answer: answer ? wordsOf(answer)[0] : null,
    })),
  };
}

function ownStories(own: string[][]) {
  const got = own.flat().length;
  expect(got <= LIMITS.sentences, "sentences", { most: LIMITS.sentences, got });
  return own.map((story, i) => {
    expect(story.length >= 2, "story", { story: i + 1 });
    return story.map((text) => {
      const list = wordsOf(text),
        { length } = list;
      expect(length >= 1 && length <= LIMITS.words, "length", {
        text,
        most: LIMITS.words,
        got: length,
      });
      for (const word of list)
        expect(!RESERVED.test(word) && [...word].length <= LIMITS.letters, "word", { word });
      return list;
    });
  });
}

const wordsOf = (text: string) => words(apart(text));
