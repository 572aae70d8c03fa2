// What may come from outside of the page: from a link, from a file of the reader's, from the
// browser's store. Each thing has one description, made of these; all of them take whatever there
// is and never throw.

/** @typedef {(x: unknown) => boolean} Test */
/** @template T @typedef {(x: unknown) => x is T} Guard */
/** @template {Test} F @typedef {F extends Guard<infer T> ? T : unknown} Passed */

/** @type {Guard<boolean>} */
export const isBoolean = (x) => typeof x === "boolean";
/** @type {(least: number, most: number) => Guard<number>} */
export const isNumber = (least, most) => /** @returns {x is number} */ (x) =>
  typeof x === "number" && x >= least && x <= most;
/** @type {(least: number, most: number) => Guard<number>} */
export const isWhole = (least, most) => /** @param {any} x @returns {x is number} */ (x) =>
  Number.isSafeInteger(x) && x >= least && x <= most;
/** @type {(most: number, least?: number) => Guard<string>} */
export const isText =
  (most, least = 0) =>
  /** @returns {x is string} */
  (x) =>
    typeof x === "string" && x.length >= least && x.length <= most;
/** @type {<const V extends unknown[]>(...values: V) => Guard<V[number]>} */
export const isOneOf =
  (...values) =>
  /** @returns {x is any} */
  (x) =>
    values.includes(x);
/** @type {<F extends Test[]>(...tests: F) => Guard<Passed<F[number]>>} */
export const isEither =
  (...tests) =>
  /** @returns {x is any} */
  (x) =>
    tests.some((fits) => fits(x));
/** @type {<F extends Test>(fits: F, most: number, least?: number) => Guard<Passed<F>[]>} */
export const isListOf =
  (fits, most, least = 0) =>
  /** @returns {x is any} */
  (x) =>
    Array.isArray(x) && x.length >= least && x.length <= most && x.every((one) => fits(one));
/** @type {<F extends Test[]>(...tests: F) => Guard<{ [i in keyof F]: Passed<F[i]> }>} */
export const isTuple =
  (...tests) =>
  /** @returns {x is any} */
  (x) =>
    Array.isArray(x) && x.length === tests.length && tests.every((fits, i) => fits(x[i]));

// All names of `needs`, any of `may`, and no others.
/**
 * @template {Record<string, Test>} N
 * @template {Record<string, Test>} [M={}]
 * @param {N} needs @param {M} may
 * @returns {Guard<{ [k in keyof N]: Passed<N[k]> } & { [k in keyof M]?: Passed<M[k]> }>}
 */
export function isRecord(needs, may = /** @type {M} */ ({})) {
  const tests = { ...needs, ...may };
  return /** @returns {x is any} */ (x) =>
    typeof x === "object" &&
    x !== null &&
    !Array.isArray(x) &&
    Object.keys(needs).every((name) => Object.hasOwn(x, name)) &&
    Object.entries(x).every(([name, value]) => Object.hasOwn(tests, name) && tests[name](value));
}

// Sizes that the widgets have room and time for: least, most. A model at hand may be smaller: what
// is left of a choice is asked again when it is there.
export const SHOWN = {
  num_blks: [1, 4],
  num_heads: [1, 8],
  num_hiddens: [8, 256],
  ffn_num_hiddens: [8, 1024],
  max_len: [64, 512],
  vocab_size: [6, 8192],
};
/** @param {keyof typeof SHOWN} size */
export const isPlaceIn = (size) => isWhole(0, SHOWN[size][1] - 1); // "num_blks": the number of a block
export const isPlaces = isListOf(isPlaceIn("max_len"), SHOWN.max_len[1]);
export const isShare = isNumber(0, 1);
export const isTyped = isText(5000); // what a reader may have written

// What a link to a page may set: these traits, each if its test says so; one that fails discards
// them all. `complete` has the last word: it returns everything there is to set, or nothing.
// (host/links.js reads and writes the links.)
/** @import { Model } from "./lifecycle.js" */
/**
 * @template {object} T the widget's traits
 * @typedef {object} Link
 * @property {string} name
 * @property {(keyof T & string)[]} traits
 * @property {(state: unknown, model: Model<T>) => Partial<T> | undefined} take
 */
/**
 * @template {object} T
 * @typedef {{ [Name in keyof T]?: Guard<Exclude<T[Name], undefined>> }} Tests of what it may set
 */
/**
 * @template {object} T
 * @param {string} name @param {Tests<NoInfer<T>>} tests
 * @param {(state: Partial<NoInfer<T>>, model: Model<NoInfer<T>>) => Partial<T> | undefined} complete
 * @returns {Link<T>}
 */
export function linkable(name, tests, complete = (state) => state) {
  const fits = isRecord({}, /** @type {Record<string, Test>} */ (tests));
  return {
    name,
    traits: /** @type {(keyof T & string)[]} */ (Object.keys(tests)),
    take: (state, model) => (fits(state) ? complete(state, model) : undefined),
  };
}
