// InputBuilder's view: its elements and what they show.

import { BERTModel } from "#web/bert/model.ts";
import { unpack } from "#web/bert/packed.ts";
import { MOST } from "#web/bert/pass.ts";
import { unknownWords } from "#web/bert/vocabulary.ts";
import { frame, h, sentenceAbove, setText, uniqueName } from "#web/shared/elements.ts";
import { type Model, read, remember, update } from "#web/shared/lifecycle.ts";
import { colourKey, foot, letterFields, more, question } from "#web/shared/picture.ts";
import type { InputBuilder } from "#web/shared/traits.ts";
import { type Drawn, placeRows } from "./rows.ts";
import {
  build,
  CHOICE,
  fullColour,
  type Kind,
  LETTERS,
  neighbour,
  type Sequence,
  shares,
  swapped,
  type Terms,
  terms,
} from "./sequence.ts";
import { unfolded } from "./unfolded.ts";
import { WORDS } from "./words.toml";

export type Seen = Drawn & { input: Sequence; vectors: Terms[] };
export type Pointed = { traced: number | null; entry: number | null };
// The word that the reader drags (drag.ts).
export interface Held {
  t: number; // where it was
  to: number; // where it is
  input: Sequence; // as it was
  y: number; // of the pointer, where it was pressed
  by: number; // how far below the row's top that is
  moved: boolean;
}

export class Builder {
  model;
  bertOf;
  fields;
  list;
  wide;
  output;
  announce: (text: string) => void;
  alert; // that there is no room
  unknown;
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
    this.fields = letterFields([WORDS.textA, WORDS.textB], set);
    this.list = placeRows(uniqueName("input-builder"), (position) => set({ position }));
    this.wide = unfolded((entry) => this.refresh({ entry }));
    ({ el: this.output, say: this.announce } = sentenceAbove(signal));
    this.alert = h("p", { class: "bw-alert", role: "alert" });
    this.unknown = h("p", { class: "bw-soft", role: "status" });
    this.el = frame(
      "input-builder",
      WORDS.name,
      question(WORDS.question),
      this.output,
      h(
        "div",
        { class: "bw-picture" },
        this.wide.el,
        this.list.head,
        h("div", { class: "ib-box" }, this.list.el),
      ),
      foot(more(WORDS.ownText, this.fields.el, this.alert, this.unknown), colourKey("strip")),
    );
  }

  get bert() {
    return this.bertOf(this.model.get("weights") as ArrayBufferView); // it has arrived
  }
  set(values: Partial<InputBuilder>) {
    this.swapped = "";
    update(this.model, values);
  }

  // Takes what the traits say; links can ask for more than there is room for.
  take() {
    const state = read(this.model, CHOICE),
      { bert, list } = this,
      input = build(bert, state),
      T = input.tokens.length,
      fits = T <= MOST;
    this.fields.draw(state);
    setText(this.alert, fits ? "" : WORDS.tooLong({ tokens: T, most: MOST }));
    setText(this.unknown, unknownWords(input.unknown));
    if (!fits) return;
    const position = Math.min(Math.max(state.position, 0), T - 1),
      vectors = terms(bert, input),
      now = { input, vectors, position, scale: fullColour(vectors) };
    this.now = now;
    list.draw(input, vectors, now);
    this.wide.draw(vectors, input, now);
    this.refresh((this.traced ?? 0) < T ? {} : { traced: null });
    if (this.shown !== null && this.shown !== position && !this.held)
      this.wide.from(list.rows[position].strips);
    this.shown = position;
  }

  // All that follows without the vectors changing.
  refresh(changes: Partial<Pointed>) {
    Object.assign(this, changes);
    if (!this.now) return;
    this.list.light(this.now.input, this.traced);
    this.wide.point(this.entry);
    this.announce(this.inWords(this.now));
  }

  inWords({ input, vectors, position }: Seen) {
    const { traced, entry } = this,
      { tokens, segments } = input;
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
    const t = traced ?? position,
      facts = { token: tokens[t], t, letter: LETTERS[segments[t]] };
    if (traced === null) return WORDS.chosen(facts);
    const number = (kind: Kind) => tokens.filter((_, u) => shares(input, kind, u, t)).length;
    return WORDS.traced({ ...facts, words: number("token"), texts: number("segment") });
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

  // The chosen word goes to its neighbour's place, by keyboard.
  move(by: number) {
    if (!this.now) return;
    const { input, position } = this.now,
      to = neighbour(input, position, by);
    if (to === undefined) return;
    this.swap(input, position, to);
    this.list.rows[to].radio.focus();
  }
}
