// What TrainingGround's reader sets before a run: a recipe, one part of it, own stories. While a
// run goes on all of it waits; the fieldsets say so.

import { around, below1 } from "../../runs/run.js";
import { h, setText, setValue, unseen } from "../../shared/elements.js";
import { count, fixed, percent } from "../../shared/numbers.js";
import { CONTROLS, valueAt, withValue } from "./recipe.js";
import { WORDS } from "./words.js";

/**
 * @import { Recipe } from "../../page_trainer/recipe.js"
 * @import { Guess } from "../../page_trainer/run_in_worker.js"
 * @import { TrainingGround } from "../../shared/traits.js"
 * @import { Question } from "./own.js"
 * @import { Control, Preset } from "./recipe.js"
 * @import { Curve } from "./record.js"
 * @typedef {(traits: Partial<TrainingGround>) => void} Set
 */

// Recipes as buttons; `choose` takes one.
/** @param {Preset[]} presets @param {(recipe: Recipe) => void} choose */
export function presetRow(presets, choose) {
  const buttons = presets.map((preset) =>
    h("button", { type: "button", click: () => choose(preset.recipe) }, WORDS.preset[preset.key]),
  );
  const el = h(
    "fieldset",
    { class: "bw-examples ground-presets", "aria-label": WORDS.presets },
    ...buttons,
  );
  return {
    el,
    draw: (/** @type {Preset | undefined} */ chosen) =>
      buttons.forEach((button, i) =>
        button.setAttribute("aria-pressed", String(presets[i] === chosen)),
      ),
  };
}

// One part of the recipe: a choice among its values, and whatever else the recipe says.
/** @param {Control} path @param {(value: number) => void} set */
function partControl(path, set) {
  const show = WORDS.value[path] ?? String;
  /** @type {HTMLSelectElement} */
  const select = h("select", { change: () => set(Number(select.value)) });
  const el = h(
    "label",
    { class: "bw-field" },
    h("span", { class: "bw-soft" }, WORDS.controls[path]),
    select,
  );
  /** @param {number} value */
  const draw = (value) => {
    const values = CONTROLS[path].includes(value) ? CONTROLS[path] : [...CONTROLS[path], value];
    if (select.item(select.length - 1)?.value !== String(values[values.length - 1]))
      select.replaceChildren(...values.map((one) => h("option", { value: one }, show(one))));
    setValue(select, value);
  };
  return { path, el, draw };
}

// `set` takes traits.
/** @param {Set} set */
export function recipeControls(set) {
  /** @type {Recipe} */
  let recipe = {};
  const parts = /** @type {Control[]} */ (Object.keys(CONTROLS)).map((path) =>
    partControl(path, (value) => set({ recipe: withValue(recipe, path, value) })),
  );
  /** @type {HTMLInputElement} */
  const small = h("input", { type: "checkbox", change: () => set({ small: small.checked }) });
  const el = h(
    "fieldset",
    { class: "ground-parts" },
    ...parts.map((part) => part.el),
    h("label", { class: "bw-row" }, small, WORDS.smallSize),
  );
  /** @param {Pick<TrainingGround, "recipe" | "small">} state */
  const draw = (state) => {
    recipe = state.recipe;
    for (const part of parts) part.draw(valueAt(recipe, part.path));
    small.checked = state.small;
  };
  return { el, draw };
}

// Own stories, how often they are told, and what the model answers about them; `show` takes a
// question.
/** @param {{ set: Set, show(question: Question): void }} on */
export function storyFields({ set, show }) {
  /** @type {HTMLTextAreaElement} */
  const field = h("textarea", {
    rows: 4,
    lang: "en",
    spellcheck: "false",
    input: () => set({ own: field.value }),
  });
  /** @type {HTMLInputElement} */
  const repeat = h("input", {
    type: "number",
    min: 1,
    max: 2000,
    change: () => set({ repeat: Math.max(0, Math.round(repeat.valueAsNumber || 0)) }),
  }); // 0 is refused aloud
  const example = h(
    "button",
    {
      type: "button",
      click: () => {
        setValue(field, WORDS.exampleStory);
        set({ own: WORDS.exampleStory });
      },
    },
    WORDS.example,
  );
  const list = h("ul", { class: "ground-questions" }),
    title = h("p", { class: "bw-title" }, WORDS.questions);
  const inputs = h(
    "fieldset",
    { class: "ground-own" },
    h("p", { class: "bw-soft" }, WORDS.ownField),
    h("label", {}, unseen(WORDS.own), field), // an attribute's name would be read as English
    h(
      "div",
      { class: "bw-row" },
      example,
      h("label", { class: "bw-row" }, h("span", { class: "bw-soft" }, WORDS.repeat), repeat),
    ),
  );
  /** @type {{ guess: HTMLElement, el: HTMLElement }[]} */
  let rows = [];
  let drawn = "";
  /** @param {Pick<TrainingGround, "own" | "repeat">} state */
  const draw = ({ own, repeat: times }) => {
    if (field !== document.activeElement) setValue(field, own);
    setValue(repeat, times);
  };
  /** @param {Question[]} questions @param {Guess[]} answers */
  const answer = (questions, answers) => {
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
      setText(guess, WORDS.answer(answers[i]?.word, answers[i]?.p));
    });
  };
  return { el: h("div", {}, inputs, title, list), fields: inputs, draw, answer };
}

// The runs beside one another.
export function runsTable() {
  const body = h("tbody", { role: "rowgroup" });
  const el = h(
    "table",
    { role: "table", class: "bw-cards" },
    h("caption", {}, WORDS.table),
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        ...WORDS.heads.map((head) => h("th", { role: "columnheader", scope: "col" }, head)),
      ),
    ),
    body,
  );
  /** @param {(Curve & { right: number })[]} runs */
  const draw = (runs) =>
    body.replaceChildren(
      ...runs.map(({ name, step, points, right, seconds }) => {
        const { loss, nsp } = points[points.length - 1],
          cells = [
            count(step),
            fixed(loss),
            nsp === null ? "–" : percent(below1(nsp)),
            String(right),
            count(seconds),
          ];
        return h(
          "tr",
          { role: "row" },
          h("th", { role: "rowheader", scope: "row" }, name),
          ...cells.map((text, i) =>
            h("td", { role: "cell", class: "bw-number", "data-title": WORDS.heads[i + 1] }, text),
          ),
        );
      }),
    );
  return { el, draw };
}
