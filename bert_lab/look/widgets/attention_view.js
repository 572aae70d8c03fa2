// AttentionView (chapter 6): every head of every block on the reader's own text, and a test of how
// far attention weights explain what the model says.

const CHOICE = ["text", "second", "block", "head", "query"];
const SPECIAL = /^<(?:pad|cls|sep|mask)>$/; // <unk> stands for a word

// Pure functions, tested without a browser.

// The texts as the model reads them; `tokens` keeps the words that it doesn't know.
export function encode(bert, { text, second }) {
  const pair = words(second);
  const { tokens, segments } = get_tokens_and_segments(words(text), pair.length ? pair : undefined);
  const unknown = [...new Set(tokens.filter((token) => !bert.known.has(token)))];
  return { tokens, segments, ids: bert.ids(tokens), unknown };
}

// The weights (T,) with which one query looks at every key.
export function weightsFrom(attention, { block, head, query }) {
  const T = Math.sqrt(attention[block].length / attention.heads), first = (head * T + query) * T;
  return attention[block].subarray(first, first + T);
}

export function look(bert, { ids, segments }) {
  const { attention_weights } = bert.encoder.trace(ids, segments);
  return Object.assign(attention_weights, { heads: bert.config.num_heads });
}

// The word that the model guesses for `query` from all the rest; how sure of it it is then, and with
// one more word hidden; and the query's weights in the last block, the mean of its heads.
export function hideEach(bert, { tokens, ids, segments }, query) {
  const mask = bert.known.get("<mask>");
  const hide = (...hidden) => ids.map((id, i) => (hidden.includes(i) ? mask : id));
  const shares = (input) => softmax(bert.forward(input, segments, ids.length, [query]).mlm_Y_hat);
  const all = shares(hide(query)), guess = all.indexOf(all.reduce((a, b) => Math.max(a, b)));
  const without = tokens.map((token, i) =>
    i === query || SPECIAL.test(token) ? null : shares(hide(query, i))[guess]);
  const attention = look(bert, { ids: hide(query), segments });
  const rows = Array.from({ length: attention.heads }, (_, head) =>
    weightsFrom(attention, { block: attention.length - 1, head, query }));
  const mean = tokens.map((_, i) => rows.reduce((sum, row) => sum + row[i], 0) / rows.length);
  return { word: bert.vocab[guess], share: all[guess], without, mean };
}

// Spearman's, equal values sharing their ranks; NaN where one of the two never changes.
export function rankCorrelation(xs, ys) {
  const ranks = (zs) => zs.map((z) =>
    zs.filter((other) => other < z).length + zs.filter((other) => other === z).length / 2 - zs.length / 2);
  const [a, b] = [ranks(xs), ranks(ys)], dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

export function strongest(tokens, row) {
  const order = [...tokens.keys()].sort((a, b) => row[b] - row[a]).slice(0, 3);
  return order.map((i) => `“${short(tokens[i])}” ${percent(row[i])}`).join(", ");
}

// What `hideEach` found, in words: do the weights foretell what the guess depends on?
export function verdict(tokens, { word, share, without, mean }) {
  const start = `With the chosen token hidden, the model guesses “${word}” (${percent(share)}).`;
  const tried = [...tokens.keys()].filter((i) => without[i] !== null);
  if (tried.length < 3) return `${start} With so few other words there is nothing to compare.`;
  if (tried.every((i) => Math.abs(share - without[i]) < 0.005))
    return `${start} Hiding any other word makes no difference to it, whatever the weights say.`;
  const needed = tried.reduce((a, b) => (without[b] < without[a] ? b : a));
  const watched = tried.reduce((a, b) => (mean[b] > mean[a] ? b : a));
  const r = rankCorrelation(tried.map((i) => mean[i]), tried.map((i) => share - without[i]));
  return `${start} It needs “${short(tokens[needed])}” most (${percent(without[needed])} without it). Of the words ` +
    `“${short(tokens[watched])}” gets the most weight in the last block, the mean of its heads. Weight and loss ` +
    `of confidence have a rank correlation of ${r.toFixed(2).replace("-", "−")}: 1 is the same order, 0 none.`;
}

// The view.

const cell = (...children) => h("td", { class: "bw-number bw-end" }, ...children);

// A head as a small picture, one pixel for each pair of tokens: rows are queries.
function thumbnail(name, block, head, set) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const choice = option(name, `block ${block}, head ${head}`, set, canvas, h("span", {}, `head ${head}`));
  const draw = (weights, on) => {
    choice.draw(on);
    const T = canvas.width = canvas.height = Math.sqrt(weights.length);
    const context = canvas.getContext("2d"), image = context.createImageData(T, T);
    weights.forEach((weight, i) => image.data.set([0x3d, 0x7d, 0xe0, 255 * weight], 4 * i));
    context.putImageData(image, 0, 0);
  };
  return { el: choice.el, draw };
}

// All heads at a glance, one row for each block.
function overview({ num_blks, num_heads }, name, choose) {
  const heads = Array.from({ length: num_blks * num_heads }, (_, i) => {
    const place = { block: Math.floor(i / num_heads), head: i % num_heads };
    return { ...place, ...thumbnail(name, place.block, place.head, () => choose(place)) };
  });
  const rows = Array.from({ length: num_blks }, (_, block) => h("div", { class: "bw-block" },
    h("span", { class: "bw-soft" }, `block ${block}`),
    ...heads.filter((head) => head.block === block).map(({ el }) => el)));
  const el = h("fieldset", {}, h("legend", {}, "Every head at a glance: choose one"), ...rows);
  const draw = (attention, choice) => {
    for (const { block, head, draw } of heads) {
      const size = attention[block].length / num_heads, weights = attention[block].subarray(head * size, (head + 1) * size);
      draw(weights, block === choice.block && head === choice.head);
    }
  };
  return { el, draw };
}

// The chosen head in full, and what its weights are beside: both have a row for each token.
function tokenTables({ tokens, unknown }, name, choose) {
  const said = (token) => (unknown.includes(token) ? h("i", {}, short(token), unseen(", unknown")) : short(token));
  const column = (token) => h("th", { scope: "col" }, h("span", {}, said(token)));
  const queries = tokens.map((token, query) =>
    option(name, `from ${short(token)}, position ${query}`, () => choose(query), h("span", {}, said(token))));
  const cells = tokens.map(() => tokens.map(() => h("td")));
  const mapCaption = h("caption"), listCaption = h("caption");
  const map = h("table", { class: "bw-map" }, mapCaption,
    h("thead", {}, h("tr", {}, h("td", { class: "bw-soft" }, "to →", h("br"), "from ↓"), ...tokens.map(column))),
    h("tbody", {}, ...queries.map(({ el }, i) => h("tr", {}, h("th", { scope: "row" }, el), ...cells[i]))));
  const tests = ["last block, mean", ""].map((text) => h("th", { scope: "col", class: "bw-end" }, text));
  const lines = tokens.map((token) => {
    const bar = h("span", { class: "bw-bar" }), share = cell(), mean = cell(), without = cell();
    const track = h("td", { "aria-hidden": "true" }, h("span", { class: "bw-track" }, bar));
    return { bar, share, mean, without, el: h("tr", {}, h("th", { scope: "row" }, said(token)), track, share, mean, without) };
  });
  const list = h("table", { class: "bw-list" }, listCaption,
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "to"), h("td"), h("th", { scope: "col", class: "bw-end" }, "weight"), ...tests)),
    h("tbody", {}, ...lines.map(({ el }) => el)));
  const draw = (attention, { block, head, query }, test) => {
    const which = `Block ${block}, head ${head}`;
    setText(mapCaption, `${which}: weights in percent`);
    setText(listCaption, `${which}: from “${short(tokens[query])}” at position ${query}`);
    queries.forEach((choice, i) => {
      choice.draw(i === query);
      weightsFrom(attention, { block, head, query: i }).forEach((weight, j) => {
        setText(cells[i][j], String(Math.round(100 * weight)));
        cells[i][j].style.setProperty("--share", `${100 * weight}%`);
      });
    });
    const row = weightsFrom(attention, { block, head, query });
    for (const heading of tests) heading.hidden = !test;
    setText(tests[1], test ? `“${short(test.word)}” without it` : "");
    lines.forEach(({ bar, share, mean, without }, i) => {
      bar.style.width = `${100 * row[i]}%`;
      setText(share, percent(row[i]));
      mean.hidden = without.hidden = !test;
      setText(mean, test ? percent(test.mean[i]) : "");
      setText(without, test && test.without[i] !== null ? percent(test.without[i]) : "–");
    });
  };
  return { els: [h("div", { class: "bw-scroll", tabindex: 0, role: "group", "aria-label": "Weights of the chosen head" }, map), list], draw };
}

const CAUTION = "A weight is no explanation. It says what share of a token’s value this head mixes in. What " +
  "becomes of it is up to the other heads, the residual connections and the blocks that follow. Put it to " +
  "the test: the model has to guess the chosen token, and one more word is hidden from it at a time.";

function problem({ tokens }, { max_len }) {
  if (tokens.length <= max_len) return "";
  return `That makes ${count(tokens.length)} tokens, and the model has ${max_len} positions. Shorten the text: ` +
    "below you still see the last one that fitted.";
}

// What stands there for any text and model.
function parts(model, test) {
  const set = (trait) => (value) => update(model, { [trait]: value });
  const first = read(model, CHOICE);
  const fields = { text: textField("Text", set("text")), second: textField("Second text, if you like", set("second")) };
  const back = h("button", { type: "button", click: () => update(model, first) }, "Back to the first text");
  const alert = h("p", { class: "bw-alert", role: "alert" }), unknown = h("p", { class: "bw-soft", role: "status" });
  const heads = h("div"), tables = h("div", { class: "bw-tables" }), output = h("output", { class: "bw-soft" });
  const found = h("p", { role: "status" });
  const button = h("button", { type: "button", click: test }, "Hide each word in turn");
  const el = frame("attention-view", "Attention view",
    h("div", { class: "bw-texts" }, fields.text.el, fields.second.el, back), alert, unknown, heads, output,
    tables, h("div", { class: "bw-test" }, h("p", {}, CAUTION), button, found));
  return { el, fields, alert, unknown, heads, tables, found, say: announcer(output) };
}

// The choice of traits that Python may have set beyond what there is.
function within({ block, head, query }, { num_blks, num_heads }, { tokens }) {
  const clamp = (value, end) => Math.min(Math.max(value, 0), end - 1);
  return { block: clamp(block, num_blks), head: clamp(head, num_heads), query: clamp(query, tokens.length) };
}

async function render({ model, el }) {
  await arrival(model);
  const name = uniqueName("attention-view");
  const bertOf = remember((weights) => new BERTModel(unpack(weights)));
  let bert, input, attention, grid, view, test; // the model and the text in the picture, and its parts

  const page = parts(model, () => {
    const { query } = within(read(model, CHOICE), bert.config, input);
    if (/^<(?:pad|cls|sep)>$/.test(input.tokens[query])) {
      setText(page.found, "Choose a word as the starting point: the model never has to guess special tokens.");
      return;
    }
    test = { input, query, ...hideEach(bert, input, query) };
    draw();
  });
  el.append(page.el);

  const take = () => { // what the reader typed, if the model has room for it
    const now = bertOf(model.get("weights")), typed = encode(now, read(model, CHOICE));
    setText(page.unknown, unknownWords(typed.unknown));
    setText(page.alert, problem(typed, now.config));
    if (page.alert.textContent || (now === bert && typed.tokens.join(" ") === input.tokens.join(" "))) return;
    if (now !== bert) {
      grid = overview(now.config, `${name}-head`, (place) => update(model, place));
      page.heads.replaceChildren(grid.el);
    }
    [bert, input, attention] = [now, typed, look(now, typed)];
    view = tokenTables(input, `${name}-query`, (query) => update(model, { query }));
    page.tables.replaceChildren(...view.els);
  };

  const draw = () => {
    for (const [trait, field] of Object.entries(page.fields)) field.draw(model.get(trait));
    take();
    if (!input) return;
    const choice = within(read(model, CHOICE), bert.config, input);
    if (test?.input !== input || test.query !== choice.query) test = undefined;
    grid.draw(attention, choice);
    view.draw(attention, choice, test);
    setText(page.found, test ? verdict(input.tokens, test) : "");
    page.say(`Block ${choice.block}, head ${choice.head}, from “${short(input.tokens[choice.query])}”: ` +
      `most to ${strongest(input.tokens, weightsFrom(attention, choice))}.`);
  };
  return follow(model, [...CHOICE, "weights"], draw);
}

const place = isWhole(0);
const link = linkable("attention", { text: isText, second: isText, block: place, head: place, query: place });

export default { render, link };
