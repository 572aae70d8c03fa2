// TrainingRun's recipes: how one differs from the book's, and what the controls can express. No DOM
// here.

import { DEFAULTS, FLAGS, type Recipe, SHARES, WHOLE } from "#web/page_trainer/recipe.ts";
import {
  type Guard,
  isBoolean,
  isNumber,
  isRecord,
  isWhole,
  type Test,
} from "#web/shared/allowed.ts";
import { WORDS } from "./words.toml";

export type Control = keyof typeof CONTROLS;
export type Fields = Record<string, unknown>;

// What the controls set, with their values; a width brings its feed-forward size along.
export const CONTROLS = {
  "masking.rate": [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6],
  "config.num_blks": [1, 2, 3, 4],
  "config.num_hiddens": [16, 32, 64, 96, 128],
  rate: [0.0005, 0.001, 0.002, 0.004, 0.006, 0.008, 0.01, 0.02],
  steps: [500, 1000, 2000, 4000, 8000],
  seed: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
};
const SMALL = { config: { ffn_num_hiddens: 64 } };
const BOOK = { ...DEFAULTS, nextSentences: true };
const isGroup = (value: unknown): value is Fields => typeof value === "object" && value !== null;

// One recipe on top of another.
export function over(below: Recipe, above: Recipe): Recipe {
  const masking = { ...below.masking, ...above.masking },
    config = { ...below.config, ...above.config };
  return {
    ...below,
    ...above,
    ...((below.masking || above.masking) && { masking }),
    ...((below.config || above.config) && { config }),
  };
}

// What a recipe changes of the book's, always written in the same order.
export const lean = (recipe: Recipe) => changed({ ...recipe }, BOOK) as Recipe;
function changed(recipe: Fields, book: Fields): Fields {
  const names = Object.keys(book)
    .filter((name) => recipe[name] !== undefined && recipe[name] !== book[name])
    .sort();
  const values = names.map((name) => {
    const [value, before] = [recipe[name], book[name]],
      inside = isGroup(value) && isGroup(before) && !Array.isArray(before);
    return inside ? changed(value, before) : value;
  });
  return Object.fromEntries(
    names.flatMap((name, i) => {
      const value = values[i];
      return isGroup(value) && !Object.keys(value).length ? [] : [[name, value]];
    }),
  );
}

// Of a control: the recipe's value, and the recipe with another one.
export const valueAt = (recipe: Recipe, path: Control) =>
  path
    .split(".")
    .reduce((part: unknown, name) => (part as Fields)[name], over(BOOK, recipe)) as number;
export function withValue(recipe: Recipe, path: Control, value: number) {
  const [group, name] = path.split(".");
  const change = !name
    ? { [group]: value }
    : {
        [group]:
          path === "config.num_hiddens"
            ? { num_hiddens: value, ffn_num_hiddens: 4 * value }
            : { [name]: value },
      };
  return lean(over(recipe, change));
}

// Whether it makes the book's run, however long and from whichever seed.
export const isBooks = (recipe: Recipe) =>
  Object.keys(lean(recipe)).every((name) => name === "steps" || name === "seed");

const SHOWN = ["steps", "seed"] as const;
const PHRASES: Record<(typeof SHOWN)[number], (value: number) => string> = {
  steps: (steps) => WORDS.runs.steps({ steps }),
  seed: (seed) => WORDS.runs.seed({ seed }),
};
// Whose recipe it is, and what tells a run from others of it: its steps, its seed, the small size.
export const namedRun = (recipe: Recipe, small: boolean) =>
  [
    isBooks(recipe) ? WORDS.booksRecipe : WORDS.ownRecipe,
    ...SHOWN.filter((name) => name in lean(recipe)).map((name) =>
      PHRASES[name](valueAt(recipe, name)),
    ),
    ...(small ? [WORDS.runs.small] : []),
  ].join(", ");

// Whether a link may say so: each number within the trainer's own limits. What doesn't go together
// the trainer refuses.
const every: (names: string[], test: (name: string) => Test) => Record<string, Test> = (
  names,
  test,
) => Object.fromEntries(names.map((name) => [name, test(name)]));
const VALUES = {
  ...every(Object.keys(WHOLE), (name) => isWhole(...WHOLE[name])),
  ...every(Object.keys(SHARES), (name) => isNumber(...SHARES[name])),
  ...every(FLAGS, () => isBoolean),
};
const isGroupOf = (group: Fields, more: Record<string, Test> = {}) =>
  isRecord(
    {},
    {
      ...every(
        Object.keys(group).filter((name) => VALUES[name]),
        (name) => VALUES[name],
      ),
      ...more,
    },
  );
export const isRecipe = isGroupOf(BOOK, {
  masking: isGroupOf(BOOK.masking),
  config: isGroupOf({ ...BOOK.config, num_heads: 1 }),
}) as Guard<Recipe>;

// What the trainer gets: the reader's recipe, the size for a slow machine, own stories, and what is
// asked about.
export const order = (
  recipe: Recipe,
  { small, stories, texts }: { small: boolean; stories: string[][]; texts: Recipe["texts"] },
): Recipe => ({
  ...(small ? over(SMALL, recipe) : recipe),
  own: stories,
  texts,
});
