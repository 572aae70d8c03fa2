// ShapeExplorer (chapter 6). The table of tensors comes from bert_lab/look/shapes.py as part of the
// state; nothing is known here about BERT but how to put numbers for letters.

const show = (n) => (Number.isNaN(n) ? "?" : count(n));
const badge = (letter) => h("b", { class: "bw-axis", "data-axis": letter }, letter);

function chip(dim) {
  const number = h("span", { class: "bw-number" });
  const letter = typeof dim === "string";
  const parts = letter ? [badge(dim), number] : [number];
  return { dim, number, el: h("span", { class: "bw-dim", "data-axis": letter && dim }, ...parts) };
}

function field(model, axes, name) {
  const list = stops(MAXIMA[name]);
  const axis = axes[name];
  const words = axis?.meaning ?? { num_blks: "blocks", max_len: "positions in all" }[name];
  const set = (n) => { if (Number.isInteger(n) && n >= 1) update(model, { [name]: n }); };
  const number = h("input", {
    type: "number", min: 1, step: 1, "aria-label": `${name}: ${words}`,
    input: () => set(number.valueAsNumber), blur: () => setValue(number, model.get(name)),
  });
  const slider = h("input", {
    type: "range", min: 0, max: list.length - 1, "aria-label": `${name}: ${words}, slider`,
    input: () => set(list[slider.valueAsNumber]),
  });
  const el = h("div", { class: "bw-size", "data-axis": axis && name },
    h("span", { class: "bw-row" }, axis ? badge(name) : h("code", {}, name),
      h("span", { class: "bw-soft" }, words)),
    h("span", { class: "bw-row" }, slider, number));
  const draw = (n) => {
    setValue(number, n);
    setValue(slider, nearestStop(list, n));
    slider.setAttribute("aria-valuetext", count(n));
  };
  return { el, draw };
}

function tensorRow(spec, name, choose) {
  const chips = spec.dims.map(chip), work = h("span", { class: "bw-number" });
  const weights = h("span", { class: "bw-number" });
  const memory = h("span", { class: "bw-number" });
  const bar = h("span", { class: "bw-bar" });
  const code = spec.code === spec.name ? [] : [h("code", { class: "bw-soft" }, spec.code)];
  const choice = option(name, spec.key, choose, spec.name, ...code);
  const el = h("tr", { role: "row" },
    h("th", { role: "rowheader", scope: "row" }, choice.el),
    h("td", { role: "cell", class: "bw-shape" }, ...chips.map((c) => c.el)),
    h("td", { role: "cell", class: "bw-end", "data-title": "parameters" },
      ...(spec.formula ? [weights, h("span", { class: "bw-soft bw-formula" }, spec.formula)] : [])),
    h("td", { role: "cell", class: "bw-end", "data-title": "multiply-adds" }, ...(spec.inner ? [work] : [])),
    h("td", { role: "cell", class: "bw-end", "data-title": "memory" }, memory,
      h("span", { class: "bw-track", "aria-hidden": "true" }, bar)));
  const draw = (sizes, state, largest) => {
    choice.draw(state.tensor === spec.key);
    setText(work, Number.isNaN(sizes.K) ? "?" : rounded(multiplyAdds(spec, sizes)));
    el.hidden = Boolean(spec.when) && state[spec.when[0]] !== spec.when[1];
    for (const { dim, number } of chips) setText(number, show(...numbers([dim], sizes)));
    const size = spec.itemsize * product(spec.dims, sizes);
    setText(weights, show(parameters(spec, sizes)));
    setText(memory, Number.isNaN(size) ? "?" : bytes(size));
    bar.style.width = `${(100 * size) / largest || 0}%`;
  };
  return { el, draw };
}

const column = (text, end) =>
  h("th", { role: "columnheader", scope: "col", class: end && "bw-end" }, text);

function stageHeading(stage, perBlock) {
  const note = h("span", { class: "bw-soft" });
  const el = h("tr", { role: "row", class: "bw-stage" },
    h("th", { role: "rowheader", scope: "rowgroup", colspan: 5 }, stage, " ", note));
  const draw = (sizes, { stages }) => {
    const n = `${count(stages.get(stage).parameters)} parameters`;
    const once = stages.get(stage).parameters ? n : "";
    setText(note, perBlock ? `in each of ${count(sizes.num_blks)} blocks, ${n} in all` : once);
  };
  return { el, draw };
}

function tensorTable(tensors, name, choose) {
  const groups = [...new Set(tensors.map((spec) => spec.stage))].map((stage) => {
    const specs = tensors.filter((spec) => spec.stage === stage);
    return { heading: stageHeading(stage, specs[0].per_block), rows: specs.map((spec) => tensorRow(spec, name, () => choose(spec))) };
  });
  const el = h("table", { role: "table", class: "bw-cards" },
    h("caption", {}, "Every tensor of one forward pass, in order: choose one"),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
      column("tensor"), column("shape"), column("parameters", true), column("multiply-adds", true), column("memory", true))),
    ...groups.map(({ heading, rows }) =>
      h("tbody", { role: "rowgroup" }, heading.el, ...rows.map((row) => row.el))));
  const draw = (sizes, state, sums) => {
    const memory = (spec) => spec.itemsize * product(spec.dims, sizes) || 0;
    const largest = Math.max(...present(tensors, state).map(memory));
    for (const { heading, rows } of groups) {
      heading.draw(sizes, sums);
      for (const row of rows) row.draw(sizes, state, largest);
    }
  };
  return { el, draw };
}

function shares(stages) {
  const parts = new Map(stages.map((stage) => [stage, h("span", { class: "bw-part" })]));
  const el = h("div", { class: "bw-shares", "aria-hidden": "true" }, ...parts.values());
  const draw = (sums) => {
    for (const [stage, part] of parts) {
      const share = sums.stages.get(stage).parameters / sums.parameters;
      part.style.flexGrow = share;
      part.hidden = !share;
      setText(part, share > 0.14 ? `${stage} ${percent(share)}` : "");
      part.title = `${stage}: ${percent(share)}`;
    }
  };
  return { el, draw };
}

function figure(words) {
  const value = h("strong", { class: "bw-number" });
  return { value, el: h("p", {}, h("span", { class: "bw-soft" }, words), " ", value) };
}

// The letters of a shape in the colours of their axes.
const coloured = (text) => text.split(/([A-Z])/).map((part, i) => (i % 2 ? h("b", { "data-axis": part }, part) : part));

// The chosen tensor: its shape, how much work it is, and the line of the package that makes it.
function closeUp() {
  const name = h("p", { class: "bw-title" }), work = h("p", { class: "bw-soft" }), code = h("code"), where = h("p", { class: "bw-soft" });
  const letters = h("span"), values = h("span"), shape = h("p", {}, letters, values);
  const el = h("div", { class: "bw-close" }, name, shape, h("pre", { tabindex: 0 }, code), where, work);
  const draw = (spec, sizes) => {
    el.hidden = !spec;
    if (!spec) return;
    const { dims, inner, line } = spec, each = spec.per_block ? `, in each of ${count(sizes.num_blks)} blocks` : "";
    if (name.textContent !== spec.key) letters.replaceChildren(...coloured(tuple(dims)));
    setText(name, spec.key);
    setText(values, ` = ${tuple(numbers(dims, sizes).map(show))}${each}`);
    setText(code, line.code);
    setText(where, `from ${line.function}`);
    setText(work, inner ? `Each number is a dot product along ${inner}: ${tuple([...dims, inner]).slice(1, -1).replaceAll(", ", " · ")} = ` +
      `${show(multiplyAdds(spec, sizes))} multiply-adds.` : "No matrix product.");
  };
  return { el, draw };
}

// The letter under the pointer or the focus is picked out wherever it stands in the table.
function pointOut(root) {
  const point = (event) => {
    const letter = event.target.closest?.("[data-axis]")?.dataset.axis;
    for (const dim of root.querySelectorAll(".bw-dim"))
      dim.classList.toggle("bw-same", Boolean(letter) && dim.dataset.axis === letter);
  };
  root.addEventListener("pointerover", point);
  root.addEventListener("focusin", point);
}

function controls(model) {
  const axes = model.get("axes"), presets = model.get("presets");
  const choose = (name) => {
    const T = Math.min(model.get("T"), presets[name].max_len);
    update(model, { ...presets[name], preset: name, T, P: Math.min(model.get("P"), T) });
  };
  const buttons = Object.keys(presets).map((name) =>
    h("button", { type: "button", click: () => choose(name) }, name));
  const fields = SIZES.map((name) => [name, field(model, axes, name)]);
  const boxes = SWITCHES.map((name) => {
    const box = h("input", { type: "checkbox", change: () => update(model, { [name]: box.checked }) });
    return [name, box];
  });
  const switches = boxes.map(([name, box]) =>
    h("label", { class: "bw-row" }, box, h("code", {}, name)));
  const els = [
    h("div", { class: "bw-row", role: "group", "aria-label": "Preset" },
      h("span", { class: "bw-soft" }, "Preset"), ...buttons),
    h("div", { class: "bw-sizes" }, ...fields.map(([, { el }]) => el),
      h("div", { class: "bw-size" }, ...switches)),
  ];
  const draw = (state, known) => {
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.textContent === known));
    for (const [name, one] of fields) one.draw(state[name]);
    for (const [name, box] of boxes) box.checked = state[name];
  };
  return { els, draw };
}

const NOTE = "Memory counts each tensor of the table once; the figure above adds up all blocks. " +
  "PyTorch's fused attention never stores scores and weights. Multiply-adds are those of matrix products, in " +
  "one forward pass. Training adds the gradients and the " +
  "optimiser's two moments, each as large as the weights.";

function render({ model, el }) {
  const { tensors, presets, heads } = read(model, ["tensors", "presets", "heads"]);
  const panel = controls(model), close = closeUp();
  const table = tensorTable(tensors, uniqueName("shape-explorer"), ({ key }) => update(model, { tensor: key }));
  const parts = shares([...new Set(tensors.filter((t) => t.formula).map((t) => t.stage))]);
  const all = figure("parameters"), body = figure("encoder and pooler alone");
  const weights = figure("weights, float32"), memory = figure("all tensors below"), work = figure("multiply-adds");
  const alert = h("p", { class: "bw-alert", role: "alert" });
  const output = h("output", { class: "bw-soft" });
  const say = announcer(output);
  const root = frame("shape-explorer", "Shape explorer",
    ...panel.els, alert,
    h("div", { class: "bw-figures" }, all.el, body.el, weights.el, memory.el, work.el), parts.el, output, close.el,
    h("div", { class: "bw-pane", role: "region", tabindex: 0, "aria-label": "Tensors" }, table.el),
    h("p", { class: "bw-soft" }, NOTE));
  pointOut(root);
  el.append(root);

  return follow(model, [...SIZES, ...SWITCHES, "tensor"], () => {
    const state = read(model, [...SIZES, ...SWITCHES, "tensor"]), sizes = withK(state);
    const known = matching(presets, state), sums = totals(present(tensors, state), sizes);
    const inHeads = heads.reduce((n, stage) => n + sums.stages.get(stage).parameters, 0);
    panel.draw(state, known);
    setText(alert, problems(state).join(" "));
    setText(all.value, count(sums.parameters));
    setText(body.value, count(sums.parameters - inHeads));
    setText(weights.value, bytes(4 * sums.parameters));
    setText(memory.value, Number.isNaN(sums.bytes) ? "?" : bytes(sums.bytes));
    setText(work.value, Number.isNaN(sums.work) ? "?" : rounded(sums.work));
    parts.draw(sums);
    const chosen = present(tensors, state).find(({ key }) => key === state.tensor);
    close.draw(chosen, sizes);
    table.draw(sizes, state, sums);
    const n = count(sums.parameters);
    say(`${known ?? "Sizes of your own"}: ${n} parameters, K = ${show(sizes.K)}, ` +
      `${Number.isNaN(sums.work) ? "?" : rounded(sums.work)} multiply-adds.` +
      (chosen ? ` ${chosen.key}: ${tuple(chosen.dims)} = ${tuple(numbers(chosen.dims, sizes).map(show))}, made by ${chosen.line.code}` : ""));
  });
}

const link = linkable("shapes", Object.fromEntries([
  ...SIZES.map((size) => [size, isWhole(1)]), ...SWITCHES.map((name) => [name, isBoolean]), ["tensor", isText]]),
(asked, model) => {
  const known = !asked.tensor || model.get("tensors").some(({ key }) => key === asked.tensor);
  return known ? asked : undefined;
});

export default { render, link };
