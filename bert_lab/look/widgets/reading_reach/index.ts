// ReadingReach (chapter 2): what ELMo, GPT and BERT may read for one word. There is no model in it:
// the way in which a network is wired decides who may read what, whatever its weights. What it says
// is in words.toml, the picture in flow.ts.

import { isTyped, isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import { frame, h, sentenceAbove, setText, textField, uniqueName } from "#web/shared/elements.ts";
import { onEscape } from "#web/shared/keyboard.ts";
import { drawOnChange, mounted, type Props, read, update } from "#web/shared/lifecycle.ts";
import { short } from "#web/shared/numbers.ts";
import { examples, foot, markShown, more, named, question } from "#web/shared/picture.ts";
import type { ReadingReach } from "#web/shared/traits.ts";
import { flows } from "./flow.ts";
import { NAMES, type Network, reach, split } from "./networks.ts";
import { WORDS } from "./words.toml";

const CHOICE = ["text", "position"] as const;
const SAMPLES = {
  first: { text: "i went to the bank to deposit cash", position: 0 },
  last: { text: "i went to the bank to deposit cash", position: 7 },
  middle: { text: "i went to the bank to sit down", position: 4 },
};
const MOST = 24; // words in the picture

export function describe(words: string[], position: number) {
  const [elmo, back, gpt] = NAMES.map((name) => reach(name, words.length, position).length);
  return WORDS.summary({ word: words[position], all: words.length, elmo, back, gpt });
}

// The view.

function nameOf(name: Network) {
  const [title, direction] = WORDS.networks[name];
  return direction ? WORDS.network({ title, direction }) : title;
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
  const draw = (words: string[], position: number) => {
    setText(caption, WORDS.caption({ word: words[position] }));
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

function render({ model, el, signal }: Props<ReadingReach>) {
  const name = uniqueName("reading-reach");
  const text = textField(WORDS.text, (value) => update(model, { text: value }));
  const samples = examples(WORDS.examples, named(SAMPLES, WORDS.samples), (choice) =>
    update(model, choice),
  );
  const note = h("p", { class: "bw-soft", role: "status" }),
    { el: output, say } = sentenceAbove(signal);
  const box = h("div", { class: "rr-box" }),
    table = readTable();
  const details = more(WORDS.details, table.el, h("p", { class: "bw-soft" }, WORDS.legend));
  const root = frame(
    "reading-reach",
    WORDS.name,
    question(WORDS.question),
    samples,
    h("div", { class: "rr-said" }, note, output),
    box,
    foot(more(WORDS.own, text.el), details),
  );
  el.append(root);

  let shown = ""; // the words in the picture
  let view: ReturnType<typeof flows>;
  let pointed: number | undefined; // the row under the pointer
  const point = (row: number | undefined) => {
    if (row === pointed) return;
    pointed = row;
    draw();
  };
  const draw = () => {
    const { text: typed, position: chosen } = read(model, CHOICE);
    markShown(
      samples,
      Object.values(SAMPLES).findIndex((one) => one.text === typed && one.position === chosen),
    );
    const all = split(typed),
      words = all.slice(0, MOST);
    text.draw(typed);
    setText(note, all.length > MOST ? WORDS.room({ most: MOST }) : all.length ? "" : WORDS.empty);
    box.firstElementChild?.toggleAttribute("hidden", !words.length);
    if (!words.length) return say("");
    const position = Math.min(Math.max(chosen, 0), words.length - 1);
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
  onEscape(root, () => point(undefined));
  drawOnChange(model, CHOICE, draw, signal);
}

const link: Link<ReadingReach> = linkable("reach", {
  text: isTyped,
  position: isWhole(0, MOST - 1),
});

export default { render: mounted(render), link };
