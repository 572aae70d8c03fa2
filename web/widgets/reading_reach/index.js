// ReadingReach (chapter 2): what ELMo, GPT and BERT may read for one word. There is no model in it:
// the way in which a network is wired decides who may read what, whatever its weights. What it says
// is in words.js, the picture in flow.js.

import { isTyped, isWhole, linkable } from "../../shared/allowed.js";
import { announcer, frame, h, setText, textField, uniqueName } from "../../shared/elements.js";
import { drawOnChange, mounted, read, update } from "../../shared/lifecycle.js";
import { short } from "../../shared/numbers.js";
import { examples, foot, more, named, question } from "../../shared/picture.js";
import { flows } from "./flow.js";
import { NAMES, reach, split } from "./networks.js";
import { WORDS } from "./words.js";

/**
 * @import { Link } from "../../shared/allowed.js"
 * @import { Props } from "../../shared/lifecycle.js"
 * @import { ReadingReach } from "../../shared/traits.js"
 * @import { Network } from "./networks.js"
 */

const CHOICE = /** @type {const} */ (["text", "position"]);
const SAMPLES = {
  first: { text: "i went to the bank to deposit cash", position: 0 },
  last: { text: "i went to the bank to deposit cash", position: 7 },
  middle: { text: "i went to the bank to sit down", position: 4 },
};
const MOST = 24; // words in the picture

/** @param {string[]} words @param {number} position */
export function describe(words, position) {
  const [elmo, back, gpt, bert] = NAMES.map((name) => reach(name, words.length, position).length);
  return WORDS.summary(words[position], words.length, { elmo, back, gpt, bert });
}

// The view.

/** @param {Network} name */
function nameOf(name) {
  const [title, direction] = WORDS.networks[name];
  return WORDS.network(title, direction);
}

function readTable() {
  const caption = h("caption"),
    cells = NAMES.map((name) => ({ name, cell: h("td", { lang: "en" }) }));
  const el = h(
    "table",
    {},
    caption,
    h("thead", {}, h("tr", {}, ...WORDS.columns.map((text) => h("th", { scope: "col" }, text)))),
    h(
      "tbody",
      {},
      ...cells.map(({ name, cell }) => h("tr", {}, h("th", { scope: "row" }, nameOf(name)), cell)),
    ),
  );
  /** @param {string[]} words @param {number} position */
  const draw = (words, position) => {
    setText(caption, WORDS.caption(words[position]));
    for (const { name, cell } of cells)
      setText(
        cell,
        reach(name, words.length, position)
          .map((i) => short(words[i]))
          .join(" "),
      );
  };
  return { el, draw };
}

/** @param {Props<ReadingReach>} props */
function render({ model, el, signal }) {
  const name = uniqueName("reading-reach"),
    first = read(model, CHOICE);
  const text = textField(WORDS.text, (value) => update(model, { text: value }));
  const samples = examples(
    WORDS.examples,
    [...named(SAMPLES, WORDS.samples), [WORDS.back, first]],
    (choice) => update(model, choice),
  );
  const note = h("p", { class: "bw-soft", role: "status" }),
    output = h("output", { class: "bw-soft" });
  const box = h("div", { class: "rr-box" }),
    table = readTable(),
    say = announcer(output, signal);
  const details = more(WORDS.details, table.el, h("p", { class: "bw-soft" }, WORDS.legend));
  const root = frame(
    "reading-reach",
    WORDS.name,
    question(WORDS.question),
    samples,
    text.el,
    box,
    h("div", { class: "rr-said" }, note, output),
    foot(details),
  );
  el.append(root);

  let shown = ""; // the words in the picture
  /** @type {ReturnType<typeof flows>} */
  let view;
  /** @type {number | undefined} */
  let pointed; // the row under the pointer
  /** @param {number | undefined} row */
  const point = (row) => {
    if (row === pointed) return;
    pointed = row;
    draw();
  };
  const draw = () => {
    const all = split(model.get("text")),
      words = all.slice(0, MOST);
    text.draw(model.get("text"));
    setText(note, all.length > MOST ? WORDS.room(MOST) : all.length ? "" : WORDS.empty);
    box.firstElementChild?.toggleAttribute("hidden", !words.length);
    if (!words.length) return say("");
    const position = Math.min(Math.max(model.get("position"), 0), words.length - 1);
    if (words.join(" ") !== shown) {
      [shown, pointed] = [words.join(" "), undefined];
      view = flows(words, name, { choose: (i) => update(model, { position: i }), point });
      box.replaceChildren(view.el);
    }
    const seen = pointed ?? position;
    view.draw(seen, position);
    table.draw(words, seen);
    say(describe(words, seen));
  };
  root.addEventListener("keydown", ({ key }) => key === "Escape" && point(undefined));
  drawOnChange(model, CHOICE, draw, signal);
}

/** @type {Link<ReadingReach>} */
const link = linkable("reach", { text: isTyped, position: isWhole(0, MOST - 1) });

export default { render: mounted(render), link };
