// ShapeExplorer (chapter 7): the flow of the model, each stage as high as its parameters, its
// memory or its work. The table of tensors comes from bert_lab/look/shapes.py as part of the state;
// nothing is known here about BERT but how to put numbers for letters. Words are in words.toml,
// counts in count.ts, what is drawn in controls.ts, flow.ts, figures.ts, close_up.ts and table.ts.

import {
  type Guard,
  isBoolean,
  isOneOf,
  isText,
  type Link,
  linkable,
} from "#web/shared/allowed.ts";
import { frame, h, sentenceAbove, uniqueName } from "#web/shared/elements.ts";
import {
  drawOnChange,
  type Model,
  mounted,
  type Props,
  read,
  update,
} from "#web/shared/lifecycle.ts";
import { more, question } from "#web/shared/picture.ts";
import type { ShapeExplorer } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { closeUp } from "./close_up.ts";
import { controls } from "./controls.ts";
import {
  heaviest,
  isSize,
  matching,
  present,
  problems,
  SIZES,
  type Sizes,
  SWITCHES,
  type Totals,
  totals,
  withK,
} from "./count.ts";
import { figureRow, MEASURES, measureRow, sentence } from "./figures.ts";
import { stageFlow } from "./flow.ts";
import { pointOut, tensorTable } from "./table.ts";
import { WORDS } from "./words.toml";

const TRAITS = [...SIZES, ...SWITCHES, "tensor", "measure"] as const;

class Explorer {
  model;
  stages;
  controls;
  measures;
  flow;
  figures;
  close;
  table;
  sentence;
  el;
  now: Totals | null = null;
  base: Totals | null = null; // before a change began
  refused = ""; // why there is nothing to show

  constructor(model: Model<ShapeExplorer>, signal: AbortSignal) {
    const { tensors, heads } = read(model, ["tensors", "heads"]),
      name = uniqueName("shape-explorer");
    const choose = (key: string) => update(model, { tensor: key as ShapeExplorer["tensor"] });
    this.model = model;
    this.stages = [...new Set(tensors.map(({ stage }) => stage))].map((stage) => ({
      stage,
      perBlock: tensors.some((spec) => spec.stage === stage && spec.per_block),
    }));
    this.controls = controls(model, (why) => {
      this.refused = why;
      this.draw();
    });
    this.measures = measureRow(name, (measure) => update(model, { measure }));
    this.flow = stageFlow(this.stages, (stage) => choose(this.heaviestOf(stage)));
    this.figures = figureRow(heads);
    this.close = closeUp(choose);
    this.table = tensorTable(tensors, name, ({ key }) => choose(key));
    this.sentence = sentenceAbove(signal);
    this.el = this.framed();
    pointOut(this.el);
    for (const one of [this.controls.presets, this.controls.door])
      one.addEventListener("focusin", () => {
        this.base = this.now;
        this.draw();
      });
  }

  framed() {
    const { controls, measures, flow, figures, sentence, close, table } = this;
    const pane = { class: "bw-pane", role: "region", tabindex: 0, "aria-label": WORDS.pane },
      note = h("p", { class: "bw-soft" }, WORDS.note);
    return frame(
      "shape-explorer",
      WORDS.question,
      question(WORDS.question),
      sentence.el,
      controls.presets,
      measures.el,
      flow.el,
      close.el,
      controls.door,
      h(
        "div",
        { class: "shape-end" },
        more(WORDS.details, figures.el, h("div", pane, table.el), note),
        h("div", { class: "bw-link" }),
      ),
    );
  }

  // The tensor of a stage that weighs most in what is shown.
  heaviestOf(stage: string) {
    const state = read(this.model, TRAITS),
      own = present(this.model.get("tensors"), state).filter((spec) => spec.stage === stage);
    return heaviest(own, withK(state), state.measure).key;
  }

  draw() {
    const { model, stages, refused, base } = this,
      state = read(model, TRAITS),
      { measure } = state;
    const sizes = withK(state),
      known = matching(model.get("presets"), state),
      there = present(model.get("tensors"), state),
      chosen = there.find(({ key }) => key === state.tensor);
    const wrong = refused || sentences(...problems(state)),
      sums = wrong ? null : totals(there, sizes);
    this.controls.draw(state, wrong, known);
    this.el.classList.toggle("shape-refused", Boolean(wrong));
    this.figures.draw(sums);
    this.measures.draw(measure);
    if (sums) this.now = sums;
    const before = base && sums && MEASURES.some((key) => base[key] !== sums[key]) ? base : null;
    this.flow.draw({ sums, base: before, measure, blocks: state.num_blks, chosen: chosen?.stage });
    const nowhere = Object.fromEntries(Object.keys(sizes).map((key) => [key, NaN])),
      at = wrong ? (nowhere as Sizes) : sizes;
    this.close.draw(chosen, at, there);
    this.table.draw(at, state, sums ?? { stages: new Map() });
    this.sentence.say(
      sums ? sentence({ sizes, known, stages, sums, before, measure, chosen }) : WORDS.none,
    );
  }
}

function render({ model, el, signal }: Props<ShapeExplorer>) {
  const explorer = new Explorer(model, signal);
  el.append(explorer.el);
  drawOnChange(model, TRAITS, () => explorer.draw(), signal);
}

const each = <Name extends string, V>(names: Name[], value: V) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, V>;

const link: Link<ShapeExplorer> = linkable(
  "shapes",
  {
    ...each(SIZES, isSize),
    ...each(SWITCHES, isBoolean),
    tensor: isText(100) as Guard<ShapeExplorer["tensor"]>,
    measure: isOneOf(...MEASURES),
  },
  (state, model) => {
    const known = !state.tensor || model.get("tensors").some(({ key }) => key === state.tensor);
    return known ? state : undefined;
  },
);

export default { render: mounted(render), link };
