// ContextProbe in English: any word that occurs in two sentences of the reader's, read by the
// released BERT.

import { announcer, frame, h, setText, setValue, uniqueName } from "../../shared/elements.js";
import { pictureModel } from "../../shared/inner_model.js";
import { read, update } from "../../shared/lifecycle.js";
import { examples, foot, more, named, question } from "../../shared/picture.js";
import { fork, gapOf } from "./fork.js";
import { TEXTS } from "./hiding.js";
import { cosineLines, lineTable } from "./lines.js";
import { anyTwo, cosinesOf, pairOf, wordsOf } from "./reading.js";
import { sliding } from "./sliding.js";
import { typingRow } from "./typing.js";
import { WORDS } from "./words.js";

/**
 * @import { Released } from "../../real/released.js"
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { ContextProbe } from "../../shared/traits.js"
 * @import { Reading } from "./compare.js"
 */

const CHOICE = /** @type {const} */ (["word", "text", "second", "layer"]);
const PAIRS = {
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
  lights: {
    word: "light",
    text: "Turn off the light before you sleep.",
    second: "This suitcase is light and easy to carry.",
  },
  cranes: {
    word: "crane",
    text: "A crane stood in the shallow water.",
    second: "The crane lifted the steel beam.",
  },
};

/** @type {WeakMap<Model<ContextProbe>, Model<ContextProbe>>} */
const made = new WeakMap();

// The reader's sentences in English are beside those in the little world's words, not in their place.
/** @param {Model<ContextProbe>} model @param {number} last layer */
export function inEnglish(model, last) {
  const english = made.get(model) ?? pictureModel(model, { ...PAIRS.banks, layer: last });
  made.set(model, english);
  return english;
}

// The words to choose from are those that both sentences have.
/** @param {Model<ContextProbe>} model */
function bothTyped(model) {
  /** @type {HTMLSelectElement} */
  const pick = h("select", {
    "aria-label": WORDS.word,
    change: () => update(model, { word: pick.value }),
  });
  /** @param {string} word @param {string[]} both */
  const offer = (word, both) => {
    const there = Array.from(pick.options, ({ value }) => value);
    if (there.join() !== both.join())
      pick.replaceChildren(...both.map((one) => h("option", { value: one }, one)));
    setValue(pick, word);
  };
  return { ...typingRow(model, pick), offer };
}

export class EnglishProbe {
  /** @param {Model<ContextProbe>} model @param {Released} released @param {AbortSignal} signal */
  constructor(model, released, signal) {
    const { num_blks } = /** @type {NonNullable<Released["about"]>} */ (released.about).config;
    this.model = model;
    this.released = released;
    this.signal = signal;
    this.layers = num_blks + 1;
    this.who = TEXTS.map((trait) => uniqueName(`context-${trait}`));
    this.typing = bothTyped(model);
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.output = h("output", { class: "bw-soft" });
    this.say = announcer(this.output, signal);
    this.view = fork(this.layers, uniqueName("context-probe"), {
      choose: (layer) => update(model, { layer }),
      press: (which, place) => update(model, { word: this.pair?.[which].words[place] }),
      presses: WORDS.pressBoth,
    });
    this.slide = sliding(this.view.part, signal);
    this.lines = cosineLines(this.layers);
    this.table = lineTable(this.layers);
    /** @type {{ word: string, cosines: number[] }} */
    this.now = { word: "", cosines: [] };
    /** @type {number[]} */
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
      h("div", { class: "cp-picture", role: "group", "aria-label": WORDS.picture }, view.el, end),
      h("div", { class: "cp-said" }, alert, output),
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
        passes.map((pass) => wordsOf(/** @type {NonNullable<typeof pass>} */ (pass))),
        chosen,
      );
    } catch (error) {
      if (!this.signal.aborted) setText(this.alert, /** @type {Error} */ (error).message);
    }
  }

  /** @param {ReturnType<typeof wordsOf>[]} texts @param {Pick<ContextProbe, "word" | "layer">} chosen */
  show(texts, chosen) {
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
    this.say(
      cosines && others ? WORDS.apart(word, layer, cosines[layer + 1], others[layer + 1]) : "",
    );
  }
}
