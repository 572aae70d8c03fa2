// Validators for input from outside the page: a link, a user's file, the browser's store. They
// accept any value and never throw.
// biome-ignore-all lint/suspicious/noExplicitAny: what a guard lets through is said by its own type

import type { Model } from "./lifecycle.ts";

export type Test = (x: unknown) => boolean;
export type Guard<T> = (x: unknown) => x is T;
export type Passed<F extends Test> = F extends Guard<infer T> ? T : unknown;

export const isBoolean: Guard<boolean> = (x) => typeof x === "boolean";
export const isNumber: (least: number, most: number) => Guard<number> =
  (least, most) =>
  (x): x is number =>
    typeof x === "number" && x >= least && x <= most;
export const isWhole: (least: number, most: number) => Guard<number> =
  (least, most) =>
  (x: any): x is number =>
    Number.isSafeInteger(x) && x >= least && x <= most;
export const isText: (most: number, least?: number) => Guard<string> =
  (most, least = 0) =>
  (x): x is string =>
    typeof x === "string" && x.length >= least && x.length <= most;
export const isOneOf: <const V extends unknown[]>(...values: V) => Guard<V[number]> =
  (...values) =>
  (x): x is any =>
    values.includes(x);
export const isEither: <F extends Test[]>(...tests: F) => Guard<Passed<F[number]>> =
  (...tests) =>
  (x): x is any =>
    tests.some((fits) => fits(x));
export const isListOf: <F extends Test>(
  fits: F,
  most: number,
  least?: number,
) => Guard<Passed<F>[]> =
  (fits, most, least = 0) =>
  (x): x is any =>
    Array.isArray(x) && x.length >= least && x.length <= most && x.every((one) => fits(one));
export const isTuple: <F extends Test[]>(...tests: F) => Guard<{ [i in keyof F]: Passed<F[i]> }> =
  (...tests) =>
  (x): x is any =>
    Array.isArray(x) && x.length === tests.length && tests.every((fits, i) => fits(x[i]));

// All names of `needs`, any of `may`, and no others.
export function isRecord<
  N extends Record<string, Test>,
  M extends Record<string, Test> = Record<never, Test>,
>(
  needs: N,
  may: M = {} as M,
): Guard<{ [k in keyof N]: Passed<N[k]> } & { [k in keyof M]?: Passed<M[k]> }> {
  const tests = { ...needs, ...may };
  return (x): x is any =>
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
export const isPlaceIn = (size: keyof typeof SHOWN) => isWhole(0, SHOWN[size][1] - 1); // "num_blks": the number of a block
export const isPlaces = isListOf(isPlaceIn("max_len"), SHOWN.max_len[1]);
export const isShare = isNumber(0, 1);
export const isTyped = isText(5000); // what a reader may have written

// What a link to a page may set: these traits, each if its test says so; one that fails discards
// them all. `complete` has the last word: it returns everything there is to set, or nothing.
// (host/links.ts reads and writes the links.)
// T: the widget's traits
export interface Link<T extends object> {
  name: string;
  traits: (keyof T & string)[];
  take: (state: unknown, model: Model<T>) => Partial<T> | undefined;
}
// of what it may set
export type Tests<T extends object> = { [Name in keyof T]?: Guard<Exclude<T[Name], undefined>> };
export function linkable<T extends object>(
  name: string,
  tests: Tests<NoInfer<T>>,
  complete: (state: Partial<NoInfer<T>>, model: Model<NoInfer<T>>) => Partial<T> | undefined = (
    state,
  ) => state,
): Link<T> {
  const fits = isRecord({}, tests as Record<string, Test>);
  return {
    name,
    traits: Object.keys(tests) as (keyof T & string)[],
    take: (state, model) => (fits(state) ? complete(state, model) : undefined),
  };
}
