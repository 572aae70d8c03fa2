// TrainingRun (chapter 8): a training run, step by step. The book's comes as part of the state; the
// reader's own is made here and now, by a trainer that runs in a worker and comes when Train is
// pressed. What is known of a run is in record.ts, how the own one goes in runner.ts, what the reader
// looks at in looking.ts. view.ts puts it all together: charts.ts draws both runs, lanes.ts their
// probes, picture.ts a pass. Recipes are in recipe.ts, own stories in own.ts, what the reader sets in
// controls.ts, what becomes of the model in keep.ts, what is said in telling.ts and words.toml.

import { isBoolean, isPlaces, isTyped, isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { drawOnChange, mounted, type Props, read } from "#web/shared/lifecycle.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { TEXT } from "./looking.ts";
import { isRecipe } from "./recipe.ts";
import { CHOICE } from "./runner.ts";
import { View } from "./view.ts";

function render({ model, el, signal }: Props<TrainingRun>) {
  const view = new View(model, signal);
  el.append(view.el);
  drawOnChange(model, [...CHOICE, "step", "probe", ...TEXT], () => view.draw(), signal);
}

const link: Link<TrainingRun> = linkable(
  "train",
  {
    recipe: isRecipe,
    small: isBoolean,
    own: isTyped,
    repeat: isWhole(1, 2000),
    step: isWhole(0, 1e9),
    probe: isWhole(0, 1000),
    text: isTyped,
    second: isTyped,
    hidden: isPlaces,
  },
  (state, model) => {
    const { step, probe } = { ...read(model, ["step", "probe"]), ...state };
    return model.get("book").steps.includes(step) && probe < model.get("probes").length
      ? state
      : undefined;
  },
);

// It shows the book's model until the reader has one, whoever else shows the reader's.
export default {
  render: mounted(render),
  link,
  showsOwn: () => false,
};
