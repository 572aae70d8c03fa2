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
import { mean, numbers, reached, runOf, unchanged } from "./runs.js";
import { WORDS } from "./words.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { Successors } from "../../shared/traits.js"
 * @import { Change, Preset } from "./count.js"
 * @import { Metric } from "./runs.js"
 * @typedef {keyof Successors["names"]} Group
 */

const FIXED = /** @type {const} */ (["names", "presets", "apart", "parts", "sizes", "runs"]);

// The panels, in words.
/** @param {Pick<Successors, "parts" | "sizes" | "runs">} fixed @param {Change[]} on */
export function describe({ parts, sizes, runs }, on) {
  const [mini, base] = /** @type {const} */ (["mini", "base"]).map((name) =>
    [[], on].map((one) => sum(parameters(parts, sizes[name], one))),
  );
  const run = runOf(runs, on),
    longest = LENGTHS[LENGTHS.length - 1];
  return WORDS.summary(
    mini,
    base,
    longest,
    work(sizes.base, on, longest) / work(sizes.base, [], longest),
    run &&
      /** @type {[Metric, number[]][]} */ (Object.entries(run.scores)).map(([name, values]) =>
        WORDS.score(name, mean(values), mean(unchanged(runs).scores[name] ?? [])),
      ),
  );
}

/** @param {Props<Successors>} props */
function render({ model, el, signal }) {
  const fixed = read(model, FIXED),
    set = (/** @type {Change[]} */ changes) => update(model, { changes });
  const press = (/** @type {Change | undefined} */ name) =>
    name && set(pressed(model.get("changes"), name, fixed.apart));
  const samples = examples(WORDS.presets, Object.entries(fixed.presets), set);
  const switches = new Map(
    Object.values(fixed.names)
      .flat()
      .map((name) => [
        name,
        h(
          "button",
          { type: "button", "data-change": name, click: () => press(name) },
          WORDS.names[name],
        ),
      ]),
  );
  const groups = /** @type {Group[]} */ (Object.keys(fixed.names)).map((where) =>
    h(
      "div",
      { role: "group", "aria-label": WORDS.groups[where] },
      h("span", { class: "su-title" }, WORDS.groups[where]),
      ...fixed.names[where].map((name) => /** @type {HTMLElement} */ (switches.get(name))),
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
  const point = (/** @type {string | undefined} */ name) => {
    /** @type {NodeListOf<HTMLElement>} */
    const all = root.querySelectorAll("[data-change]");
    for (const one of all)
      one.classList.toggle("su-here", [one.dataset.change, one.dataset.also].includes(name ?? ""));
  };
  root.addEventListener("pointerover", ({ target }) => {
    /** @type {HTMLElement | null} */
    const part = /** @type {Element} */ (target).closest("[data-change]");
    point(part?.dataset.change);
  });
  root.addEventListener("focusin", ({ target }) =>
    point(/** @type {HTMLElement} */ (target).dataset.change),
  );
  root.addEventListener("pointerleave", () => point(undefined));
  root.addEventListener("keydown", ({ key }) => key === "Escape" && point(undefined));
  el.append(root);
  const draw = () => {
    const changes = model.get("changes"),
      preset = presetOf(fixed.presets, changes);
    for (const one of samples.querySelectorAll("button"))
      one.setAttribute("aria-pressed", String(one.textContent === preset));
    for (const [name, one] of switches)
      one.setAttribute("aria-pressed", String(changes.includes(name)));
    for (const one of [view, ...panels, tables]) one.draw(changes);
    setText(text, preset ? WORDS.models[preset] : WORDS.changes[changes[changes.length - 1]]);
    say(text.textContent + describe(fixed, changes));
  };
  drawOnChange(model, ["changes"], draw, signal);
}

const CHANGES = /** @type {Change[]} */ (Object.keys(WORDS.changes));
/** @type {Link<Successors>} */
const link = linkable(
  "successors",
  { changes: isListOf(isOneOf(...CHANGES), CHANGES.length) },
  (state, model) => {
    const { changes = [] } = state,
      against = (/** @type {Change[]} */ [one, other]) =>
        changes.includes(one) && changes.includes(other);
    return new Set(changes).size < changes.length || model.get("apart").some(against)
      ? undefined
      : state;
  },
);

export default { render: mounted(render), link };
