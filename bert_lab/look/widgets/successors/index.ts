// Successors (chapter 12): BERT's block, and what each successor changed in it. Which changes there
// are, and what they weigh, comes from successors.py; words are in words.toml, counts in count.ts,
// the picture in block.ts, its chart in charts.ts, numbers in tables.ts.

import { isListOf, isOneOf, type Link, linkable } from "#web/shared/allowed.ts";
import { announcer, frame, h, setText } from "#web/shared/elements.ts";
import { onEscape } from "#web/shared/keyboard.ts";
import { drawOnChange, mounted, type Props, read, update } from "#web/shared/lifecycle.ts";
import { examples, foot, more, question } from "#web/shared/picture.ts";
import type { Successors } from "#web/shared/traits.ts";
import { picture } from "./block.ts";
import { costs } from "./charts.ts";
import {
  type Change,
  changeOf,
  LENGTHS,
  parameters,
  presetOf,
  pressed,
  sum,
  work,
} from "./count.ts";
import { numbers } from "./tables.ts";
import { WORDS } from "./words.toml";

export type Group = keyof Successors["names"];

const FIXED = ["names", "presets", "apart", "parts", "sizes"] as const;

// The panels, in words.
export function describe({ parts, sizes }: Pick<Successors, "parts" | "sizes">, on: Change[]) {
  const [mini, base] = (["mini", "base"] as const).map((name) =>
    [[], on].map((one) => sum(parameters(parts, sizes[name], one))),
  );
  const longest = LENGTHS[LENGTHS.length - 1];
  return WORDS.summary({
    mini: mini[1],
    base: base[1],
    change: changeOf(base[0], base[1]) || WORDS.unchanged,
    times: work(sizes.base, on, longest) / work(sizes.base, [], longest),
    length: longest,
  });
}

function render({ model, el, signal }: Props<Successors>) {
  const fixed = read(model, FIXED),
    set = (changes: Change[]) => update(model, { changes });
  const press = (name: Change | undefined) =>
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
  const groups = (Object.keys(fixed.names) as Group[]).map((where) =>
    h(
      "div",
      { role: "group", "aria-label": WORDS.groups[where] },
      h("span", { class: "su-title" }, WORDS.groups[where]),
      ...fixed.names[where].map((name) => switches.get(name) as HTMLElement),
    ),
  );
  const view = picture(press),
    cost = costs(fixed),
    tables = numbers(fixed),
    text = h("p", { class: "bw-says", "aria-hidden": "true" }),
    output = h("output", { class: "bw-unseen" }),
    say = announcer(output, signal);
  const root = frame(
    "successors",
    WORDS.name,
    question(WORDS.question),
    samples,
    text,
    output,
    view.el,
    h("div", { class: "bw-picture", "aria-hidden": "true" }, cost.el),
    foot(
      more(WORDS.each, h("div", { class: "su-names" }, ...groups)),
      more(WORDS.details, tables.el, h("p", { class: "bw-soft" }, WORDS.note)),
    ),
  );
  const point = (name: string | undefined) => {
    const all: NodeListOf<HTMLElement> = root.querySelectorAll("[data-change]");
    for (const one of all)
      one.classList.toggle("su-here", [one.dataset.change, one.dataset.also].includes(name ?? ""));
  };
  root.addEventListener("pointerover", ({ target }) => {
    const part: HTMLElement | null = (target as Element).closest("[data-change]");
    point(part?.dataset.change);
  });
  root.addEventListener("focusin", ({ target }) => point((target as HTMLElement).dataset.change));
  root.addEventListener("pointerleave", () => point(undefined));
  onEscape(root, () => point(undefined));
  el.append(root);
  const draw = () => {
    const changes = model.get("changes"),
      preset = presetOf(fixed.presets, changes);
    for (const one of samples.querySelectorAll("button"))
      one.setAttribute("aria-pressed", String(one.textContent === preset));
    for (const [name, one] of switches)
      one.setAttribute("aria-pressed", String(changes.includes(name)));
    for (const one of [view, cost, tables]) one.draw(changes);
    setText(text, preset ? WORDS.models[preset] : WORDS.changes[changes[changes.length - 1]]);
    say(text.textContent + describe(fixed, changes));
  };
  drawOnChange(model, ["changes"], draw, signal);
}

const CHANGES = Object.keys(WORDS.changes) as Change[];
const link: Link<Successors> = linkable(
  "successors",
  { changes: isListOf(isOneOf(...CHANGES), CHANGES.length) },
  (state, model) => {
    const { changes = [] } = state,
      against = ([one, other]: Change[]) => changes.includes(one) && changes.includes(other);
    return new Set(changes).size < changes.length || model.get("apart").some(against)
      ? undefined
      : state;
  },
);

export default { render: mounted(render), link };
