// What a reader may ask of the trainer: a recipe, checked whole, or why it can't be followed.

/**
 * One text or two, with a <mask> in one of them.
 * @template Words
 * @typedef {{ first: Words, second?: Words | null, answer?: string | null }} Text
 */
/** @typedef {{ rate: number, mask: number, swap: number }} Masking */
/** @typedef {typeof DEFAULTS.config & { num_heads: number }} Structure */
/**
 * With every field, its texts as lists of words.
 * @typedef {Omit<typeof DEFAULTS, "config" | "own" | "texts"> & { config: Structure,
 *   nextSentences: boolean, own: string[][][], texts: Text<string[]>[] }} Complete
 */
/**
 * What a reader asks for; the rest is by default.
 * @typedef {Partial<Omit<typeof DEFAULTS, "config" | "masking"> & { masking: Partial<Masking>,
 *   config: Partial<Structure>, nextSentences: boolean }>} Recipe
 */
/**
 * Why a recipe can't be followed, with the values that say it.
 * @typedef {object} Refusals
 * @property {object} simd this browser has no WebAssembly with SIMD
 * @property {{ name: string }} unknown
 * @property {{ name: string, low: number, high: number, got: unknown }} number
 * @property {{ name: string, low: number, high: number, got: unknown }} whole
 * @property {{ name: string }} flag
 * @property {{ name: string }} list
 * @property {{ name: string, got: number }} width no multiple of 8
 * @property {{ num_heads: number, num_hiddens: number }} heads of no multiple of 8
 * @property {{ mask: number, swap: number }} shares over 1
 * @property {{ most: number, got: number }} sentences too many own ones
 * @property {{ story: number }} story fewer than two sentences
 * @property {{ text: string }} text no text
 * @property {{ text: string, most: number, got: number }} length no word in it, or too many
 * @property {{ word: string }} word a special token, or a word too long
 * @property {{ text: string }} mask not one <mask> in it
 * @property {{ most: number, got: number }} texts
 */
/** @typedef {{ say: keyof Refusals, values: Refusals[keyof Refusals] }} Why */

// Every field and what it is by default, which is the book's. `rate`: the learning rate at its
// peak. `warmup`: share of the steps. `own`: stories, each a list of sentences, each told `repeat`
// times. By default a model has four heads, fewer where they would be narrower than 8, and one that
// reads from left to right goes without next sentences.
export const DEFAULTS = {
  steps: 4000,
  batch: 32,
  rate: 4e-3,
  warmup: 0.1,
  seed: 0,
  stories: 20000,
  every: 100,
  picturesPerSecond: 4,
  masking: { rate: 0.15, mask: 0.8, swap: 0.1 },
  config: {
    num_blks: 2,
    num_hiddens: 64,
    ffn_num_hiddens: 256,
    causal: false,
    positions: true,
    segments: true,
  },
  own: /** @type {string[][]} */ ([]),
  repeat: 200,
  texts: /** @type {Text<string>[]} */ ([]),
};

/** @typedef {[low: number, high: number]} Range */

/** @type {Record<string, Range>} */
export const WHOLE = {
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
/** @type {Record<string, Range>} */
export const SHARES = {
  rate: [0, 1],
  warmup: [0, 1],
  mask: [0, 1],
  swap: [0, 1],
  picturesPerSecond: [0, 60],
}; // a learning rate, too
export const FLAGS = ["causal", "positions", "segments", "nextSentences"];
// 13 words: the grammar's longest sentence
const LIMITS = { sentences: 40, words: 13, letters: 24, texts: 64 };
const RESERVED = /^<(?:pad|unk|cls|sep|mask)>$/;

/**
 * Null, or why the recipe can't be followed.
 * @param {{ kernels: BufferSource }} parts
 * @param {unknown} recipe
 * @returns {Why | null}
 */
export function checkRecipe(parts, recipe) {
  try {
    complete(parts, recipe);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { say: error.say, values: error.values };
    throw error;
  }
}

class Refusal extends Error {
  /** @param {Why["say"]} say @param {Why["values"]} values */
  constructor(say, values = {}) {
    super(say);
    this.say = say;
    this.values = values;
  }
}

/**
 * @type {<Say extends keyof Refusals>(right: boolean, say: Say, values?: Refusals[Say]) =>
 *   asserts right}
 */
const expect = (right, say, values) => {
  if (!right) throw new Refusal(say, values);
};

/**
 * A Refusal where that can't be.
 * @param {{ kernels: BufferSource }} parts
 * @param {unknown} recipe
 * @returns {Complete}
 */
export function complete({ kernels }, recipe) {
  expect(WebAssembly.validate(kernels), "simd");
  const { causal } = /** @type {Recipe | null} */ (recipe)?.config ?? {};
  const known = fields(recipe, { ...DEFAULTS, nextSentences: !causal }, "recipe");
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
    else if (FLAGS.includes(name)) expect(typeof got === "boolean", "flag", { name });
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

/**
 * `given` over the defaults; no other names. Nobody has looked at the values yet.
 * @template {object} Fields
 * @param {unknown} given
 * @param {Fields} defaults
 * @param {string} where
 * @returns {Fields}
 */
function fields(given, defaults, where) {
  expect(given !== null && typeof given === "object" && !Array.isArray(given), "unknown", {
    name: where,
  });
  for (const name of Object.keys(given)) expect(Object.hasOwn(defaults, name), "unknown", { name });
  return {
    ...defaults,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/**
 * @param {"whole" | "number"} say
 * @param {string} name
 * @param {unknown} got
 * @param {Range} range
 */
function inRange(say, name, got, [low, high]) {
  const right = say === "whole" ? Number.isInteger(got) : Number.isFinite(got);
  expect(right && typeof got === "number" && got >= low && got <= high, say, {
    name,
    low,
    high,
    got,
  });
}

/** @param {unknown} own */
function ownStories(own) {
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

/** @param {unknown} texts */
function probeTexts(texts) {
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

/**
 * As the book's tokenizer and its widgets cut a text: lower case, no punctuation but apostrophes
 * and hyphens.
 * @param {unknown} text
 */
function wordsOf(text) {
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
