// InputBuilder (chapter 3): from the reader's text, or two, to the rows that enter the first block.

const CHOICE = ["text", "second", "max_len", "position"];
const LEAST = 5; // room for two texts of one token each
const SHOWN = 16; // entries of a vector that are shown, the first ones

// Pure functions, tested without a browser.

// truncate_pair of inputs.py, off the back: of two texts the longer one gives way, of equal ones the second.
export function truncate_pair(tokens_a, tokens_b, max_len) {
  const room = max_len - (tokens_b ? 3 : 2);
  const second = Math.max(Math.floor(room / 2), room - tokens_a.length);
  const b = tokens_b?.slice(0, second);
  return [tokens_a.slice(0, room - (b?.length ?? 0)), b];
}

// One padded row of a batch. `tokens` keeps the words that the model doesn't know, `lost` those that
// did not fit, text by text.
export function build(bert, { text, second, max_len }) {
  const whole = [words(text), words(second)];
  const [a, b] = truncate_pair(whole[0], whole[1].length ? whole[1] : undefined, max_len);
  const { tokens, segments } = get_tokens_and_segments(a, b), valid_len = tokens.length;
  const unknown = [...new Set(tokens.filter((token) => !bert.known.has(token)))];
  for (let t = valid_len; t < max_len; t++) {
    tokens.push("<pad>");
    segments.push(0);
  }
  const lost = [whole[0].slice(a.length), whole[1].slice(b?.length)];
  return { tokens, segments, ids: bert.ids(tokens), valid_len, unknown, lost };
}

// For each position the three rows that are added, their sum and, in a model that has one, its norm.
export function terms(bert, { ids, segments }) {
  const { token_embedding, segment_embedding, pos_embedding, embedding_norm } = bert.encoder;
  return ids.map((id, t) => {
    const token = token_embedding.forward(id), segment = segment_embedding.forward(segments[t]);
    const position = pos_embedding.forward(t); // (D,) each
    const sum = token.map((x, d) => x + segment[d] + position[d]);
    return { token, segment, position, sum, norm: embedding_norm.forward(sum) };
  });
}

export function describe({ tokens, valid_len }) {
  const pads = tokens.length - valid_len;
  const rest = pads ? `${valid_len} tokens and ${pads} <pad> fill` : `${valid_len} tokens fill`;
  return `Valid length ${valid_len}: ${rest} ${tokens.length} positions.`;
}

export function leftOut({ lost }) {
  const parts = lost.flatMap((gone, i) => {
    const list = gone.slice(0, 8).map((word) => `“${short(word)}”`).join(", ");
    return gone.length ? [`${list}${gone.length > 8 ? ", …" : ""} of the ${i ? "second" : "first"} text`] : [];
  });
  return parts.length ? `No room for ${parts.join(" and ")}.` : "All words have room.";
}

// The view.

const NAMES = { token: "token", segment: "+ seg.", position: "+ pos.", sum: "= sum", norm: "norm" };
const number = (x) => x.toFixed(2).replace(/^-(?!0\.00)/, "−").replace("-", "");

// The first entries of a vector, one pixel each: blue above zero, orange below, the stronger the larger.
function drawStrip() {
  const canvas = h("canvas", { width: SHOWN, height: 1 });
  const draw = (vector, limit) => {
    const context = canvas.getContext("2d"), image = context.createImageData(SHOWN, 1);
    vector.subarray(0, SHOWN).forEach((x, d) => image.data.set(
      [...(x < 0 ? [0xe0, 0x7b, 0x1f] : [0x3d, 0x7d, 0xe0]), 255 * Math.sqrt(Math.min(1, Math.abs(x) / limit))], 4 * d));
    context.putImageData(image, 0, 0);
  };
  return { el: h("td", { "aria-hidden": "true" }, canvas), draw };
}

function headings(first, kinds, hidden) {
  const column = (text, hide) => h("th", { scope: "col", "aria-hidden": hide && "true" }, text);
  return h("thead", {}, h("tr", {}, ...first.map((text) => column(text)), ...kinds.map((kind) => column(NAMES[kind], hidden))));
}

// One row for each position; the reader chooses the one whose numbers are shown.
function sequence({ tokens, segments, valid_len, unknown }, kinds, name, choose) {
  const rows = tokens.map((token, t) => {
    const strange = unknown.includes(token);
    const text = strange ? [h("i", {}, short(token)), " → <unk>"] : [short(token)];
    const radio = option(name, `position ${t}, ${short(token)}`, () => choose(t), h("span", { class: "bw-number" }, String(t)));
    const strips = kinds.map(drawStrip), valid = t < valid_len;
    const el = h("tr", { class: !valid && "bw-pad" }, h("th", { scope: "row" }, radio.el),
      h("td", {}, ...text), h("td", {}, String(segments[t])), h("td", {}, valid ? "yes" : "no"), ...strips.map((one) => one.el));
    return { radio, strips, el };
  });
  const el = h("table", { class: "bw-sequence" },
    h("caption", {}, `One row for each position: choose one. Strips show the first ${SHOWN} numbers.`),
    headings([unseen("position"), "token", "seg.", "valid"], kinds, true), h("tbody", {}, ...rows.map((row) => row.el)));
  const draw = (vectors, limits, position) => rows.forEach(({ radio, strips }, t) => {
    radio.draw(t === position);
    strips.forEach((one, i) => one.draw(vectors[t][kinds[i]], limits[kinds[i]]));
  });
  return { el, draw };
}

// The chosen position in numbers.
function numbers(kinds) {
  const caption = h("caption");
  const cells = Array.from({ length: SHOWN }, () => kinds.map(() => h("td", { class: "bw-number bw-end" })));
  const el = h("table", { class: "bw-numbers" }, caption, headings(["entry"], kinds),
    h("tbody", {}, ...cells.map((row, d) => h("tr", {}, h("th", { scope: "row" }, String(d)), ...row))));
  const draw = (vectors, { tokens }, position) => {
    const D = vectors[position].sum.length;
    setText(caption, `Position ${position}, “${short(tokens[position])}”: the first ${SHOWN} of ${D} numbers`);
    cells.forEach((row, d) => row.forEach((cell, i) => setText(cell, number(vectors[position][kinds[i]][d]))));
  };
  return { el, draw };
}

// The largest number in sight: of the three terms and their sum together, of the norm by itself.
function scales(vectors) {
  const most = (kinds) => Math.max(...vectors.flatMap((row) =>
    kinds.map((kind) => row[kind].subarray(0, SHOWN).reduce((a, x) => Math.max(a, Math.abs(x)), 0))));
  const sum = most(["token", "segment", "position", "sum"]);
  return { token: sum, segment: sum, position: sum, sum, norm: most(["norm"]) };
}

function lengthSlider(set) {
  const value = h("span", { class: "bw-number" });
  const input = h("input", { type: "range", min: LEAST, input: () => set(input.valueAsNumber) });
  const el = h("label", { class: "bw-slider" }, h("code", {}, "max_len"), input, value);
  const draw = (max_len, most) => {
    input.max = most;
    setValue(input, max_len);
    setText(value, String(max_len));
  };
  return { el, draw };
}

async function render({ model, el }) {
  await arrival(model);
  const name = uniqueName("input-builder"), set = (trait) => (value) => update(model, { [trait]: value });
  const bertOf = remember((weights) => new BERTModel(unpack(weights)));
  const first = read(model, CHOICE);
  const fields = { text: textField("Text", set("text")), second: textField("Second text, if you like", set("second")) };
  const back = h("button", { type: "button", click: () => update(model, first) }, "Back to the first texts");
  const slider = lengthSlider(set("max_len"));
  const unknown = h("p", { class: "bw-soft", role: "status" });
  const output = h("output", { class: "bw-soft" }), say = announcer(output), scale = h("p", { class: "bw-soft" });
  const box = h("div", { class: "bw-scroll", tabindex: 0, role: "group", "aria-label": "Positions" }), right = h("div");
  el.append(frame("input-builder", "Input builder",
    h("div", { class: "bw-texts" }, fields.text.el, fields.second.el, back), slider.el, unknown, output,
    h("div", { class: "bw-tables" }, box, right), scale));

  let shown, rows, table; // the sequence in the tables
  return follow(model, [...CHOICE, "weights"], () => {
    const bert = bertOf(model.get("weights")), state = read(model, CHOICE), { config } = bert;
    const kinds = Object.keys(NAMES).filter((kind) => kind !== "norm" || config.embedding_norm);
    const max_len = Math.min(Math.max(state.max_len, LEAST), config.max_len);
    const position = Math.min(Math.max(state.position, 0), max_len - 1);
    for (const [trait, { draw }] of Object.entries(fields)) draw(state[trait]);
    slider.draw(max_len, config.max_len);
    const input = build(bert, { ...state, max_len }), key = JSON.stringify([input.tokens, input.segments, kinds]);
    if (key !== shown) {
      shown = key;
      rows = sequence(input, kinds, name, set("position"));
      table = numbers(kinds);
      box.replaceChildren(rows.el);
      right.replaceChildren(table.el);
    }
    const vectors = terms(bert, input), limits = scales(vectors);
    rows.draw(vectors, limits, position);
    table.draw(vectors, input, position);
    setText(unknown, unknownWords(input.unknown));
    setText(scale, `Blue is above zero, orange below. Full colour is ${number(limits.sum)} or −${number(limits.sum)}` +
      (kinds.includes("norm") ? `, after the norm ${number(limits.norm)} or −${number(limits.norm)}.` : "."));
    say(`${describe(input)} ${leftOut(input)} Position ${position}, “${short(input.tokens[position])}”, segment ${input.segments[position]}.`);
  });
}

const link = linkable("input", { text: isText, second: isText, max_len: isWhole(LEAST), position: isWhole(0) });

export default { render, link };
