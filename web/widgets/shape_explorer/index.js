// ShapeExplorer (chapter 7): the flow of the model, each stage as high as its parameters, its
// memory or its work. The table of tensors comes from bert_lab/look/shapes.py as part of the state;
// nothing is known here about BERT but how to put numbers for letters. Words are in words.js,
// counts in count.js, the table in table.js.

import { isBoolean, isOneOf, isText, linkable } from "../../shared/allowed.js";
import {
  announcer,
  frame,
  h,
  option,
  setText,
  setValue,
  uniqueName,
} from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { bytes, count } from "../../shared/numbers.js";
import { examples, more, question } from "../../shared/picture.js";
import { sentences } from "../../shared/words.js";
import {
  brief,
  isSize,
  MAXIMA,
  matching,
  multiplyAdds,
  nearestStop,
  numbers,
  parameters,
  present,
  problems,
  product,
  SIZES,
  SWITCHES,
  stops,
  totals,
  tuple,
  withK,
} from "./count.js";
import { badge, pointOut, show, tensorTable } from "./table.js";
import { WORDS } from "./words.js";

const MEASURES = Object.keys(WORDS.measures);
const TRAITS = [...SIZES, ...SWITCHES, "tensor", "measure"];

// A size: its letter, a slider and a number. `refuse` hears of what is no size, or "" once it is
// one again.
function field(model, axes, name, refuse) {
  const list = stops(MAXIMA[name]),
    axis = axes[name],
    words = axis?.meaning ?? WORDS.meanings[name];
  const take = (n) => {
    const fits = isSize(n);
    number.setAttribute("aria-invalid", String(!fits));
    refuse(fits ? "" : WORDS.refused(name, number.value, model.get(name), LARGEST));
    if (fits) update(model, { [name]: n });
  };
  const leave = () => {
    if (number.getAttribute("aria-invalid") !== "true") return;
    number.value = model.get(name);
    take(number.valueAsNumber);
  };
  const number = h("input", {
    type: "number",
    min: 1,
    step: 1,
    "aria-label": WORDS.size(name, words),
    input: () => take(number.valueAsNumber),
    blur: leave,
  });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: list.length - 1,
    "aria-label": WORDS.slider(name, words),
    input: () => update(model, { [name]: list[slider.valueAsNumber] }),
  });
  const el = h(
    "div",
    { class: "bw-size", "data-axis": axis && name },
    h("span", { class: "bw-soft shape-words" }, words),
    h(
      "span",
      { class: "bw-soft shape-words shape-short", "aria-hidden": "true" },
      WORDS.short[name] ?? words,
    ),
    axis ? badge(name) : h("b", { class: "bw-axis" }, WORDS.letters[name]),
    slider,
    number,
  );
  const draw = (n) => {
    if (number.getAttribute("aria-invalid") !== "true") setValue(number, n);
    setValue(slider, nearestStop(list, n));
    slider.setAttribute("aria-valuetext", count(n));
  };
  return { el, draw };
}

function controls(model, refuse) {
  const axes = model.get("axes"),
    presets = model.get("presets");
  const choose = (name) => {
    const T = Math.min(model.get("T"), presets[name].max_len);
    update(model, { ...presets[name], preset: name, T, P: Math.min(model.get("P"), T) });
  };
  const row = examples(
    WORDS.presets,
    Object.keys(presets).map((name) => [name, name]),
    choose,
  );
  const fields = SIZES.map((name) => [name, field(model, axes, name, refuse)]);
  const boxes = SWITCHES.map((name) => [
    name,
    h("input", {
      type: "checkbox",
      change: ({ target }) => update(model, { [name]: target.checked }),
    }),
  ]);
  const switches = boxes.map(([name, box]) =>
    h("label", { class: "bw-row" }, box, h("code", {}, name)),
  );
  const els = [
    h("div", { class: "shape-top" }, question(WORDS.question), row),
    h(
      "div",
      { class: "bw-sizes", role: "group", "aria-label": WORDS.sizes },
      ...fields.map(([, { el }]) => el),
    ),
  ];
  const draw = (state, known) => {
    for (const button of row.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.textContent === known));
    for (const [name, one] of fields) one.draw(state[name]);
    for (const [name, box] of boxes) box.checked = state[name];
  };
  return { els, switches: h("div", { class: "shape-switches" }, ...switches), draw };
}

const amount = (measure, n) => (measure === "bytes" ? bytes(n) : brief(n));

// The flow: a column for each stage, cut into its blocks; behind each what it was before the
// change.
function flow(stages, choose) {
  const columns = stages.map(({ stage, perBlock }) => {
    const [value, factor, was, fill] = ["bw-number", "shape-factor", "shape-was", "shape-fill"].map(
      (name) => h("span", { class: name }),
    );
    const name = h("span", { class: "shape-name" }, WORDS.brief[stage] ?? stage);
    const el = h(
      "button",
      { type: "button", class: "shape-stage", "data-stage": stage, click: () => choose(stage) },
      factor,
      value,
      h("span", { class: "shape-room" }, was, fill),
      name,
    );
    return { stage, perBlock, el, value, factor, was, fill };
  });
  const el = h(
    "div",
    { class: "bw-picture shape-flow", role: "group", "aria-label": WORDS.question },
    ...columns.map((column) => column.el),
  );
  const draw = ({ sums, base, measure, blocks, chosen }) => {
    const of = (all, stage) => all?.stages.get(stage)?.[measure] ?? 0;
    const most = Math.max(1, ...columns.flatMap(({ stage }) => [of(sums, stage), of(base, stage)]));
    for (const { stage, perBlock, el, value, factor, was, fill } of columns) {
      const now = of(sums, stage),
        before = of(base, stage),
        known = Boolean(sums),
        f = base && before && now ? grown(before, now) : "";
      setText(value, known ? (now ? amount(measure, now) : "–") : "?");
      setText(factor, f);
      factor.classList.toggle("shape-same", f === WORDS.same);
      fill.style.height = `${known ? (100 * now) / most : 0}%`;
      was.style.height = `${base ? (100 * before) / most : 0}%`;
      fill.style.setProperty("--blocks", perBlock ? Math.min(blocks, 96) : 1);
      el.setAttribute("aria-pressed", String(stage === chosen));
    }
  };
  return { el, draw };
}
const grown = (before, now) =>
  Math.abs(now / before - 1) < 0.005 ? WORDS.same : WORDS.factor(now / before);

function figure(words) {
  const value = h("strong", { class: "bw-number" });
  return { value, el: h("p", {}, h("span", { class: "bw-soft" }, words), " ", value) };
}

// The letters of a shape in the colours of their axes.
const coloured = (text) =>
  text.split(/([A-Z])/).map((part, i) => (i % 2 ? h("b", { "data-axis": part }, part) : part));

// The chosen tensor: its sisters in the same stage, its shape, how much work it is, and the line
// that makes it.
function closeUp(choose) {
  const hint = h("p", { class: "bw-soft" }, WORDS.press),
    list = h("div", { class: "shape-tensors" });
  const work = h("p", { class: "bw-soft" }),
    code = h("code"),
    where = h("span", { class: "bw-soft" });
  const letters = h("span"),
    values = h("span"),
    shape = h("p", {}, letters, values, " ", where);
  const close = h("div", { class: "bw-close" }, list, shape, h("pre", { tabindex: 0 }, code), work);
  const el = h("div", { class: "shape-close" }, hint, close);
  let stage;
  const draw = (spec, sizes, there) => {
    close.hidden = !spec;
    hint.hidden = Boolean(spec);
    if (!spec) return;
    const own = there.filter((one) => one.stage === spec.stage),
      { dims, inner, line } = spec;
    if (stage !== own.map(({ key }) => key).join()) {
      stage = own.map(({ key }) => key).join();
      list.replaceChildren(
        ...own.map(({ name, key }) =>
          h("button", { type: "button", "data-key": key, click: () => choose(key) }, name),
        ),
      );
    }
    for (const button of list.children)
      button.setAttribute("aria-pressed", String(button.dataset.key === spec.key));
    letters.replaceChildren(...coloured(tuple(dims)));
    setText(
      values,
      ` = ${tuple(numbers(dims, sizes).map(show))}${spec.per_block ? WORDS.each(sizes.num_blks) : ""}`,
    );
    setText(code, line.code);
    setText(where, WORDS.from(line.function));
    setText(
      work,
      inner
        ? WORDS.work(
            inner,
            tuple([...dims, inner])
              .slice(1, -1)
              .replaceAll(", ", " · "),
            show(multiplyAdds(spec, sizes)),
          )
        : WORDS.noWork,
    );
  };
  return { el, draw };
}

function render({ model, el, signal }) {
  const { tensors, presets, heads } = read(model, ["tensors", "presets", "heads"]),
    name = uniqueName("shape-explorer");
  const choose = (key) => update(model, { tensor: key });
  const stages = [...new Set(tensors.map(({ stage }) => stage))].map((stage) => ({
    stage,
    perBlock: tensors.find((spec) => spec.stage === stage).per_block,
  }));
  // The tensor of a stage that weighs most in what is shown.
  const heaviest = (stage) => {
    const sizes = withK(read(model, [...SIZES, ...SWITCHES])),
      measure = model.get("measure");
    const weigh = (spec) =>
      ({
        parameters,
        work: multiplyAdds,
        bytes: (one, at) => one.itemsize * product(one.dims, at),
      })[measure](spec, sizes);
    choose(
      present(tensors, sizes)
        .filter((spec) => spec.stage === stage)
        .reduce((a, b) => (weigh(b) > weigh(a) ? b : a)).key,
    );
  };
  let refused = "",
    now = null,
    base = null; // why there is nothing to show; the sums, and those before a change began
  const panel = controls(model, (why) => {
    refused = why;
    draw();
  });
  const close = closeUp(choose),
    picture = flow(stages, heaviest),
    all = Object.entries(WORDS.figures).map(([key, words]) => [key, figure(words)]);
  const switches = MEASURES.map((measure) => [
    measure,
    option(
      `${name}-measure`,
      WORDS.measures[measure],
      () => update(model, { measure }),
      h("span", {}, WORDS.measures[measure]),
    ),
  ]);
  const table = tensorTable(tensors, name, ({ key }) => choose(key));
  const alert = h("p", { class: "bw-alert", role: "alert" }),
    output = h("output", { class: "bw-soft" }),
    say = announcer(output, signal);
  const root = frame(
    "shape-explorer",
    WORDS.question,
    ...panel.els,
    h(
      "div",
      { class: "shape-measures", role: "radiogroup", "aria-label": WORDS.height },
      h("span", { class: "bw-soft" }, WORDS.height),
      ...switches.map(([, { el }]) => el),
      panel.switches,
    ),
    picture.el,
    h("div", { class: "bw-figures" }, ...all.map(([, { el }]) => el)),
    h("div", { class: "shape-say" }, alert, output),
    close.el,
    h(
      "div",
      { class: "shape-end" },
      more(
        WORDS.details,
        h(
          "div",
          { class: "bw-pane", role: "region", tabindex: 0, "aria-label": WORDS.pane },
          table.el,
        ),
        h("p", { class: "bw-soft" }, WORDS.note),
      ),
      h("div", { class: "bw-link" }),
    ),
  );
  pointOut(root);
  for (const one of [...panel.els, panel.switches])
    one.addEventListener("focusin", () => {
      base = now;
      draw();
    });

  function draw() {
    const state = read(model, TRAITS),
      sizes = withK(state),
      known = matching(presets, state),
      there = present(tensors, state);
    const wrong = refused || sentences(...problems(state)),
      sums = wrong ? null : totals(there, sizes),
      { measure } = state;
    const inHeads = sums && heads.reduce((n, stage) => n + sums.stages.get(stage).parameters, 0);
    const chosen = there.find(({ key }) => key === state.tensor);
    panel.draw(state, known);
    setText(alert, wrong);
    root.classList.toggle("shape-refused", Boolean(wrong));
    const values = sums && {
      parameters: count(sums.parameters),
      body: count(sums.parameters - inHeads),
      weights: bytes(4 * sums.parameters),
      bytes: bytes(sums.bytes),
      work: WORDS.rounded(sums.work),
    };
    for (const [key, { value }] of all) setText(value, values?.[key] ?? "?");
    for (const [key, one] of switches) one.draw(key === measure);
    if (sums) now = sums;
    const before = base && sums && MEASURES.some((key) => base[key] !== sums[key]) ? base : null;
    picture.draw({ sums, base: before, measure, blocks: state.num_blks, chosen: chosen?.stage });
    const at = wrong ? Object.fromEntries(Object.keys(sizes).map((key) => [key, NaN])) : sizes;
    close.draw(chosen, at, there);
    table.draw(at, state, sums ?? { stages: new Map() });
    const list =
      before &&
      stages
        .filter(
          ({ stage }) => before.stages.get(stage)?.[measure] && sums.stages.get(stage)?.[measure],
        )
        .map(
          ({ stage }) =>
            `${WORDS.brief[stage] ?? stage} ${grown(before.stages.get(stage)[measure], sums.stages.get(stage)[measure])}`,
        )
        .join(", ");
    say(
      wrong
        ? ""
        : sentences(
            WORDS.state(known, count(sums.parameters), show(sizes.K), WORDS.rounded(sums.work)),
            list ? WORDS.grown(WORDS.measures[measure], list) : "",
            chosen
              ? WORDS.chosen(
                  chosen.key,
                  tuple(chosen.dims),
                  tuple(numbers(chosen.dims, sizes).map(show)),
                  chosen.line.code,
                )
              : "",
          ),
    );
  }
  el.append(root);
  drawOnChange(model, TRAITS, draw, signal);
}

const link = linkable(
  "shapes",
  Object.fromEntries([
    ...SIZES.map((size) => [size, isSize]),
    ...SWITCHES.map((name) => [name, isBoolean]),
    ["tensor", isText(100)],
    ["measure", isOneOf(...MEASURES)],
  ]),
  (asked, model) => {
    const known = !asked.tensor || model.get("tensors").some(({ key }) => key === asked.tensor);
    return known ? asked : undefined;
  },
);

export default { render: mounted(render), link };
