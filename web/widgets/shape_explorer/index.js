// ShapeExplorer (chapter 7): the flow of the model, each stage as high as its parameters, its
// memory or its work. The table of tensors comes from bert_lab/look/shapes.py as part of the state;
// nothing is known here about BERT but how to put numbers for letters. Words are in words.js,
// counts in count.js, what is drawn in controls.js, flow.js, figures.js, close_up.js and table.js.

import { isBoolean, isOneOf, isText, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText, uniqueName } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { more } from "../../shared/picture.js";
import { sentences } from "../../shared/words.js";
import { closeUp } from "./close_up.js";
import { controls } from "./controls.js";
import {
  heaviest,
  isSize,
  matching,
  present,
  problems,
  SIZES,
  SWITCHES,
  totals,
  withK,
} from "./count.js";
import { figureRow, MEASURES, measureRow, sentence } from "./figures.js";
import { stageFlow } from "./flow.js";
import { pointOut, tensorTable } from "./table.js";
import { WORDS } from "./words.js";

/**
 * @import { Guard, Link } from "../../shared/allowed.js"
 * @import { Model, Props } from "../../shared/lifecycle.js"
 * @import { ShapeExplorer } from "../../shared/traits.js"
 * @import { Sizes, Totals } from "./count.js"
 */

const TRAITS = /** @type {const} */ ([...SIZES, ...SWITCHES, "tensor", "measure"]);

class Explorer {
  /** @type {Totals | null} */
  now = null;
  /** @type {Totals | null} */
  base = null; // before a change began
  refused = ""; // why there is nothing to show

  /** @param {Model<ShapeExplorer>} model @param {AbortSignal} signal */
  constructor(model, signal) {
    const { tensors, heads } = read(model, ["tensors", "heads"]),
      name = uniqueName("shape-explorer");
    /** @param {string} key */
    const choose = (key) => update(model, { tensor: /** @type {ShapeExplorer["tensor"]} */ (key) });
    this.model = model;
    this.stages = [...new Map(tensors.map(({ stage, part }) => [stage, part]))].map(
      ([stage, part]) => ({
        stage,
        part,
        perBlock: tensors.some((spec) => spec.stage === stage && spec.per_block),
      }),
    );
    this.controls = controls(model, (why) => {
      this.refused = why;
      this.draw();
    });
    this.measures = measureRow(
      name,
      (measure) => update(model, { measure }),
      this.controls.switches,
    );
    this.flow = stageFlow(this.stages, (stage) => choose(this.heaviestOf(stage)));
    this.figures = figureRow(heads);
    this.close = closeUp(choose);
    this.table = tensorTable(tensors, name, ({ key }) => choose(key));
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.output = h("output", { class: "bw-soft" });
    this.say = announcer(this.output, signal);
    this.el = this.framed();
    pointOut(this.el);
    for (const one of [...this.controls.els, this.controls.switches])
      one.addEventListener("focusin", () => {
        this.base = this.now;
        this.draw();
      });
  }

  framed() {
    const { controls, measures, flow, figures, alert, output, close, table } = this;
    const pane = { class: "bw-pane", role: "region", tabindex: 0, "aria-label": WORDS.pane },
      note = h("p", { class: "bw-soft" }, WORDS.note);
    return frame(
      "shape-explorer",
      WORDS.question,
      ...controls.els,
      measures.el,
      flow.el,
      figures.el,
      h("div", { class: "shape-say" }, alert, output),
      close.el,
      h(
        "div",
        { class: "shape-end" },
        more(WORDS.details, h("div", pane, table.el), note),
        h("div", { class: "bw-link" }),
      ),
    );
  }

  // The tensor of a stage that weighs most in what is shown.
  /** @param {string} stage */
  heaviestOf(stage) {
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
    this.controls.draw(state, known);
    setText(this.alert, wrong);
    this.el.classList.toggle("shape-refused", Boolean(wrong));
    this.figures.draw(sums);
    this.measures.draw(measure);
    if (sums) this.now = sums;
    const before = base && sums && MEASURES.some((key) => base[key] !== sums[key]) ? base : null;
    this.flow.draw({ sums, base: before, measure, blocks: state.num_blks, chosen: chosen?.stage });
    const nowhere = Object.fromEntries(Object.keys(sizes).map((key) => [key, NaN])),
      at = wrong ? /** @type {Sizes} */ (nowhere) : sizes;
    this.close.draw(chosen, at, there);
    this.table.draw(at, state, sums ?? { stages: new Map() });
    this.say(sums ? sentence({ sizes, known, stages, sums, before, measure, chosen }) : "");
  }
}

/** @param {Props<ShapeExplorer>} props */
function render({ model, el, signal }) {
  const explorer = new Explorer(model, signal);
  el.append(explorer.el);
  drawOnChange(model, TRAITS, () => explorer.draw(), signal);
}

/** @template {string} Name @template V @param {Name[]} names @param {V} value */
const each = (names, value) =>
  /** @type {Record<Name, V>} */ (Object.fromEntries(names.map((name) => [name, value])));

/** @type {Link<ShapeExplorer>} */
const link = linkable(
  "shapes",
  {
    ...each(SIZES, isSize),
    ...each(SWITCHES, isBoolean),
    tensor: /** @type {Guard<ShapeExplorer["tensor"]>} */ (isText(100)),
    measure: isOneOf(...MEASURES),
  },
  (state, model) => {
    const known = !state.tensor || model.get("tensors").some(({ key }) => key === state.tensor);
    return known ? state : undefined;
  },
);

export default { render: mounted(render), link };
