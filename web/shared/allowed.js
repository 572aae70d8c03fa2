// What may come from outside of the page: from a link, from a file of the reader's, from the
// browser's store. Each thing has one description, made of these; all of them take whatever there
// is and never throw.

export const isBoolean = (x) => typeof x === "boolean";
export const isNumber = (least, most) => (x) => typeof x === "number" && x >= least && x <= most;
export const isWhole = (least, most) => (x) => Number.isSafeInteger(x) && x >= least && x <= most;
export const isText =
  (most, least = 0) =>
  (x) =>
    typeof x === "string" && x.length >= least && x.length <= most;
export const isOneOf =
  (...values) =>
  (x) =>
    values.includes(x);
export const isEither =
  (...tests) =>
  (x) =>
    tests.some((fits) => fits(x));
export const isListOf =
  (fits, most, least = 0) =>
  (x) =>
    Array.isArray(x) && x.length >= least && x.length <= most && x.every((one) => fits(one));
export const isTuple =
  (...tests) =>
  (x) =>
    Array.isArray(x) && x.length === tests.length && tests.every((fits, i) => fits(x[i]));

// All names of `needs`, any of `may`, and no others.
export function isRecord(needs, may = {}) {
  const tests = { ...needs, ...may };
  return (x) =>
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
export const isPlaceIn = (size) => isWhole(0, SHOWN[size][1] - 1); // "num_blks": the number of a block
export const isPlaces = isListOf(isPlaceIn("max_len"), SHOWN.max_len[1]);
export const isShare = isNumber(0, 1);
export const isTyped = isText(5000); // what a reader may have written

// What a link to a page may set: these traits, each if its test says so; one that fails discards
// them all. `complete` has the last word: it returns everything there is to set, or nothing.
// (book/host/links.js reads and writes the links.)
export function linkable(name, tests, complete = (asked) => asked) {
  const fits = isRecord({}, tests);
  return {
    name,
    traits: Object.keys(tests),
    take: (asked, model) => (fits(asked) ? complete(asked, model) : undefined),
  };
}
