// TrainingRun's recipes: what the controls can change of the book's, and what a link may ask for. No
// DOM here.

import { DEFAULTS, type Recipe } from "#web/page_trainer/recipe.ts";
import { type Guard, isRecord, isShare, isWhole } from "#web/shared/allowed.ts";

export type Control = keyof typeof CONTROLS;

// What the controls set, with their values.
export const CONTROLS = {
  masking: [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 1],
  rate: [0.0005, 0.001, 0.002, 0.004, 0.006, 0.008, 0.01, 0.02],
  steps: [500, 1000, 2000, 4000, 8000],
};
// The one value at which a share is drawn for each batch, as bert_lab/training_loop/any_share.py does;
// to write takes longer to learn.
const ENOUGH_TO_WRITE = 8000;
const ANY_SHARE = { rate: 1, least: 0.05, mask: 1, swap: 0 };
export const hidesAnyShare = ({ masking }: Recipe) =>
  (masking?.least ?? DEFAULTS.masking.least) < (masking?.rate ?? DEFAULTS.masking.rate);
const SMALL = { config: { ffn_num_hiddens: 64 } };

// Of a control: the recipe's value, and the recipe with another one.
export const valueAt = (recipe: Recipe, control: Control) =>
  control === "masking"
    ? (recipe.masking?.rate ?? DEFAULTS.masking.rate)
    : (recipe[control] ?? DEFAULTS[control]);
export function withValue(recipe: Recipe, control: Control, value: number): Recipe {
  if (control !== "masking") return { ...recipe, [control]: value };
  if (value === ANY_SHARE.rate) return { ...recipe, steps: ENOUGH_TO_WRITE, masking: ANY_SHARE };
  const others = hidesAnyShare(recipe) ? {} : recipe.masking;
  return { ...recipe, masking: { ...others, rate: value } };
}

// What a link may ask for: the controls' own parts, within bounds.
export const isRecipe: Guard<Recipe> = isRecord(
  {},
  {
    steps: isWhole(1, 100000),
    rate: isShare,
    masking: isRecord({}, { rate: isShare, mask: isShare, swap: isShare, least: isShare }),
  },
);

// What the trainer gets: the reader's recipe, the size for a slow machine, own stories, and what is
// asked about.
export const order = (
  recipe: Recipe,
  { small, stories, texts }: { small: boolean; stories: string[][]; texts: Recipe["texts"] },
): Recipe => ({
  ...recipe,
  ...(small && { config: { ...SMALL.config, ...recipe.config } }),
  own: stories,
  texts,
});
