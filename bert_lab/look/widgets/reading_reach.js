// ReadingReach (chapter 2): what ELMo, GPT and BERT may read for one word. There is no model in it: the
// way in which a network is wired decides who may read what, whatever its weights.

const CHOICE = ["text", "position"];
const MOST = 24; // words in the picture
const LEFT = (of, from) => from <= of, RIGHT = (of, from) => from >= of, BOTH = () => true;

// `reads(of, from)`: may the vector of one position depend on the word at the other? The same in every
// layer and through all of them, since whoever may be read has read no further itself. The layer of an
// LSTM also hands its own states on from word to word.
export const NETWORKS = {
  "ELMo, forward": { reads: LEFT, sign: "←", layer: "layer", recurrent: true },
  "ELMo, backward": { reads: RIGHT, sign: "→", layer: "layer", recurrent: true },
  GPT: { reads: LEFT, sign: "←", layer: "block" },
  BERT: { reads: BOTH, sign: "⇄", layer: "block" },
};

// Pure functions, tested without a browser.

// As Python's str.split cuts, for which four control characters are white space, too.
export const split = (text) => text.split(/[\p{White_Space}\x1c-\x1f]+/u).filter(Boolean);

export const reach = (name, length, position) =>
  Array.from({ length }, (_, from) => from).filter((from) => NETWORKS[name].reads(position, from));

export function describe(words, position) {
  const amount = (name) => reach(name, words.length, position).length;
  return `For “${short(words[position])}”, ELMo’s forward network reads ${amount("ELMo, forward")} of ` +
    `${words.length} words, its backward network ${amount("ELMo, backward")}; GPT reads ${amount("GPT")}, ` +
    `BERT ${amount("BERT")}.`;
}

// The view.

const TITLES = {
  "ELMo, forward": "ELMo’s network that reads forward",
  "ELMo, backward": "ELMo’s network that reads backward",
  GPT: "GPT: every block looks left",
  BERT: "BERT: every block looks both ways",
};
const LEGEND = "The framed cell is the word’s vector; marked are the vectors and words that it is made from. ← has read " +
  "what stands on its left, → on its right, ⇄ on both sides; a dot is not read at all. ELMo’s vector is the two framed " +
  "ones side by side, so no number in it has read both sides. In BERT, what comes from the left has read the right already.";

// Three rows for a network: the chosen word's vector, the layer below it, the words.
function network(name, length) {
  const { sign, layer, recurrent } = NETWORKS[name], tally = h("span", { class: "bw-soft" });
  const rows = [`${layer} 2`, `${layer} 1`, "words"].map((label, depth) => {
    const cells = Array.from({ length }, (_, from) => h("td", { "data-column": from }));
    return { depth, cells, el: h("tr", {}, h("th", { scope: "row" }, label), ...cells) };
  });
  const title = h("th", { scope: "rowgroup", colspan: length + 1 }, TITLES[name], " ", tally);
  const el = h("tbody", {}, h("tr", { class: "bw-network" }, title), ...rows.map((row) => row.el));
  const draw = (position) => {
    const read = reach(name, length, position);
    setText(tally, `${read.length} of ${length} words`);
    for (const { depth, cells } of rows) cells.forEach((cell, from) => {
      const top = depth === 0 && from === position, used = depth || recurrent ? read.includes(from) : top;
      cell.classList.toggle("bw-used", used);
      cell.classList.toggle("bw-own", top);
      setText(cell, used ? (depth < 2 ? sign : "●") : "·");
    });
  };
  return { el, draw };
}

// One column for each word; its heading is what one chooses, and pointing at the column is enough.
function picture(words, name, choose, point) {
  const heads = words.map((word, i) => option(name, `${short(word)}, word ${i + 1}`, () => choose(i), h("span", {}, short(word))));
  const networks = Object.keys(NETWORKS).map((name) => network(name, words.length));
  const head = heads.map(({ el }, i) => h("th", { scope: "col", "data-column": i }, el));
  const column = (event) => event.target.closest("[data-column]")?.dataset.column;
  const el = h("table", {
    pointerover: (event) => { if (event.pointerType === "mouse") point(column(event) && Number(column(event))); },
    pointerleave: () => point(undefined),
  }, h("caption", {}, "Choose a word, or point at one: what may its vector depend on?"),
  h("thead", {}, h("tr", {}, h("td"), ...head)), ...networks.map((one) => one.el));
  const draw = (position, chosen) => {
    heads.forEach((one, i) => one.draw(i === chosen));
    head.forEach((cell, i) => cell.classList.toggle("bw-pointed", i === position));
    for (const one of networks) one.draw(position);
  };
  return { el, draw };
}

function render({ model, el }) {
  const name = uniqueName("reading-reach"), first = read(model, CHOICE);
  const text = textField("Text", (value) => update(model, { text: value }));
  const back = h("button", { type: "button", click: () => update(model, first) }, "Back to the first text");
  const note = h("p", { class: "bw-soft", role: "status" }), output = h("output", { class: "bw-soft" });
  const box = h("div", { class: "bw-scroll", tabindex: 0, role: "group", "aria-label": "Who reads what" });
  const say = announcer(output);
  el.append(frame("reading-reach", "Reading reach",
    h("div", { class: "bw-texts" }, text.el, back), note, box, output, h("p", { class: "bw-soft" }, LEGEND)));

  let shown, view, pointed; // the words in the picture, the picture, and the column under the pointer
  const draw = () => {
    const all = split(model.get("text")), words = all.slice(0, MOST);
    text.draw(model.get("text"));
    setText(note, all.length > MOST ? `The picture has room for the first ${MOST} words.` : all.length ? "" : "Type a sentence.");
    box.hidden = !words.length;
    if (!words.length) return say("");
    const position = Math.min(Math.max(model.get("position"), 0), words.length - 1);
    if (words.join(" ") !== shown) {
      [shown, pointed] = [words.join(" "), undefined];
      view = picture(words, name, (i) => update(model, { position: i }), (column) => {
        if (column === pointed) return;
        pointed = column;
        draw();
      });
      box.replaceChildren(view.el);
    }
    view.draw(pointed ?? position, position);
    say(describe(words, position));
  };
  return follow(model, CHOICE, draw);
}

const link = linkable("reach", { text: isText, position: isWhole(0) });

export default { render, link };
