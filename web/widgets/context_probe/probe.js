// ContextProbe: its elements, and what there is to see in them.

import { unknownWords } from "../../bert/vocabulary.js";
import { announcer, frame, h, setText, setValue, uniqueName } from "../../shared/elements.js";
import { read, remember, update } from "../../shared/lifecycle.js";
import { examples, foot, more, named, question } from "../../shared/picture.js";
import { around, compare, look, problem, project, sensesOf } from "./compare.js";
import { fork, gapOf } from "./fork.js";
import { hiding } from "./hiding.js";
import { cosineTable, senseMap, sentenceList } from "./map.js";
import { sliding } from "./sliding.js";
import { typingRow } from "./typing.js";
import { WORDS } from "./words.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { ContextProbe } from "../../shared/traits.js"
 * @import { SenseMap, Whole } from "./compare.js"
 * @typedef {ContextProbe["maps"]} Maps by word
 */

export const CHOICE = /** @type {const} */ (["word", "text", "second", "layer"]);
// Sentences of the mini-world; an example whose word has no map is left out.
const PAIRS = {
  bird_machine: {
    word: "crane",
    text: "a crane stood in the still water",
    second: "the crane driver lifted new beams",
  },
  d2l: { word: "crane", text: "a crane is flying", second: "a crane driver came" },
  bird_bird: {
    word: "crane",
    text: "the crane opened its wings",
    second: "the crane built a nest in the reeds",
  },
  banks: {
    word: "bank",
    text: "i went to the bank to deposit cash",
    second: "she carried them to the sheep on the bank",
  },
};

// A sentence for each sense of a word, to begin with.
/** @param {SenseMap} map */
const opening = (map) =>
  sensesOf(map).map((sense) => map.sentences.filter((one) => one.sense === sense)[0].text);

// The words to choose from are those with a map.
/** @param {Model<ContextProbe>} model @param {Maps} maps */
function typed(model, maps) {
  const change = () => {
    const [text, second] = opening(maps[pick.value]);
    update(model, { word: pick.value, text, second });
  };
  /** @type {HTMLSelectElement} */
  const pick = h(
    "select",
    { "aria-label": WORDS.word, change },
    ...Object.keys(maps).map((word) => h("option", { value: word, lang: "en" }, word)),
  );
  const row = typingRow(model, pick);
  /** @param {string} word @param {string[]} texts */
  const draw = (word, texts) => {
    setValue(pick, word);
    row.draw(texts);
  };
  return { el: row.el, draw };
}

export class Probe {
  /** @param {Model<ContextProbe>} model @param {BERTModel} bert @param {Maps} maps @param {AbortSignal} signal */
  constructor(model, bert, maps, signal) {
    this.model = model;
    this.bert = bert;
    this.maps = maps;
    this.layers = bert.config.num_blks + 1;
    this.hidden = hiding(model);
    this.typing = typed(model, maps);
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.unknown = h("p", { class: "bw-soft cp-unknowns", role: "status" });
    this.output = h("output", { class: "bw-soft" });
    this.say = announcer(this.output, signal);
    this.list = h("div");
    this.end = h("div", { class: "cp-end" });
    this.view = fork(this.layers, uniqueName("context-probe"), {
      choose: (layer) => update(model, { layer }),
      press: this.hidden.press,
      presses: WORDS.words,
    });
    this.slide = sliding(this.view.part, signal);
    this.table = cosineTable(this.layers);
    this.ofWord = remember((/** @type {string} */ word) => this.recorded(word));
    this.el = this.framed();
    this.el.addEventListener("keydown", ({ key }) => key === "Escape" && this.hidden.end());
  }

  framed() {
    const { model, maps, typing, view, end, alert, unknown, output, list, table } = this;
    const pairs = named(PAIRS, WORDS.pairs).filter(([, { word }]) => Object.hasOwn(maps, word)),
      first = read(model, CHOICE),
      caution = h("p", { class: "bw-soft" }, WORDS.caution);
    return frame(
      "context-probe",
      WORDS.name,
      question(WORDS.question),
      examples(WORDS.examples, [...pairs, [WORDS.back, first]], (pair) => update(model, pair)),
      typing.el,
      h("div", { class: "cp-picture", role: "group", "aria-label": WORDS.picture }, view.el, end),
      h("div", { class: "cp-said" }, alert, unknown, output),
      foot(more(WORDS.details, list, table.el, caution)),
    );
  }

  // The recorded sentences of a word take their places.
  /** @param {string} word */
  recorded(word) {
    /** @param {string} second */
    const take = (second) => update(this.model, { second });
    const map = senseMap(this.maps[word], take),
      sentences = sentenceList(this.maps[word], take);
    this.list.replaceChildren(sentences.el);
    this.end.replaceChildren(h("p", { class: "cp-title" }, WORDS.map), ...map.els);
    return { map, sentences };
  }

  draw() {
    const { bert, maps, layers, view } = this,
      { word, text, second, ...state } = read(this.model, CHOICE),
      layer = Math.min(Math.max(state.layer, 0), layers - 1);
    const { map, sentences } = this.ofWord(word),
      pair = [text, second].map((sentence) => look(bert, sentence, word));
    const wrong = pair
      .map((one, i) => problem(one, WORDS.which[i], word, bert.config.max_len))
      .join("");
    const whole = wrong ? null : /** @type {Whole[]} */ (pair),
      cosines = whole ? compare(whole[0], whole[1]) : undefined;
    this.typing.draw(word, [text, second]);
    setText(this.alert, wrong.trim());
    const unknown = wrong ? [] : pair.flatMap((one) => one.unknown);
    setText(this.unknown, unknownWords([...new Set(unknown)]));
    view.draw(pair, this.hidden.read(), layer);
    this.slide((cosines ?? Array(layers + 1).fill(1)).map(gapOf));
    map.draw(layer, pair);
    sentences.draw(second);
    this.table.draw(cosines, maps[word]);
    const near = whole?.map((one) => around(maps[word], layer, project(maps[word], layer, one)));
    this.say(cosines && near ? WORDS.summary(word, layer, cosines[layer + 1], near) : "");
  }
}
