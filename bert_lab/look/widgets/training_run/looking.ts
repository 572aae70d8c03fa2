// What the reader is looking at in TrainingRun: a run, one of its points, a probe, and the texts in
// the picture. For the reader's own run it is kept here, otherwise in the traits.

import type { Texts } from "#web/bert/pass.ts";
import { type Model, read, update } from "#web/shared/lifecycle.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import type { Kind } from "./charts.ts";
import { whole } from "./lanes.ts";
import type { Curve } from "./record.ts";
import type { OwnRun, Runner } from "./runner.ts";

export const TEXT = ["text", "second", "hidden"] as const;

export class Looking {
  model;
  book;
  on: Kind = "book"; // the run that is looked at
  at: number | null = null; // the place of the point of an own run, null for its last, as it goes on
  #probes;
  #runner;
  #redraw;

  constructor(model: Model<TrainingRun>, book: Curve, runner: Runner, redraw: () => void) {
    this.model = model;
    this.book = book;
    this.#probes = model.get("probes");
    this.#runner = runner;
    this.#redraw = redraw;
  }

  set(values: Partial<TrainingRun>) {
    update(this.model, values);
  }
  get<Name extends keyof TrainingRun & string>(trait: Name) {
    return this.model.get(trait);
  }

  get curves(): { book: Curve; now: OwnRun | null } {
    return { book: this.book, now: this.#runner.shown };
  }
  get run() {
    return this.curves[this.on] ?? this.book;
  }
  get place() {
    const { points } = this.run;
    if (this.run !== this.book) return this.at ?? points.length - 1;
    return Math.max(
      0,
      points.findLastIndex(({ step }) => step <= this.get("step")),
    );
  }
  get number() {
    return this.get("probe");
  }
  get own() {
    return this.get("text") !== "";
  }
  // The reader's own, or the probe's.
  get texts(): Texts {
    return this.own ? read(this.model, TEXT) : whole(this.#probes[this.number]);
  }

  // What the reader does.
  look(kind: Kind) {
    [this.on, this.at] = [kind, null];
    this.#redraw();
  }
  choose(place: number) {
    const { points } = this.run;
    if (this.run === this.book) return this.set({ step: points[place].step });
    this.at = place === points.length - 1 ? null : place;
    this.#redraw();
  }
  ask(probe: number) {
    this.set({ probe, text: "", second: "", hidden: [] });
  }
  // A sentence, or two with a | between them; without one the probe is back. Who types <mask> has
  // said what is hidden.
  type(typed: string) {
    const [text, second = ""] = typed.split("|").map((part) => part.trim()),
      { hidden } = this.texts;
    this.set({ text: text || (second && " "), second, hidden: /<mask>/.test(typed) ? [] : hidden });
  }
}
