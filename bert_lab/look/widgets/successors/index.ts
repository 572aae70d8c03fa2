// Successors (chapter 12): BERT's block, and what each successor changed in it. What the changes are
// and weigh comes from __init__.py; words are in words.toml, counts in count.ts, the picture in
// block.ts, its chart in charts.ts, numbers in tables.ts.

import { isOneOf, type Link, linkable } from "#web/shared/allowed.ts";
import { announcer, frame, h, setText } from "#web/shared/elements.ts";
import { drawOnChange, mounted, type Props, read, update } from "#web/shared/lifecycle.ts";
import { examples, foot, markShown, more, question } from "#web/shared/picture.ts";
import type { Successors } from "#web/shared/traits.ts";
import { picture } from "./block.ts";
import { costs } from "./charts.ts";
import { type Change, changeOf, type Name, parameters, sum } from "./count.ts";
import { numbers } from "./tables.ts";
import { WORDS } from "./words.toml";

const FIXED = ["presets", "parts", "sizes"] as const;

// The panels, in words.
export function describe({ parts, sizes }: Pick<Successors, "parts" | "sizes">, on: Change[]) {
  const [mini, base] = (["mini", "base"] as const).map((name) =>
    [[], on].map((one) => sum(parameters(parts, sizes[name], one))),
  );
  const change = changeOf(base[0], base[1]) || WORDS.unchanged;
  return WORDS.summary({ mini: mini[1], base: base[1], change });
}

function render({ model, el, signal }: Props<Successors>) {
  const fixed = read(model, FIXED),
    names = Object.keys(fixed.presets) as Name[];
  const choices = examples(
    WORDS.presets,
    names.map((name) => [name, name]),
    (successor) => update(model, { successor }),
  );
  const view = picture(),
    cost = costs(fixed),
    tables = numbers(fixed),
    text = h("p", { class: "bw-says", "aria-hidden": "true" }),
    output = h("output", { class: "bw-unseen" }),
    say = announcer(output, signal);
  el.append(
    frame(
      "successors",
      WORDS.name,
      question(WORDS.question),
      choices,
      text,
      output,
      view.el,
      h("div", { class: "bw-picture", "aria-hidden": "true" }, cost.el),
      foot(more(WORDS.details, tables.el, h("p", { class: "bw-soft" }, WORDS.note))),
    ),
  );
  const draw = () => {
    const successor = model.get("successor"),
      changes = fixed.presets[successor];
    markShown(choices, names.indexOf(successor));
    for (const one of [view, cost, tables]) one.draw(changes);
    setText(text, WORDS.models[successor]);
    say(text.textContent + describe(fixed, changes));
  };
  drawOnChange(model, ["successor"], draw, signal);
}

const NAMES = Object.keys(WORDS.models) as Name[];
const link: Link<Successors> = linkable("successors", { successor: isOneOf(...NAMES) });

export default { render: mounted(render), link };
