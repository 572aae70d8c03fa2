// ContextProbe's view: its elements and what they show.

import type { BERTModel } from "#web/bert/model.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { frame, h, sentenceAbove, setText, setValue, uniqueName } from "#web/shared/elements.ts";
import { onEscape } from "#web/shared/keyboard.ts";
import { type Model, read, remember, update } from "#web/shared/lifecycle.ts";
import { colourKey, examples, foot, more, named, question } from "#web/shared/picture.ts";
import type { ContextProbe } from "#web/shared/traits.ts";
import { listed } from "#web/text/text.ts";
import {
  around,
  compare,
  look,
  problem,
  project,
  type SenseMap,
  sensesOf,
  type Whole,
} from "./compare.ts";
import { fork, gapOf, isSame } from "./fork.ts";
import { hiding } from "./hiding.ts";
import { cosineTable, senseMap, sentenceList } from "./map.ts";
import { sliding } from "./sliding.ts";
import { typingRow } from "./typing.ts";
import { WORDS } from "./words.toml";

// by word
export type Maps = ContextProbe["maps"];

export const CHOICE = ["word", "text", "second", "layer"] as const;
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
const opening = (map: SenseMap) =>
  sensesOf(map).map((sense) => map.sentences.filter((one) => one.sense === sense)[0].text);

// The words to choose from are those with a map.
function typed(model: Model<ContextProbe>, maps: Maps) {
  const change = () => {
    const [text, second] = opening(maps[pick.value]);
    update(model, { word: pick.value, text, second });
  };
  const pick: HTMLSelectElement = h(
    "select",
    { "aria-label": WORDS.word, change },
    ...Object.keys(maps).map((word) => h("option", { value: word, lang: "en" }, word)),
  );
  const row = typingRow(model, pick);
  const draw = (word: string, texts: string[]) => {
    setValue(pick, word);
    row.draw(texts);
  };
  return { el: row.el, draw };
}

// near: for each sentence, the recorded ones around it
function nearInWords(near: [sense: string, number: number][][]) {
  const [first, second] = near.map((senses) =>
    listed(
      senses.map(([sense, n]) => WORDS.sense({ n, sense })),
      WORDS.senseEach,
    ),
  );
  const sentences = near[0].reduce((sum, [, n]) => sum + n, 0);
  return WORDS.near({ sentences, first, second });
}

export class Probe {
  model;
  bert;
  maps;
  layers;
  hidden;
  typing;
  alert;
  unknown;
  output;
  around; // whose neighbours they are
  say: (text: string) => void;
  list;
  end;
  view;
  slide;
  table;
  ofWord;
  el;
  constructor(model: Model<ContextProbe>, bert: BERTModel, maps: Maps, signal: AbortSignal) {
    this.model = model;
    this.bert = bert;
    this.maps = maps;
    this.layers = bert.config.num_blks + 1;
    this.hidden = hiding(model);
    this.typing = typed(model, maps);
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.unknown = h("p", { class: "bw-soft cp-unknowns", role: "status" });
    ({ el: this.output, say: this.say } = sentenceAbove(signal));
    this.around = h("p", { class: "bw-soft" });
    this.list = h("div");
    this.end = h("div", { class: "cp-end" });
    this.view = fork(this.layers, uniqueName("context-probe"), {
      choose: (layer) => update(model, { layer }),
      press: this.hidden.press,
      presses: (i) => WORDS.words({ i }),
    });
    this.slide = sliding(this.view.part, signal);
    this.table = cosineTable(this.layers);
    this.ofWord = remember((word: string) => this.recorded(word));
    this.el = this.framed();
    onEscape(this.el, () => this.hidden.end());
  }

  framed() {
    const { model, maps, typing, view, end, alert, unknown, output, list, table } = this;
    const pairs = named(PAIRS, WORDS.pairs).filter(([, { word }]) => Object.hasOwn(maps, word)),
      caution = h("p", { class: "bw-soft" }, WORDS.caution);
    return frame(
      "context-probe",
      WORDS.name,
      question(WORDS.question),
      examples(WORDS.examples, pairs, (pair) => update(model, pair)),
      typing.el,
      h("div", { class: "cp-said" }, alert, output, unknown),
      h("div", { class: "cp-picture", role: "group", "aria-label": WORDS.picture }, view.el, end),
      foot(more(WORDS.details, this.around, list, table.el, caution)),
    );
  }

  // The recorded sentences of a word take their places.
  recorded(word: string) {
    const take = (second: string) => update(this.model, { second });
    const map = senseMap(this.maps[word], take),
      sentences = sentenceList(this.maps[word], take);
    this.list.replaceChildren(sentences.el);
    this.end.replaceChildren(
      h("p", { class: "cp-title" }, WORDS.map),
      ...map.els,
      colourKey("strip"),
    );
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
    const whole = wrong ? null : (pair as Whole[]),
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
    const cosine = cosines?.[layer + 1];
    this.say(
      cosine === undefined ? "" : WORDS.summary({ word, layer, cosine, same: isSame(cosine) }),
    );
    setText(this.around, near ? nearInWords(near) : "");
  }
}
