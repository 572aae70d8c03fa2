// Validates a training recipe as a whole, and says why one can't be followed.

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
// Why a recipe can't be followed, with the values that say it.
export interface Refusals {
  unknown: { name: string };
  number: { name: string; low: number; high: number; got: unknown };
  whole: { name: string; low: number; high: number; got: unknown };
  list: { name: string };
  width: { name: string; got: number }; // no multiple of 8
  heads: { num_heads: number; num_hiddens: number }; // of no multiple of 8
  shares: { mask: number; swap: number }; // over 1
  sentences: { most: number; got: number }; // too many own ones
  story: { story: number }; // fewer than two sentences
  text: { text: string }; // no text
  length: { text: string; most: number; got: number }; // no word in it, or too many
  word: { word: string }; // a special token, or a word too long
  mask: { text: string }; // not one <mask> in it
  texts: { most: number; got: number };
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

export type Range = [low: number, high: number];

export const WHOLE: Record<string, Range> = {
  steps: [1, 100000],
  batch: [2, 128],
  seed: [0, 2 ** 31 - 1],
  stories: [10, 50000],
  every: [1, 100000],
  repeat: [1, 2000],
  num_blks: [1, 4],
  num_hiddens: [8, 128],
  ffn_num_hiddens: [8, 512],
  num_heads: [1, 16],
};
export const SHARES: Record<string, Range> = {
  rate: [0, 1],
  warmup: [0, 1],
  mask: [0, 1],
  swap: [0, 1],
  least: [0, 1],
  picturesPerSecond: [0, 60],
}; // a learning rate, too
// 13 words: the grammar's longest sentence
const LIMITS = { sentences: 40, words: 13, letters: 24, texts: 64 };
const RESERVED = /^<(?:pad|unk|cls|sep|mask)>$/;

// Null, or why the recipe can't be followed.
export function checkRecipe(recipe: unknown): Why | null {
  try {
    complete(recipe);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { say: error.say, values: error.values };
    throw error;
  }
}

class Refusal extends Error {
  say;
  values;
  constructor(say: Why["say"], values: Why["values"]) {
    super(say);
    this.say = say;
    this.values = values;
  }
}

const expect: <Say extends keyof Refusals>(
  right: boolean,
  say: Say,
  values: Refusals[Say],
) => asserts right = (right, say, values) => {
  if (!right) throw new Refusal(say, values);
};

// A Refusal where that can't be.
export function complete(recipe: unknown): Complete {
  const known = fields(recipe as Recipe, DEFAULTS, "recipe");
  const masking = fields(known.masking, DEFAULTS.masking, "masking");
  const D = known.config?.num_hiddens ?? DEFAULTS.config.num_hiddens;
  const num_heads = [4, 2].find((N) => D % (8 * N) === 0) ?? 1;
  const config = fields(known.config, { ...DEFAULTS.config, num_heads }, "config");
  for (const [name, got] of Object.entries({
    ...known,
    ...masking,
    ...config,
    rate: known.rate,
  })) {
    if (name in WHOLE) inRange("whole", name, got, WHOLE[name]);
    else if (name in SHARES) inRange("number", name, got, SHARES[name]);
  }
  inRange("number", "masking.rate", masking.rate, SHARES.rate);
  const { mask, swap } = masking,
    { num_hiddens, ffn_num_hiddens } = config;
  for (const [name, got] of Object.entries({ num_hiddens, ffn_num_hiddens }))
    expect(got % 8 === 0, "width", { name, got });
  expect(D % (8 * config.num_heads) === 0, "heads", {
    num_heads: config.num_heads,
    num_hiddens: D,
  });
  expect(mask + swap <= 1 + 1e-9, "shares", { mask, swap });
  return { ...known, masking, config, own: ownStories(known.own), texts: probeTexts(known.texts) };
}

// `given` over the defaults; no other names. Nobody has looked at the values yet.
function fields<Fields extends object>(given: unknown, defaults: Fields, where: string): Fields {
  expect(given !== null && typeof given === "object" && !Array.isArray(given), "unknown", {
    name: where,
  });
  for (const name of Object.keys(given)) expect(Object.hasOwn(defaults, name), "unknown", { name });
  return {
    ...defaults,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

function inRange(say: "whole" | "number", name: string, got: unknown, [low, high]: Range) {
  const right = say === "whole" ? Number.isInteger(got) : Number.isFinite(got);
  expect(right && typeof got === "number" && got >= low && got <= high, say, {
    name,
    low,
    high,
    got,
  });
}

function ownStories(own: unknown) {
  expect(Array.isArray(own) && own.every(Array.isArray), "list", { name: "own" });
  const got = own.reduce((sum, story) => sum + story.length, 0);
  expect(got <= LIMITS.sentences, "sentences", { most: LIMITS.sentences, got });
  return own.map((story, i) => {
    expect(story.length >= 2, "story", { story: i + 1 });
    return Array.from(story, (text) =>
      wordsOf(text).map((word) => {
        expect(!RESERVED.test(word), "word", { word });
        return word;
      }),
    );
  });
}

function probeTexts(texts: unknown) {
  expect(Array.isArray(texts), "list", { name: "texts" });
  expect(texts.length <= LIMITS.texts, "texts", { most: LIMITS.texts, got: texts.length });
  return Array.from(texts, (text) => {
    const { first, second, answer } = fields(
      text,
      { first: "", second: null, answer: null },
      "texts",
    );
    const both = {
      first: wordsOf(first),
      second: second === null || second === "" ? null : wordsOf(second),
    };
    const masks = [...both.first, ...(both.second ?? [])].filter(
      (word) => word === "<mask>",
    ).length;
    expect(masks === 1, "mask", { text: [first, second].filter(Boolean).join(" / ") });
    return { ...both, answer: answer === null ? null : wordsOf(answer)[0] };
  });
}

// As the book's tokenizer and its widgets cut a text: lower case, no punctuation but apostrophes
// and hyphens.
function wordsOf(text: unknown) {
  expect(typeof text === "string", "text", { text: typeof text });
  expect(text.length <= 1000, "length", {
    text: text.slice(0, 40),
    most: LIMITS.words,
    got: text.length,
  });
  const lower = [...text].map((character) => character.toLowerCase()).join("");
  const words = lower
    .replace(/(?!['’-])\p{P}/gu, " ")
    .split(/\p{White_Space}+/u)
    .filter(Boolean);
  expect(words.length >= 1 && words.length <= LIMITS.words, "length", {
    text,
    most: LIMITS.words,
    got: words.length,
  });
  for (const word of words) expect([...word].length <= LIMITS.letters, "word", { word });
  return words;
}
