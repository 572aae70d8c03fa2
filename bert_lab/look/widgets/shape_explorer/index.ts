// ShapeExplorer (chapter 7): three sizes of BERT as squares in one scale, divided into their parts;
// a part that is pressed shows its tensors. What there is comes from bert_lab/look/shapes.py; words
// are in words.toml.

import { isOneOf, type Link, linkable } from "#web/shared/allowed.ts";
import { frame, h, sentenceAbove } from "#web/shared/elements.ts";
import { drawOnChange, mounted, type Props, read, update } from "#web/shared/lifecycle.ts";
import { percent } from "#web/shared/numbers.ts";
import { foot, question } from "#web/shared/picture.ts";
import type { ShapeExplorer } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

type Parts = Record<string, number>;
type Tensor = ShapeExplorer["tensors"][number];

const STAGES = Object.keys(WORDS.parts) as (keyof typeof WORDS.parts)[];
const NAMES: Record<string, string> = WORDS.tensors;
const LARGEST = 176; // pixels, the side of the largest square

export const sum = (parts: Parts) => Object.values(parts).reduce((a, b) => a + b, 0);

const band = (stage: string, of: Parts) =>
  h("span", { class: "se-band", "data-stage": stage, style: `flex-grow: ${of[stage] / sum(of)}` });

function square(size: string, parts: Parts, most: number) {
  const side = LARGEST * Math.sqrt(sum(parts) / most),
    label = h("span", { class: "bw-soft" }, WORDS.square({ size, n: sum(parts) }));
  const bands = STAGES.map((stage) => band(stage, parts));
  const area = h("span", { class: "se-square", style: `--side: ${side}px` }, ...bands.reverse());
  return h("div", { class: "se-model" }, area, label);
}

// The letters of a shape in the colours of their axes.
const coloured = (dims: string[]) =>
  dims.flatMap((dim, i) => [i ? ", " : "(", h("b", { "data-axis": dim }, dim)]).concat(")");

const tensorRow = ({ name, code, dims, values, formula }: Tensor) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, NAMES[name], h("code", {}, code)),
    h("td", {}, ...coloured(dims), h("span", { class: "bw-soft" }, ` ${values}`)),
    h("td", { class: "bw-end" }, formula),
  );

function render({ model, el, signal }: Props<ShapeExplorer>) {
  const { totals, tensors } = read(model, ["totals", "tensors"]),
    sizes = Object.keys(totals),
    most = Math.max(...Object.values(totals).map(sum)),
    says = sentenceAbove(signal);
  const press = (stage: ShapeExplorer["stage"]) =>
    update(model, { stage: model.get("stage") === stage ? "" : stage });
  const buttons = STAGES.map((stage) => ({
    stage,
    el: h(
      "button",
      { type: "button", "data-stage": stage, click: () => press(stage) },
      WORDS.parts[stage],
    ),
  }));
  const rows = buttons.map(({ stage, el }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, el),
      ...sizes.map((size) =>
        h("td", { class: "bw-number" }, percent(totals[size][stage] / sum(totals[size]))),
      ),
    ),
  );
  const head = [h("td"), ...sizes.map((size) => h("th", { scope: "col" }, size))];
  const close = h("div", { class: "se-close" });
  const root = frame(
    "shape-explorer",
    WORDS.question,
    question(WORDS.question),
    says.el,
    h(
      "div",
      { class: "se-sizes" },
      h(
        "div",
        { class: "bw-picture se-squares", "aria-hidden": "true" },
        ...sizes.map((size) => square(size, totals[size], most)),
      ),
      h(
        "table",
        { class: "se-parts" },
        h("caption", {}, WORDS.shares),
        h("thead", {}, h("tr", {}, ...head)),
        h("tbody", {}, ...rows),
      ),
    ),
    close,
    foot(),
  );
  el.append(root);
  const draw = () => {
    const stage = model.get("stage"),
      { base, mini } = totals,
      here = tensors.filter((one) => one.stage === stage);
    for (const one of buttons) one.el.setAttribute("aria-pressed", String(one.stage === stage));
    for (const one of root.querySelectorAll(".se-band"))
      one.classList.toggle("se-lit", one.getAttribute("data-stage") === stage);
    root.classList.toggle("se-open", stage !== "");
    if (!stage) {
      close.replaceChildren(h("p", { class: "bw-soft" }, WORDS.press));
      says.say(WORDS.idle({ n: sum(base), times: Math.round(sum(base) / sum(mini)) }));
      return;
    }
    const columns = WORDS.columns.map((text, i) =>
      h("th", { scope: "col", class: i > 1 && "bw-end" }, text),
    );
    const table = h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...columns)),
      h("tbody", {}, ...here.map(tensorRow)),
    );
    close.replaceChildren(
      h("div", { class: "se-pane", role: "region", tabindex: 0, "aria-label": WORDS.pane }, table),
    );
    const facts = { part: WORDS.parts[stage as keyof typeof WORDS.parts], n: base[stage] };
    says.say(here[0].per_block ? WORDS.chosenEach(facts) : WORDS.chosen(facts));
  };
  drawOnChange(model, ["stage"], draw, signal);
}

const link: Link<ShapeExplorer> = linkable("shapes", { stage: isOneOf("", ...STAGES) });

export default { render: mounted(render), link };
