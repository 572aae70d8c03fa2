// TrainingRun's settings: a recipe, one part of it, the reader's own stories. During a run they are
// disabled, by their fieldsets.

import type { Recipe } from "#web/page_trainer/recipe.ts";
import type { Guess } from "#web/page_trainer/run_in_worker.ts";
import { h, setText, setValue, unseen } from "#web/shared/elements.ts";
import { below1, count, percentOf } from "#web/shared/numbers.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { around } from "./lanes.ts";
import type { Question } from "./own.ts";
import { CONTROLS, type Control, valueAt, withValue } from "./recipe.ts";
import { WORDS } from "./words.toml";

export type Set = (traits: Partial<TrainingRun>) => void;

const EXAMPLE = {
  text: "my robot has a purple antenna\nthe robot beeps when the antenna is wet\nat night my robot sleeps in the garden",
};

const SHOWN: Partial<Record<Control, (value: number) => string>> = {
  masking: (value) => (value === 1 ? WORDS.anyShare : percentOf(Math.round(100 * value))),
  steps: (value) => count(value),
};

// One part of the recipe: a choice among its values, and whatever else the recipe says.
function partControl(path: Control, set: (value: number) => void) {
  const show = SHOWN[path] ?? String;
  const select: HTMLSelectElement = h("select", { change: () => set(Number(select.value)) });
  const el = h(
    "label",
    { class: "bw-field" },
    h("span", { class: "bw-soft" }, WORDS.controls[path]),
    select,
  );
  const draw = (value: number) => {
    const values = CONTROLS[path].includes(value) ? CONTROLS[path] : [...CONTROLS[path], value];
    if (select.item(select.length - 1)?.value !== String(values[values.length - 1]))
      select.replaceChildren(...values.map((one) => h("option", { value: one }, show(one))));
    setValue(select, value);
  };
  return { path, el, draw };
}

// `set` takes traits.
export function recipeControls(set: Set) {
  let recipe: Recipe = {};
  const parts = (Object.keys(CONTROLS) as Control[]).map((path) =>
    partControl(path, (value) => set({ recipe: withValue(recipe, path, value) })),
  );
  const small: HTMLInputElement = h("input", {
    type: "checkbox",
    change: () => set({ small: small.checked }),
  });
  const el = h(
    "fieldset",
    { class: "run-parts" },
    ...parts.map((part) => part.el),
    h("label", { class: "bw-row" }, small, WORDS.smallSize),
  );
  const draw = (state: Pick<TrainingRun, "recipe" | "small">) => {
    recipe = state.recipe;
    for (const part of parts) part.draw(valueAt(recipe, part.path));
    small.checked = state.small;
  };
  return { el, draw };
}

// Own stories, how often they are told, and what the model answers about them; `show` takes a
// question.
export function storyFields({ set, show }: { set: Set; show(question: Question): void }) {
  const field: HTMLTextAreaElement = h("textarea", {
    rows: 4,
    lang: "en",
    spellcheck: "false",
    input: () => set({ own: field.value }),
  });
  const repeat: HTMLInputElement = h("input", {
    type: "number",
    min: 1,
    max: 2000,
    change: () => {
      set({ repeat: Math.min(2000, Math.max(1, Math.round(repeat.valueAsNumber || 1))) });
    },
  });
  const example = h(
    "button",
    {
      type: "button",
      click: () => {
        setValue(field, EXAMPLE.text);
        set({ own: EXAMPLE.text });
      },
    },
    WORDS.example,
  );
  const list = h("ul", { class: "run-questions" }),
    title = h("p", { class: "bw-title" }, WORDS.questions);
  const inputs = h(
    "fieldset",
    { class: "run-own" },
    h("p", { class: "bw-soft" }, WORDS.ownField),
    h("label", {}, unseen(WORDS.own), field), // an attribute's name would be read as English
    h(
      "div",
      { class: "bw-row" },
      example,
      h("label", { class: "bw-row" }, h("span", { class: "bw-soft" }, WORDS.repeat), repeat),
    ),
  );
  let rows: { guess: HTMLElement; el: HTMLElement }[] = [];
  let drawn = "";
  const draw = ({ own, repeat: times }: Pick<TrainingRun, "own" | "repeat">) => {
    if (field !== document.activeElement) setValue(field, own);
    setValue(repeat, times);
  };
  const answer = (questions: Question[], answers: Guess[]) => {
    title.hidden = !questions.length;
    if (JSON.stringify(questions) !== drawn) {
      drawn = JSON.stringify(questions);
      rows = questions.map((question) => {
        const { before, after } = around(question),
          guess = h("b");
        return {
          guess,
          el: h(
            "li",
            {},
            h(
              "button",
              { type: "button", lang: "en", click: () => show(question) },
              `${before}▁▁▁${after}`,
            ),
            guess,
          ),
        };
      });
      list.replaceChildren(...rows.map((row) => row.el));
    }
    rows.forEach(({ guess }, i) => {
      guess.classList.toggle("bw-right", answers[i]?.word === questions[i].answer);
      const answer = answers[i];
      setText(
        guess,
        answer ? WORDS.answer({ guess: answer.word, share: below1(answer.p) }) : WORDS.unanswered,
      );
    });
  };
  return { el: h("div", {}, inputs, title, list), fields: inputs, draw, answer };
}
