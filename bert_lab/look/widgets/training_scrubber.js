// TrainingScrubber (chapter 7): one training run, dragged through from its first step to its last.
// Everything that it shows is in the record, which comes as part of the state.

const RUN = ["steps", "loss", "lines", "probes"];
const CHOICE = ["step", "probe"];
const LINES = { uniform: "ln V", unigram: "the unigram line", bigram: "the bigram line", ideal: "the floor" };

// Pure functions, tested without a browser.

// The place in the record of the step nearest to this one.
export const nearest = (steps, step) =>
  steps.reduce((best, s, i) => (Math.abs(s - step) < Math.abs(steps[best] - step) ? i : best), 0);

// The likeliest words for a probe at one step: [[word, probability], ...].
export const best = ({ words, probabilities }, i) => words[i].map((word, k) => [word, probabilities[i][k]]);

export const solved = (probes, i) => probes.filter(({ rank }) => rank[i] === 1).length;

// Between which two lines a loss lies, in words.
export function between(loss, lines) {
  const order = Object.keys(lines).sort((a, b) => lines[b] - lines[a]);
  const above = order.findLast((name) => lines[name] >= loss), below = order.find((name) => lines[name] < loss);
  if (!above) return `above ${LINES[below]}`;
  return below ? `between ${LINES[above]} and ${LINES[below]}` : `below ${LINES[above]}`;
}

// A probe's text around its gap.
export function around({ first, second }) {
  const [before, after] = (second ? `${first} | ${second}` : first).split("<mask>");
  return { before, after };
}

export function describe({ steps, loss, lines, probes }, i, probe) {
  const words = best(probe, i).slice(0, 3).map(([word, share]) => `“${word}” ${percent(share)}`).join(", ");
  const rank = probe.rank[i];
  const truth = rank === 1 ? "The first is what stood there" : `“${probe.answer}”, which stood there, has rank ${count(rank)}`;
  return `After ${count(steps[i])} of ${count(steps.at(-1))} steps: loss ${loss[i].toFixed(2)} nats, ` +
    `${between(loss[i], lines)}. ${solved(probes, i)} of ${probes.length} probes are right. The chosen one’s ` +
    `likeliest words: ${words}. ${truth}.`;
}

// The view.

const bar = () => h("span", { class: "bw-bar" });
const track = (bar) => h("span", { class: "bw-track", "aria-hidden": "true" }, bar);

// One column for each step, as high as its value; horizontal lines {label: height} across them. It shows
// what the text beside it says, so it is hidden from screen readers.
function chart(caption, steps, top, lines) {
  const columns = steps.map((step, i) => {
    const fill = h("span", { class: "bw-fill" });
    const tick = (steps.length - 1 - i) % 5 ? "" : count(step);
    return { fill, el: h("span", { class: "bw-column" }, fill, h("span", { class: "bw-tick" }, tick)) };
  });
  const rules = Object.entries(lines).map(([label, height]) =>
    h("span", { class: "bw-line", style: `bottom: ${(100 * height) / top}%` }, h("span", {}, label)));
  const el = h("figure", { "aria-hidden": "true" }, h("figcaption", { class: "bw-soft" }, caption),
    h("div", { class: "bw-plot" }, ...columns.map((column) => column.el), ...rules));
  const draw = (values, i) => columns.forEach(({ fill, el }, k) => {
    fill.style.height = `${(100 * values[k]) / top}%`;
    el.classList.toggle("bw-now", k === i);
  });
  return { el, draw };
}

// The chosen probe: its text with the likeliest word in the gap, what stood there, and the likeliest words.
function closeUp(steps, size) {
  const [before, gap, after] = ["span", "b", "span"].map((tag) => h(tag));
  gap.className = "bw-gap";
  const truth = h("p", { class: "bw-soft" });
  const items = Array.from({ length: size }, () => {
    const word = h("span"), share = h("span", { class: "bw-number bw-soft" }), fill = bar();
    return { word, share, fill, el: h("li", {}, word, share, track(fill)) };
  });
  const curve = chart("Probability of the word that stood there, against steps", steps, 1, { "100 %": 1, "50 %": 0.5 });
  const el = h("div", { class: "bw-close" }, h("p", { class: "bw-title" }, "The chosen probe"),
    h("p", { class: "bw-sentence" }, before, gap, after), truth,
    h("ol", { class: "bw-best" }, ...items.map((item) => item.el)), curve.el);
  const draw = (probe, i) => {
    const text = around(probe), words = best(probe, i);
    setText(before, text.before);
    setText(gap, words[0][0]);
    setText(after, text.after);
    setText(truth, `There stood “${probe.answer}”, which can be told from ${probe.decided_by}.`);
    items.forEach(({ word, share, fill, el }, k) => {
      const [guess, p] = words[k], hit = guess === probe.answer;
      el.classList.toggle("bw-right", hit);
      setText(word, hit ? `${guess} ✓` : guess);
      setText(share, percent(p));
      fill.style.width = `${100 * p}%`;
    });
    curve.draw(probe.probability, i);
  };
  return { el, draw };
}

// One row for each probe: choose it, see the likeliest word and the probability of the right one.
function probeRow(probe, name, choose) {
  const { before, after } = around(probe), text = `${before}▁▁▁${after}`;
  const choice = option(name, text.replace("▁▁▁", "…"), choose, text);
  const guess = h("span"), share = h("span", { class: "bw-number" }), fill = bar();
  const cell = (title, ...children) => h("td", { role: "cell", "data-title": title }, ...children);
  const el = h("tr", { role: "row" },
    h("th", { role: "rowheader", scope: "row" }, choice.el),
    cell("model says", guess), cell("there stood", probe.answer), cell("its probability", share, track(fill)));
  const draw = (i, on) => {
    const hit = probe.rank[i] === 1;
    choice.draw(on);
    el.classList.toggle("bw-right", hit);
    setText(guess, hit ? `${probe.words[i][0]} ✓` : probe.words[i][0]);
    setText(share, percent(probe.probability[i]));
    fill.style.width = `${100 * probe.probability[i]}%`;
  };
  return { el, draw };
}

function probeTable(probes, name, choose) {
  const rows = probes.map((probe, number) => probeRow(probe, name, () => choose(number)));
  const heads = ["probe", "model says", "there stood", "its probability"].map((text) =>
    h("th", { role: "columnheader", scope: "col" }, text));
  const caption = h("caption");
  const el = h("table", { role: "table", class: "bw-cards" }, caption,
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...heads)),
    h("tbody", { role: "rowgroup" }, ...rows.map((row) => row.el)));
  const draw = (i, chosen) => {
    setText(caption, `All probes at this step: ${solved(probes, i)} of ${probes.length} right. Choose one.`);
    rows.forEach((row, number) => row.draw(i, number === chosen));
  };
  return { el, draw };
}

function render({ model, el }) {
  const run = read(model, RUN), { steps, loss, lines, probes } = run;
  const slider = h("input", {
    type: "range", min: 0, max: steps.length - 1, "aria-label": "Steps of training",
    input: () => update(model, { step: steps[slider.valueAsNumber] }),
  });
  const shown = h("span", { class: "bw-number bw-end" });
  const labels = Object.fromEntries(Object.entries(lines).map(([name, value]) =>
    [`${LINES[name].replace(/^the | line$/g, "")} ${value.toFixed(2)}`, value]));
  const losses = chart("Loss on held-out words (nats), against steps", steps, Math.max(...loss) * 1.04, labels);
  const close = closeUp(steps, probes[0].words[0].length);
  const table = probeTable(probes, uniqueName("training-scrubber"), (probe) => update(model, { probe }));
  const output = h("output", { class: "bw-soft" }), say = announcer(output);
  el.append(frame("training-scrubber", "Training scrubber",
    h("label", { class: "bw-steps" }, h("b", {}, "Steps of training"), slider, shown),
    h("div", { class: "bw-views" }, losses.el, close.el), output,
    h("div", { class: "bw-pane", role: "region", tabindex: 0, "aria-label": "Probes" }, table.el)));

  return follow(model, CHOICE, () => {
    const i = nearest(steps, model.get("step")), number = Math.min(Math.max(model.get("probe"), 0), probes.length - 1);
    setValue(slider, i);
    slider.setAttribute("aria-valuetext", `${count(steps[i])} steps, loss ${loss[i].toFixed(2)}`);
    setText(shown, `${count(steps[i])} of ${count(steps.at(-1))}`);
    losses.draw(loss, i);
    close.draw(probes[number], i);
    table.draw(i, number);
    say(describe(run, i, probes[number]));
  });
}

const link = linkable("training", { step: isWhole(0), probe: isWhole(0) }, (asked, model) => {
  const { step, probe } = { ...read(model, CHOICE), ...asked };
  return model.get("steps").includes(step) && probe < model.get("probes").length ? asked : undefined;
});

export default { render, link };
