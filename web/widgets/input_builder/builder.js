// InputBuilder: its elements, and what there is to see in them.

import { BERTModel } from "../../bert/model.js";
import { unpack } from "../../bert/packed.js";
import { unknownWords } from "../../bert/vocabulary.js";
import { announcer, frame, h, setText, setValue, uniqueName } from "../../shared/elements.js";
import { read, remember, update } from "../../shared/lifecycle.js";
import { examples, foot, letterFields, named, question } from "../../shared/picture.js";
import { placeRows, ROW } from "./rows.js";
import {
  build,
  CHOICE,
  describe,
  fullColour,
  LEAST,
  leftOut,
  neighbour,
  shares,
  swapped,
  terms,
} from "./sequence.js";
import { tables } from "./tables.js";
import { unfolded } from "./unfolded.js";
import { WORDS } from "./words.js";

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { InputBuilder } from "../../shared/traits.js"
 * @import { Held } from "./drag.js"
 * @import { Drawn } from "./rows.js"
 * @import { Kind, Sequence, Terms } from "./sequence.js"
 * @typedef {Drawn & { input: Sequence, vectors: Terms[] }} Seen
 * @typedef {{ traced: number | null, entry: number | null, note: string }} Pointed
 */

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
/** @param {number} most @param {(max_len: number) => void} set */
function edgeRow(most, set) {
  /** @type {HTMLInputElement} */
  const slider = h("input", {
    type: "range",
    min: LEAST,
    max: most,
    input: () => set(slider.valueAsNumber),
  });
  const value = h("span", { class: "bw-number" }),
    below = h("span", { class: "bw-soft ib-below" }),
    grip = h("span", { class: "ib-grip", "aria-hidden": "true" }),
    label = h("label", {}, h("code", {}, "max_len"), slider, value);
  /** @param {number} max_len */
  const draw = (max_len) => {
    setValue(slider, max_len);
    setText(value, String(max_len));
  };
  return { el: h("div", { class: "ib-edge" }, grip, label, below), grip, below, draw };
}

export class Builder {
  /** @type {Seen | null} */
  now = null;
  /** @type {number | null} */
  traced = null; // the row that the reader points at
  /** @type {number | null} */
  entry = null; // and the cell
  /** @type {Held | null} */
  held = null; // what the reader drags
  note = ""; // what became of the last swap
  /** @type {number | null} */
  shown = null; // the row that was unfolded before
  rests = -1; // the row on which the pointer still rests from a drag

  /** @param {Model<InputBuilder>} model @param {AbortSignal} signal */
  constructor(model, signal) {
    /** @param {Partial<InputBuilder>} values */
    const set = (values) => this.set(values);
    this.model = model;
    this.bertOf = remember(
      (/** @type {ArrayBufferView} */ weights) => new BERTModel(unpack(weights)),
    );
    const { config } = this.bert,
      kinds = /** @type {Kind[]} */ (Object.keys(WORDS.terms));
    this.kinds = kinds.filter((kind) => kind !== "norm" || config.embedding_norm);
    this.most = config.max_len;
    this.fields = letterFields([WORDS.textA, WORDS.textB], set);
    this.list = placeRows(uniqueName("input-builder"), (position) => set({ position }));
    this.edge = edgeRow(this.most, (max_len) => set({ max_len }));
    this.grip = this.edge.grip;
    this.box = h("div", { class: "ib-box" }, this.list.el, this.edge.el);
    this.wide = unfolded(this.kinds, (entry) => this.refresh({ entry }));
    this.output = h("output");
    this.announce = announcer(this.output, signal);
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

  /** @param {Node} samples */
  framed(samples) {
    const buttons = h("div", { class: "bw-row" }, ...this.buttons.map(({ el }) => el));
    return frame(
      "input-builder",
      WORDS.name,
      question(WORDS.question),
      this.fields.el,
      samples,
      h("div", { class: "bw-picture" }, this.list.head, this.box, this.wide.el),
      h("div", { class: "ib-say" }, this.output, buttons),
      foot(this.tables.el),
    );
  }

  get bert() {
    return this.bertOf(/** @type {ArrayBufferView} */ (this.model.get("weights"))); // it has arrived
  }
  /** @param {Partial<InputBuilder>} values */
  set(values) {
    this.note = "";
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
      el.setAttribute("aria-label", WORDS.move(input.tokens[position], text));
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
  /** @param {Partial<Pointed>} changes */
  refresh(changes) {
    Object.assign(this, changes);
    if (!this.now) return;
    this.list.light(this.now.input, this.traced);
    this.wide.point(this.entry);
    this.say(this.now);
  }

  /** @param {Seen} seen */
  say(seen) {
    const { input } = seen;
    this.announce(
      [this.pointedInWords(seen), describe(input), leftOut(input), unknownWords(input.unknown)]
        .filter(Boolean)
        .join(" "),
    );
  }

  /** @param {Seen} seen */
  pointedInWords({ input, vectors, position }) {
    const { traced, entry, note } = this,
      { tokens, segments, valid_len } = input;
    if (entry !== null) return WORDS.entry(entry, vectors[position]);
    if (note) return note;
    if (traced === null || traced >= valid_len)
      return WORDS.chosen(tokens[position], position, segments[position], position < valid_len);
    /** @param {Kind} kind */
    const number = (kind) =>
      tokens.filter((_, t) => t < valid_len && shares(input, kind, t, traced)).length;
    const [words, texts] = [number("token"), number("segment")];
    return WORDS.traced(tokens[traced], segments[traced], traced, words, texts);
  }

  // How many rows lie under the edge.
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.box,
      hidden = Math.round((scrollHeight - scrollTop - clientHeight) / ROW);
    setText(this.edge.below, hidden > 0 ? WORDS.below(hidden) : "");
  }

  // Two words swap places. `before`: which pair had swapped already in this drag.
  /** @param {Sequence} input @param {number} t @param {number} u @param {[number, number]} before */
  swap(input, t, u, before = [t, t]) {
    // what swaps there and back is its own inverse
    /** @param {[number, number]} pair @param {number} k */
    const at = ([i, j], k) => (k === i ? j : k === j ? i : k);
    update(this.model, { ...swapped(input, t, u), ...(this.held ? {} : { position: u }) });
    this.note = t === u ? "" : WORDS.swapped(input.tokens[t], input.tokens[u]);
    queueMicrotask(() =>
      this.list.rows.forEach((_, k) => {
        const from = at(before, at([t, u], k));
        if (from !== k && !(this.held && k === u)) this.list.slide(k, from);
      }),
    );
  }

  // The chosen word goes to its neighbour's place, by keyboard or button.
  /** @param {number} by */
  move(by) {
    if (!this.now) return;
    const { input, position } = this.now,
      to = neighbour(input, position, by);
    if (to === undefined) return;
    const walks = this.list.el.contains(document.activeElement);
    this.swap(input, position, to);
    if (walks) this.list.rows[to].radio.focus();
  }
}
