// Successors (chapter 12): BERT's block, and what each successor changed in it. Which changes there
// are, and what they weigh, comes from successors.py; words are in words.js, counts in count.js,
// the picture in block.js, panels in charts.js.

import { isListOf, isOneOf, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { examples, foot, more, question } from "../../shared/picture.js";
import { picture } from "./block.js";
import { costs, lengths } from "./charts.js";
import { LENGTHS, parameters, presetOf, pressed, sum, work } from "./count.js";
import { mean, numbers, reached, runOf } from "./runs.js";
import { WORDS } from "./words.js";

const FIXED = ["names", "presets", "apart", "parts", "sizes", "runs"];

// The panels, in words.
export function describe({ parts, sizes, runs }, on) {
  const [mini, base] = ["mini", "base"].map((name) =>
    [[], on].map((one) => sum(parameters(parts, sizes[name], one))),
  );
  const run = runOf(runs, on),
    longest = LENGTHS.at(-1);
  return WORDS.told(
    mini,
    base,
    longest,
    work(sizes.base, on, longest) / work(sizes.base, [], longest),
    run &&
      Object.entries(run.found).map(([name, values]) =>
        WORDS.found(name, mean(values), mean(runOf(runs, []).found[name])),
      ),
  );
}

function render({ model, el, signal }) {
  const fixed = read(model, FIXED),
    set = (changes) => update(model, { changes });
  const press = (name) => name && set(pressed(model.get("changes"), name, fixed.apart));
  const samples = examples(WORDS.presets, Object.entries(fixed.presets), set);
  const switches = Object.values(fixed.names)
    .flat()
    .map((name) =>
      h("button", { type: "button", "data-change": name, click: () => press(name) }, name),
    );
  const groups = Object.entries(fixed.names).map(([where, names]) =>
    h(
      "div",
      { role: "group", "aria-label": WORDS.groups[where] },
      h("span", { class: "su-title" }, WORDS.groups[where]),
      ...switches.filter(({ dataset }) => names.includes(dataset.change)),
    ),
  );
  const view = picture(press),
    panels = [costs(fixed), lengths(fixed), reached(fixed)];
  const tables = numbers(fixed),
    text = h("p", { class: "su-text", "aria-hidden": "true" }),
    output = h("output", { class: "bw-unseen" }),
    say = announcer(output, signal);
  const root = frame(
    "successors",
    WORDS.name,
    question(WORDS.question),
    samples,
    h("div", { class: "su-names" }, ...groups),
    view.el,
    text,
    output,
    h(
      "div",
      { class: "bw-picture su-panels", "aria-hidden": "true" },
      ...panels.map((one) => one.el),
    ),
    foot(more(WORDS.details, tables.el, h("p", { class: "bw-soft" }, WORDS.note))),
  );
  const point = (name) => {
    for (const one of root.querySelectorAll("[data-change]"))
      one.classList.toggle(
        "su-here",
        [one.dataset.change, one.dataset.also].includes(name ?? null),
      );
  };
  root.addEventListener("pointerover", ({ target }) =>
    point(target.closest("[data-change]")?.dataset.change),
  );
  root.addEventListener("focusin", ({ target }) => point(target.dataset.change));
  root.addEventListener("pointerleave", () => point());
  root.addEventListener("keydown", ({ key }) => key === "Escape" && point());
  el.append(root);
  const draw = () => {
    const changes = model.get("changes"),
      preset = presetOf(fixed.presets, changes);
    for (const one of samples.querySelectorAll("button"))
      one.setAttribute("aria-pressed", String(one.textContent === preset));
    for (const one of switches)
      one.setAttribute("aria-pressed", String(changes.includes(one.dataset.change)));
    for (const one of [view, ...panels, tables]) one.draw(changes);
    setText(text, WORDS.models[preset] ?? WORDS.changes[changes.at(-1)]);
    say(text.textContent + describe(fixed, changes));
  };
  drawOnChange(model, ["changes"], draw, signal);
}

const CHANGES = Object.keys(WORDS.changes);
const link = linkable(
  "successors",
  { changes: isListOf(isOneOf(...CHANGES), CHANGES.length) },
  (asked, model) => {
    const { changes = [] } = asked,
      against = ([one, other]) => changes.includes(one) && changes.includes(other);
    return new Set(changes).size < changes.length || model.get("apart").some(against)
      ? undefined
      : asked;
  },
);

export default { render: mounted(render), link };
