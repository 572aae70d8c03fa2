// ContextProbe in English: any word that occurs in two sentences of the reader's, read by the
// released BERT.

import type { Released } from "#web/minilm/released.ts";
import { frame, h, sentenceAbove, setText, setValue, uniqueName } from "#web/shared/elements.ts";
import { pictureModel } from "#web/shared/inner_model.ts";
import { type Model, read, update } from "#web/shared/lifecycle.ts";
import { examples, foot, more, named, question } from "#web/shared/picture.ts";
import type { ContextProbe } from "#web/shared/traits.ts";
import type { Reading } from "./compare.ts";
import { fork, gapOf, isSame } from "./fork.ts";
import { TEXTS } from "./hiding.ts";
import { cosineLines, lineTable } from "./lines.ts";
import { anyTwo, cosinesOf, pairOf, wordsOf } from "./reading.ts";
import { sliding } from "./sliding.ts";
import { typingRow } from "./typing.ts";
import { WORDS } from "./words.toml";

const CHOICE = ["word", "text", "second", "layer"] as const;
// What it tells apart comes first.
const PAIRS = {
  lights: {
    word: "light",
    text: "Turn off the light before you sleep.",
    second: "This suitcase is light and easy to carry.",
  },
  banks: {
    word: "bank",
    text: "I went to the bank to deposit cash.",
    second: "We sat on the bank of the river.",
  },
  bank: {
    word: "bank",
    text: "I went to the bank to deposit cash.",
    second: "The bank raised its interest rates.",
  },
  cranes: {
    word: "crane",
    text: "A crane stood in the shallow water.",
    second: "The crane lifted the steel beam.",
  },
};

const made = new WeakMap<Model<ContextProbe>, Model<ContextProbe>>();

// The reader's sentences in English are beside those in the little world's words, not in their place.
// last: layer
export function inEnglish(model: Model<ContextProbe>, last: number) {
  const english = made.get(model) ?? pictureModel(model, { ...PAIRS.lights, layer: last });
  made.set(model, english);
  return english;
}

// The words to choose from are those that both sentences have.
function bothTyped(model: Model<ContextProbe>) {
  const pick: HTMLSelectElement = h("select", {
    "aria-label": WORDS.word,
    change: () => update(model, { word: pick.value }),
  });
  const offer = (word: string, both: string[]) => {
    const there = Array.from(pick.options, ({ value }) => value);
    if (there.join() !== both.join())
      pick.replaceChildren(...both.map((one) => h("option", { value: one }, one)));
    setValue(pick, word);
  };
  return { ...typingRow(model, pick), offer };
}

export class EnglishProbe {
  model;
  released;
  signal;
  layers;
  who;
  typing;
  alert;
  output;
  say: (text: string) => void;
  view;
  slide;
  lines;
  table;
  pair?: Reading[];
  now: { word: string; cosines: number[] };
  before: number[];
  el;
  constructor(model: Model<ContextProbe>, released: Released, signal: AbortSignal) {
    const { num_blks } = (released.about as NonNullable<Released["about"]>).config;
    this.model = model;
    this.released = released;
    this.signal = signal;
    this.layers = num_blks + 1;
    this.who = TEXTS.map((trait) => uniqueName(`context-${trait}`));
    this.typing = bothTyped(model);
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    ({ el: this.output, say: this.say } = sentenceAbove(signal));
    this.view = fork(this.layers, uniqueName("context-probe"), {
      choose: (layer) => update(model, { layer }),
      press: (which, place) => update(model, { word: this.pair?.[which].words[place] }),
      presses: (i) => WORDS.pressBoth({ i }),
    });
    this.slide = sliding(this.view.part, signal);
    this.lines = cosineLines(this.layers);
    this.table = lineTable(this.layers);
    this.now = { word: "", cosines: [] };
    this.before = []; // cosines of the pair that an example took the place of
    this.el = this.framed();
  }

  framed() {
    const { model, typing, view, lines, table, alert, output } = this;
    const end = h("div", { class: "cp-end cp-english" }, ...lines.els);
    return frame(
      "context-probe",
      WORDS.name,
      question(WORDS.question),
      examples(WORDS.examples, named(PAIRS, WORDS.english), (pair) => {
        this.before = pair.word === this.now.word ? this.now.cosines : [];
        update(model, pair);
      }),
      typing.el,
      h("div", { class: "cp-said" }, alert, output),
      h("div", { class: "cp-picture", role: "group", "aria-label": WORDS.picture }, view.el, end),
      h("p", { class: "bw-soft", hidden: this.released.which === "original" }, WORDS.englishFace),
      foot(
        more(WORDS.englishDetails, table.el, h("p", { class: "bw-soft" }, WORDS.englishCaution)),
      ),
    );
  }

  async draw() {
    const { model, released, who } = this,
      chosen = read(model, CHOICE),
      texts = TEXTS.map((trait) => chosen[trait]);
    this.typing.draw(texts);
    try {
      const passes = await Promise.all(
        texts.map((text, i) => released.read(who[i], { text, table: true })),
      );
      if (this.signal.aborted || passes.some((pass) => !pass)) return;
      this.show(
        passes.map((pass) => wordsOf(pass as NonNullable<typeof pass>)),
        chosen,
      );
    } catch (error) {
      if (!this.signal.aborted) setText(this.alert, (error as Error).message);
    }
  }

  show(texts: ReturnType<typeof wordsOf>[], chosen: Pick<ContextProbe, "word" | "layer">) {
    const { word, both, pair } = pairOf(texts, chosen.word),
      layer = Math.min(chosen.layer, this.layers - 1);
    const cosines = cosinesOf(pair);
    this.pair = pair;
    this.typing.offer(word, both);
    setText(this.alert, word ? "" : WORDS.none);
    this.view.draw(pair, [new Map(), new Map()], layer);
    this.slide((cosines ?? Array(this.layers + 1).fill(1)).map(gapOf));
    const others = cosines && anyTwo(texts);
    this.now = { word, cosines: cosines ?? [] };
    if (cosines && others) this.lines.draw(cosines, others, layer, word, this.before);
    this.table.draw(cosines, others);
    if (!cosines || !others) this.say("");
    else {
      const cosine = cosines[layer + 1];
      this.say(WORDS.apart({ word, layer, cosine, same: isSame(cosine), any: others[layer + 1] }));
    }
  }
}
