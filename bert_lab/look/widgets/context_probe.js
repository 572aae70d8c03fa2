// ContextProbe (chapter 1): one word in two sentences of the reader's, compared layer by layer, and its
// place among recorded sentences whose sense is known.

const CHOICE = ["word", "text", "second", "layer"];
const NEIGHBOURS = 5;
const WHICH = ["first", "second"];

// Pure functions, tested without a browser.

export function cosine(a, b) {
  const dot = (u, v) => u.reduce((sum, x, d) => sum + x * v[d], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

// Where the word stands in a text, and its vectors: `table` knows the word alone, `layers` the context.
export function look(bert, text, word) {
  const { tokens, segments } = get_tokens_and_segments(words(text)), at = tokens.indexOf(word) - 1;
  const unknown = [...new Set(tokens.filter((token) => !bert.known.has(token)))], ids = bert.ids(tokens);
  if (at < 0 || tokens.length > bert.config.max_len) return { at, length: tokens.length, unknown };
  const D = bert.config.num_hiddens, { hidden_states } = bert.encoder.trace(ids, segments);
  const layers = hidden_states.map((X) => X.subarray((at + 1) * D, (at + 2) * D)); // after <cls>
  return { at, length: tokens.length, unknown, table: bert.encoder.token_embedding.forward(ids[at + 1]), layers };
}

// Cosine of the two vectors: of the table's rows, then layer by layer.
export const compare = (one, other) =>
  [cosine(one.table, other.table), ...one.layers.map((vector, layer) => cosine(vector, other.layers[layer]))];

// A vector's place on the map of a layer. The last offset is for positions that no recorded sentence has.
export function project({ plane, offsets }, layer, { at, layers }) {
  const offset = offsets[layer][Math.min(at, offsets[layer].length - 1)];
  return [0, 1].map((axis) => layers[layer].reduce((sum, x, d) => sum + x * plane[layer][d][axis], 0) - offset[axis]);
}

// The senses of the recorded sentences next to a place: [[sense, how many], ...], most first.
export function around({ points, sentences }, layer, [x, y]) {
  const distance = (i) => Math.hypot(points[layer][i][0] - x, points[layer][i][1] - y);
  const near = [...sentences.keys()].sort((i, j) => distance(i) - distance(j)).slice(0, NEIGHBOURS);
  const counts = new Map();
  for (const i of near) counts.set(sentences[i].sense, (counts.get(sentences[i].sense) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

export function problem(one, which, word, max_len) {
  if (one.at < 0) return `The ${which} sentence lacks the word “${word}”, so there is nothing to compare. `;
  return one.layers ? "" : `The ${which} sentence makes ${count(one.length)} tokens, and the model has ${max_len} positions. `;
}

export const sensesOf = ({ sentences }) => [...new Set(sentences.map(({ sense }) => sense))];

// The view.

const two = (x) => x.toFixed(2).replace("-", "−");
const mark = (kind, title) => h("span", { class: `bw-mark bw-sense-${kind}`, title });

// What one vector is like: the two of the reader, beside recorded pairs.
function cosineTable(layers, name, choose) {
  const column = (text) => h("th", { scope: "col", class: "bw-end" }, text);
  const number = () => h("td", { class: "bw-number bw-end" });
  const rows = Array.from({ length: layers + 1 }, (_, row) => {
    const title = row ? `layer ${row - 1}` : "f(x), its row of the table", cells = [number(), number(), number()];
    const choice = row && option(name, `map of ${title}`, () => choose(row - 1), h("span", {}, title));
    return { choice, cells, el: h("tr", {}, h("th", { scope: "row" }, row ? choice.el : title), ...cells) };
  });
  const el = h("table", {}, h("caption", {}, "Cosine of two vectors of the word. Choose a layer for the map"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "vector"), column("your two"), column("recorded, same sense"), column("recorded, different senses"))),
    h("tbody", {}, ...rows.map((row) => row.el)));
  const draw = (cosines, { alike }, chosen) => rows.forEach(({ choice, cells }, row) => {
    const recorded = row ? [alike.same[row - 1], alike.different[row - 1]] : [1, 1];
    if (choice) choice.draw(row - 1 === chosen);
    [cosines?.[row], ...recorded].forEach((x, i) => setText(cells[i], x === undefined ? "–" : two(x)));
  });
  return { el, draw };
}

// Recorded sentences as marks, the reader's two as numbered discs. One scale for all layers.
function senseMap(map, take) {
  const kinds = sensesOf(map), end = 1.15 * Math.max(...map.points.flat(2).map(Math.abs));
  const move = (el, [x, y]) => {
    const share = (v) => `${50 + 48 * Math.min(Math.max(v / end, -1), 1)}%`;
    [el.style.left, el.style.top] = [share(x), share(-y)];
  };
  const recorded = map.sentences.map(({ text, sense }) => {
    const el = mark(kinds.indexOf(sense), `${sense}: ${text}`);
    el.addEventListener("click", () => take(text));
    return el;
  });
  const own = WHICH.map((which, i) => h("span", { class: `bw-mark bw-own bw-${which}` }, String(i + 1)));
  const els = [
    h("div", { class: "bw-map", "aria-hidden": "true" }, ...recorded, ...own),
    h("p", { class: "bw-soft bw-key" }, ...kinds.map((sense, kind) => h("span", {}, mark(kind), ` ${sense}`)),
      h("span", {}, "1, 2: your sentences")),
  ];
  const draw = (layer, places) => {
    recorded.forEach((el, i) => move(el, map.points[layer][i]));
    own.forEach((el, i) => {
      el.hidden = !places[i];
      if (places[i]) move(el, places[i]);
    });
  };
  return { els, draw };
}

// Recorded sentences to take over as the second one, for those who point at nothing.
function sentenceList(map, take) {
  const group = (sense) => h("optgroup", { label: sense }, ...map.sentences
    .filter((one) => one.sense === sense).map(({ text }) => h("option", { value: text }, text)));
  const list = h("select", { change: () => { if (list.value) take(list.value); } },
    h("option", { value: "" }, "choose one"), ...sensesOf(map).map(group));
  const el = h("label", { class: "bw-field" }, h("span", { class: "bw-soft" }, "A recorded sentence as the second"), list);
  const draw = (text) => setValue(list, map.sentences.some((one) => one.text === text) ? text : "");
  return { el, draw };
}

const CAUTION = "The map shows two directions of many, and all directions take part in the cosine. Means of the word " +
  "and of its position are taken away on the map alone: a word that moves to another place has another vector, too.";

async function render({ model, el }) {
  await arrival(model);
  const name = uniqueName("context-probe"), maps = model.get("maps"), set = (trait) => (value) => update(model, { [trait]: value });
  const bertOf = remember((weights) => new BERTModel(unpack(weights))), first = read(model, CHOICE);
  const opening = (word) => sensesOf(maps[word]).map((sense) => maps[word].sentences.find((one) => one.sense === sense).text);
  const pick = h("select", { "aria-label": "Word", change: () => {
    const [text, second] = opening(pick.value);
    update(model, { word: pick.value, text, second });
  } }, ...Object.keys(maps).map((word) => h("option", { value: word }, word)));
  const fields = { text: textField("First sentence", set("text")), second: textField("Second sentence", set("second")) };
  const back = h("button", { type: "button", click: () => update(model, first) }, "Back to the first pair");
  const alert = h("p", { class: "bw-alert", role: "alert" }), unknown = h("p", { class: "bw-soft", role: "status" });
  const output = h("output", { class: "bw-soft" }), say = announcer(output);
  const list = h("div"), figure = h("div", { class: "bw-figure" });
  const table = cosineTable(bertOf(model.get("weights")).config.num_blks + 1, name, set("layer"));
  el.append(frame("context-probe", "Context probe",
    h("div", { class: "bw-row" }, h("label", { class: "bw-row" }, "Word", pick), back),
    h("div", { class: "bw-texts" }, fields.text.el, fields.second.el), list, alert, unknown,
    h("div", { class: "bw-tables" }, table.el, figure), output, h("p", { class: "bw-soft" }, CAUTION)));

  const viewOf = remember((word) => {
    const view = senseMap(maps[word], set("second")), sentences = sentenceList(maps[word], set("second"));
    list.replaceChildren(sentences.el);
    figure.replaceChildren(...view.els);
    return { map: view, sentences };
  });
  return follow(model, [...CHOICE, "weights"], () => {
    const { word, text, second, ...state } = read(model, CHOICE), bert = bertOf(model.get("weights"));
    const layer = Math.min(Math.max(state.layer, 0), bert.config.num_blks), map = maps[word];
    setValue(pick, word);
    fields.text.draw(text);
    fields.second.draw(second);
    const pair = [text, second].map((sentence) => look(bert, sentence, word));
    const wrong = pair.map((one, i) => problem(one, WHICH[i], word, bert.config.max_len)).join("");
    setText(alert, wrong.trim());
    setText(unknown, unknownWords([...new Set(pair.flatMap((one) => one.unknown))]));
    const cosines = wrong ? undefined : compare(...pair);
    const places = pair.map((one) => one.layers && project(map, layer, one));
    table.draw(cosines, map, layer);
    const view = viewOf(word);
    view.map.draw(layer, places);
    view.sentences.draw(second);
    const near = places.flatMap((place, i) => place ? [`around the ${WHICH[i]}: ` +
      around(map, layer, place).map(([sense, n]) => `${n} ${sense}`).join(", ")] : []);
    say(`${cosines ? `Layer ${layer}: cosine ${two(cosines[layer + 1])}. ` : ""}` +
      (near.length ? `Of the ${NEIGHBOURS} nearest recorded sentences on the map, ${near.join("; ")}.` : ""));
  });
}

const link = linkable("context", { word: isText, text: isText, second: isText, layer: isWhole(0) },
  (asked, model) => (Object.hasOwn(model.get("maps"), asked.word ?? model.get("word")) ? asked : undefined));

export default { render, link };
