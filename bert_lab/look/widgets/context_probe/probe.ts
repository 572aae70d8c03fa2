// ContextProbe's view: its elements and what they show.

import type { BERTModel } from "#web/bert/model.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { frame, h, sentenceAbove, setText, textField } from "#web/shared/elements.ts";
import { onEscape } from "#web/shared/keyboard.ts";
import { type Model, read, update } from "#web/shared/lifecycle.ts";
import { fixed } from "#web/shared/numbers.ts";
import {
  colourKey,
  examples,
  foot,
  markShown,
  more,
  named,
  question,
} from "#web/shared/picture.ts";
import type { TextWidget } from "#web/shared/traits.ts";
import { compare, look, shared } from "./compare.ts";
import { fork, gapOf, kindOf } from "./fork.ts";
import { hiding, TEXTS } from "./hiding.ts";
import { sliding } from "./sliding.ts";
import { WORDS } from "./words.toml";

// Sentences of the mini-world.
const PAIRS = {
  senses: {
    text: "he took a match from the box",
    second: "we won the match against the teachers",
  },
  sense: {
    text: "we lost the match to the doctors",
    second: "we won the match against the teachers",
  },
  missed: { text: "a crane is flying", second: "a crane driver came" },
};

// What two vectors are like, layer by layer.
function cosineTable(layers: number) {
  const cells = Array.from({ length: layers + 1 }, () => h("td", { class: "bw-number bw-end" }));
  const name = (row: number) => (row ? WORDS.layer({ layer: row - 1 }) : WORDS.row);
  const el = h(
    "table",
    {},
    h("caption", {}, WORDS.caption),
    h(
      "tbody",
      {},
      ...cells.map((cell, row) => h("tr", {}, h("th", { scope: "row" }, name(row)), cell)),
    ),
  );
  const draw = (cosines: number[]) =>
    cells.forEach((cell, row) => setText(cell, cosines.length ? fixed(cosines[row]) : "–"));
  return { el, draw };
}

export class Probe {
  model;
  bert;
  layers;
  hidden;
  fields;
  chips;
  alert;
  unknown;
  output;
  say: (text: string) => void;
  view;
  slide;
  table;
  el;
  constructor(model: Model<TextWidget>, bert: BERTModel, signal: AbortSignal) {
    this.model = model;
    this.bert = bert;
    this.layers = bert.config.num_blks + 1;
    this.hidden = hiding(model);
    this.fields = TEXTS.map((trait, i) =>
      textField(WORDS.sentences[i], (text) => update(model, { [trait]: text })),
    );
    this.chips = examples(WORDS.examples, named(PAIRS, WORDS.pairs), (pair) => update(model, pair));
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.unknown = h("p", { class: "bw-soft cp-unknowns", role: "status" });
    ({ el: this.output, say: this.say } = sentenceAbove(signal));
    this.view = fork(this.layers, {
      press: this.hidden.press,
      presses: (i) => WORDS.words({ i }),
    });
    this.slide = sliding(this.view.part, signal);
    this.table = cosineTable(this.layers);
    this.el = this.framed();
    onEscape(this.el, () => this.hidden.end());
  }

  framed() {
    const { fields, chips, view, alert, unknown, output, table } = this,
      caution = h("p", { class: "bw-soft" }, WORDS.caution);
    return frame(
      "context-probe",
      WORDS.name,
      question(WORDS.question),
      chips,
      h("div", { class: "cp-said" }, alert, output, unknown),
      h("div", { class: "cp-picture", role: "group", "aria-label": WORDS.picture }, view.el),
      colourKey("strip"),
      foot(
        more(WORDS.ownText, h("div", { class: "bw-texts" }, ...fields.map(({ el }) => el))),
        more(WORDS.details, table.el, caution),
      ),
    );
  }

  draw() {
    const { bert, layers, view } = this,
      texts = Object.values(read(this.model, TEXTS)),
      [first, second] = texts.map((text) => look(bert, text)),
      word = shared(first.words, second.words);
    const pair = [first, second].map((one) => ({
      ...one,
      at: word === undefined ? -1 : one.words.indexOf(word),
    }));
    const long = pair.findIndex(({ states }) => !states),
      vectors = pair.flatMap(({ states, at }) => (states?.[at] ? [states[at]] : [])),
      cosines = vectors.length === 2 ? compare(vectors[0], vectors[1]) : [];
    const which = WORDS.which[long],
      most = bert.config.max_len,
      missing = word === undefined ? WORDS.lacks : "";
    setText(
      this.alert,
      long < 0 ? missing : WORDS.tooLong({ which, length: pair[long].length, most }),
    );
    setText(this.unknown, unknownWords([...new Set(pair.flatMap(({ unknown }) => unknown))]));
    this.fields.forEach((field, i) => field.draw(texts[i]));
    markShown(
      this.chips,
      Object.values(PAIRS).findIndex((one) => one.text === texts[0] && one.second === texts[1]),
    );
    view.draw(pair, this.hidden.read());
    this.slide((cosines.length ? cosines : Array(layers + 1).fill(1)).map(gapOf));
    this.table.draw(cosines);
    const cosine = cosines[layers];
    this.say(
      word === undefined || cosine === undefined
        ? ""
        : WORDS.summary({ word, blocks: layers - 1, cosine, kind: kindOf(cosine) }),
    );
  }
}
