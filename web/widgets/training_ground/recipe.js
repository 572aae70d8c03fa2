// TrainingGround's recipes, without a page: what a recipe changes of the book's, and what the
// controls can say.

import { DEFAULTS, FLAGS, SHARES, WHOLE } from "../../page_trainer/recipe.js";
import { isBoolean, isNumber, isRecord, isWhole } from "../../shared/allowed.js";
import { WORDS } from "./words.js";

/**
 * @import { Recipe } from "../../page_trainer/recipe.js"
 * @import { Guard, Test } from "../../shared/allowed.js"
 * @import { TrainingGround } from "../../shared/traits.js"
 * @typedef {TrainingGround["presets"][number]} Preset
 * @typedef {keyof typeof CONTROLS} Control
 * @typedef {Record<string, unknown>} Fields
 */

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
/** @param {unknown} value @returns {value is Fields} */
const isGroup = (value) => typeof value === "object" && value !== null;

// One recipe on top of another.
/** @param {Recipe} below @param {Recipe} above @returns {Recipe} */
export function over(below, above) {
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
export const lean = (/** @type {Recipe} */ recipe) =>
  /** @type {Recipe} */ (changed({ ...recipe }, BOOK));
/** @param {Fields} recipe @param {Fields} book @returns {Fields} */
function changed(recipe, book) {
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
/** @param {Recipe} recipe @param {Control} path */
export const valueAt = (recipe, path) =>
  /** @type {number} */ (
    path
      .split(".")
      .reduce(
        (/** @type {unknown} */ part, name) => /** @type {Fields} */ (part)[name],
        over(BOOK, recipe),
      )
  );
/** @param {Recipe} recipe @param {Control} path @param {number} value */
export function withValue(recipe, path, value) {
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

// The preset that makes the same run, however long and from whichever seed, or none.
/** @param {Recipe} a @param {Recipe} b */
const same = (a, b) =>
  JSON.stringify(lean({ ...a, seed: 0, steps: BOOK.steps })) === JSON.stringify(lean(b));
/** @param {Preset[]} presets @param {Recipe} recipe */
export const presetOf = (presets, recipe) => presets.find((preset) => same(recipe, preset.recipe));

// A preset in the place of another recipe: as long, and from the same seed.
/** @param {Recipe} recipe @param {Recipe} preset */
export const inPlaceOf = ({ steps, seed }, preset) => lean({ ...preset, steps, seed });

const SHOWN = /** @type {const} */ (["steps", "seed"]);
// What tells a run from others of its preset: its steps, its seed, the small size.
/** @param {Preset | undefined} preset @param {Recipe} recipe @param {boolean} small */
export const namedRun = (preset, recipe, small) =>
  [
    WORDS.preset[preset?.key ?? "own"],
    ...SHOWN.filter((name) => name in lean(recipe)).map((name) =>
      WORDS.runs[name](valueAt(recipe, name)),
    ),
    ...(small ? [WORDS.runs.small] : []),
  ].join(", ");

// Whether a link may say so: each number within the trainer's own limits. What doesn't go together
// the trainer refuses.
/** @type {(names: string[], test: (name: string) => Test) => Record<string, Test>} */
const every = (names, test) => Object.fromEntries(names.map((name) => [name, test(name)]));
const VALUES = {
  ...every(Object.keys(WHOLE), (name) => isWhole(...WHOLE[name])),
  ...every(Object.keys(SHARES), (name) => isNumber(...SHARES[name])),
  ...every(FLAGS, () => isBoolean),
};
/** @param {Fields} group @param {Record<string, Test>} more */
const isGroupOf = (group, more = {}) =>
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
export const isRecipe = /** @type {Guard<Recipe>} */ (
  isGroupOf(BOOK, {
    masking: isGroupOf(BOOK.masking),
    config: isGroupOf({ ...BOOK.config, num_heads: 1 }),
  })
);

// What the trainer gets: the reader's recipe, the size for a slow machine, own stories, and what is
// asked about.
/**
 * @param {Recipe} recipe
 * @param {{ small: boolean, stories: string[][], texts: Recipe["texts"] }} more @returns {Recipe}
 */
export const order = (recipe, { small, stories, texts }) => ({
  ...(small ? over(SMALL, recipe) : recipe),
  own: stories,
  texts,
});
