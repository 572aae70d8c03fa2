// InputBuilder's view: its elements and what they show.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { frame, h, sentenceAbove, setText, setValue, uniqueName } from "#web/shared/elements.ts";
import { type Model, read, remember, update } from "#web/shared/lifecycle.ts";
import { colourKey, examples, foot, letterFields, named, question } from "#web/shared/picture.ts";
import type { InputBuilder } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { type Drawn, placeRows, ROW } from "./rows.ts";
import {
  build,
  CHOICE,
  describe,
  fullColour,
  type Kind,
  LEAST,
  LETTERS,
  leftOut,
  neighbour,
  type Sequence,
  shares,
  swapped,
  type Terms,
  terms,
} from "./sequence.ts";
import { tables } from "./tables.ts";
import { unfolded } from "./unfolded.ts";
import { WORDS } from "./words.toml";

export type Seen = Drawn & { input: Sequence; vectors: Terms[] };
export type Pointed = { traced: number | null; entry: number | null; note: string };
// What the reader drags (drag.ts): a word or the edge.
interface Word {
  edge: false;
  t: number; // where it was
  to: number; // where it is
  input: Sequence; // as it was
  y: number; // of the pointer, where it was pressed
  by: number; // how far below the row's top that is
  moved: boolean;
}
type Edge = { edge: true; by: number };
export type Held = Word | Edge;

const SAMPLES = {
  twice: { text: "a crane is flying", second: "a crane driver came", max_len: 12, position: 2 },
  saw: { text: "the dog saw the girl", second: "", max_len: 12, position: 2 },
  long: {
    text: "a heron built a nest in the reeds",
    second: "it has four eggs",
    max_len: 11,
    position: 2,
  },
};

// The edge below the rows, by which places come and go.
function edgeRow(most: number, set: (max_len: number) => void) {
  const slider: HTMLInputElement = h("input", {
    type: "range",
    min: LEAST,
    max: most,
    input: () => set(slider.valueAsNumber),
  });
  const value = h("span", { class: "bw-number" }),
    below = h("span", { class: "bw-soft ib-below" }),
    grip = h("span", { class: "ib-grip", "aria-hidden": "true" }),
    label = h("label", {}, h("code", {}, "max_len"), slider, value);
  const draw = (max_len: number) => {
    setValue(slider, max_len);
    setText(value, String(max_len));
  };
  return { el: h("div", { class: "ib-edge" }, grip, label, below), grip, below, draw };
}

export class Builder {
  model;
  bertOf;
  kinds;
  most;
  fields;
  list;
  edge;
  grip;
  box;
  wide;
  output;
  announce: (text: string) => void;
  note; // of the sequence as a whole
  buttons;
  tables;
  el;
  now: Seen | null = null;
  traced: number | null = null; // the row that the reader points at
  entry: number | null = null; // and the cell
  held: Held | null = null; // what the reader drags
  swapped = ""; // what became of the last swap
  shown: number | null = null; // the row that was unfolded before
  rests = -1; // the row on which the pointer still rests from a drag

  constructor(model: Model<InputBuilder>, signal: AbortSignal) {
    const set = (values: Partial<InputBuilder>) => this.set(values);
    this.model = model;
    this.bertOf = remember((weights: ArrayBufferView) => new BERTModel(unpack(weights)));
    const { config } = this.bert,
      kinds = Object.keys(WORDS.terms) as Kind[];
    this.kinds = kinds.filter((kind) => kind !== "norm" || config.embedding_norm);
    this.most = config.max_len;
    this.fields = letterFields([WORDS.textA, WORDS.textB], set);
    this.list = placeRows(uniqueName("input-builder"), (position) => set({ position }));
    this.edge = edgeRow(this.most, (max_len) => set({ max_len }));
    this.grip = this.edge.grip;
    this.box = h("div", { class: "ib-box" }, this.list.el, this.edge.el);
    this.wide = unfolded(this.kinds, (entry) => this.refresh({ entry }));
    ({ el: this.output, say: this.announce } = sentenceAbove(signal));
    this.note = h("p", { class: "bw-soft", role: "status" });
    this.buttons = [-1, 1].map((by) => {
      const text = by < 0 ? WORDS.up : WORDS.down;
      return { by, text, el: h("button", { type: "button", click: () => this.move(by) }, text) };
    });
    this.tables = tables(this.kinds);
    const first = read(model, CHOICE);
    this.el = this.framed(
      examples(WORDS.examples, [[WORDS.first, first], ...named(SAMPLES, WORDS.samples)], set),
    );
  }

  framed(samples: Node) {
    const buttons = h("div", { class: "bw-row" }, ...this.buttons.map(({ el }) => el));
    return frame(
      "input-builder",
      WORDS.name,
      question(WORDS.question),
      this.fields.el,
      samples,
      this.output,
      h("div", { class: "bw-picture" }, this.list.head, this.box, this.wide.el),
      h("div", { class: "ib-say" }, this.note, buttons),
      foot(this.tables.el, colourKey("strip")),
    );
  }

  get bert() {
    return this.bertOf(this.model.get("weights") as ArrayBufferView); // it has arrived
  }
  set(values: Partial<InputBuilder>) {
    this.swapped = "";
    update(this.model, values);
  }

  // Takes what the traits say; links can ask for more than the model has.
  take() {
    const state = read(this.model, CHOICE),
      { bert, list } = this;
    const max_len = Math.min(Math.max(state.max_len, LEAST), this.most);
    const position = Math.min(Math.max(state.position, 0), max_len - 1);
    this.fields.draw(state);
    this.edge.draw(max_len);
    const input = build(bert, { ...state, max_len }),
      vectors = terms(bert, input),
      valid = vectors.slice(0, input.valid_len);
    const scale = fullColour(valid, ["token", "segment", "position"]),
      now = { input, vectors, position, scale, after: fullColour(valid, ["norm"]) };
    this.now = now;
    list.draw(input, vectors, now);
    this.wide.draw(vectors, input, now);
    for (const { by, text, el } of this.buttons) {
      el.setAttribute("aria-label", WORDS.move({ token: input.tokens[position], way: text }));
      el.setAttribute("aria-disabled", String(neighbour(input, position, by) === undefined));
    }
    this.tables.draw(input, vectors, now);
    this.refresh((this.traced ?? 0) < max_len ? {} : { traced: null });
    // the edge stays under the pointer
    if (this.held?.edge) this.box.scrollTop = this.box.scrollHeight;
    if (this.shown !== null && this.shown !== position && !this.held)
      this.wide.from(list.rows[position].strips);
    this.shown = position;
    this.scrolled();
  }

  // All that follows without the vectors changing.
  refresh(changes: Partial<Pointed>) {
    Object.assign(this, changes);
    if (!this.now) return;
    this.list.light(this.now.input, this.traced);
    this.wide.point(this.entry);
    this.say(this.now);
  }

  say(seen: Seen) {
    const { input } = seen,
      missing = sentences(leftOut(input), unknownWords(input.unknown)),
      normed = this.kinds.includes("norm") ? WORDS.normed : "";
    this.announce(this.pointedInWords(seen));
    setText(this.note, sentences(describe(input), missing || normed));
  }

  pointedInWords({ input, vectors, position }: Seen) {
    const { traced, entry } = this,
      { tokens, segments, valid_len } = input;
    if (entry !== null) {
      const { token, segment, position: place, sum } = vectors[position];
      return WORDS.entry({
        d: entry,
        token: token[entry],
        segment: segment[entry],
        position: place[entry],
        sum: sum[entry],
      });
    }
    if (this.swapped) return this.swapped;
    if (traced === null || traced >= valid_len) {
      const facts = { token: tokens[position], t: position };
      return position < valid_len
        ? WORDS.chosen({ ...facts, letter: LETTERS[segments[position]] })
        : WORDS.chosenUnread(facts);
    }
    const number = (kind: Kind) =>
      tokens.filter((_, t) => t < valid_len && shares(input, kind, t, traced)).length;
    const [words, texts] = [number("token"), number("segment")];
    return WORDS.traced({
      token: tokens[traced],
      letter: LETTERS[segments[traced]],
      t: traced,
      words,
      texts,
    });
  }

  // How many rows lie under the edge.
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.box,
      hidden = Math.round((scrollHeight - scrollTop - clientHeight) / ROW);
    setText(this.edge.below, hidden > 0 ? WORDS.below({ rows: hidden }) : "");
  }

  // Two words swap places. `before`: which pair had swapped already in this drag.
  swap(input: Sequence, t: number, u: number, before: [number, number] = [t, t]) {
    // what swaps there and back is its own inverse
    const at = ([i, j]: [number, number], k: number) => (k === i ? j : k === j ? i : k);
    update(this.model, { ...swapped(input, t, u), ...(this.held ? {} : { position: u }) });
    this.swapped = t === u ? "" : WORDS.swapped({ one: input.tokens[t], other: input.tokens[u] });
    queueMicrotask(() =>
      this.list.rows.forEach((_, k) => {
        const from = at(before, at([t, u], k));
        if (from !== k && !(this.held && k === u)) this.list.slide(k, from);
      }),
    );
  }

  // The chosen word goes to its neighbour's place, by keyboard or button.
  move(by: number) {
    if (!this.now) return;
    const { input, position } = this.now,
      to = neighbour(input, position, by);
    if (to === undefined) return;
    const walks = this.list.el.contains(document.activeElement);
    this.swap(input, position, to);
    if (walks) this.list.rows[to].radio.focus();
  }
}
