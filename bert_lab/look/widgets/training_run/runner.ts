// Runs the reader's own training, from the button press to the weights, independent of any drawing.
// The trainer's events are kept by record.ts. The view gets `began()`, `changed()`, and
// `pictured(weights)` when only step and weights have changed.

import type { Recipe, Why } from "#web/page_trainer/recipe.ts";
import {
  type Run as Handle,
  type Parts,
  type RunEvent,
  startTraining,
} from "#web/page_trainer/run_in_worker.ts";
import { unmoved } from "#web/shared/elements.ts";
import { type Model, read, update } from "#web/shared/lifecycle.ts";
import type { Bytes } from "#web/shared/own_bert.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { type Phase, partsOf } from "./load_trainer.ts";
import { type Question, questionsOf, storiesOf } from "./own.ts";
import { hidesAnyShare, order, valueAt } from "./recipe.ts";
import { advance, begin, left, type Run, spacing } from "./record.ts";
import { WORDS } from "./words.toml";

export type OwnRun = Run & {
  recipe: Recipe;
  questions: Question[];
  structure: string;
};
export interface Listeners {
  began: () => void;
  changed: () => void;
  pictured: (weights: Bytes) => void;
  ended: (weights: Bytes, writes: boolean) => void;
}

export const CHOICE = ["recipe", "small", "own", "repeat"] as const;
const SLOW = 90; // seconds that are left, from which on the small size is offered

const refusal = ({ say, values }: Why) =>
  (WORDS.refused[say] as (values: Why["values"]) => string)(values);

export class Runner {
  run: OwnRun | null = null;
  phase: Phase | "" = "";
  problem = "";
  #model;
  #probes;
  #on;
  #signal;
  #handle: Handle | null = null;

  constructor(model: Model<TrainingRun>, on: Listeners, signal: AbortSignal) {
    this.#model = model;
    this.#probes = model.get("probes");
    this.#on = on;
    this.#signal = signal;
    document.addEventListener("visibilitychange", () => this.#wait(), { signal });
    signal.addEventListener("abort", () => this.#end());
  }

  get steps() {
    return valueAt(this.#model.get("recipe"), "steps");
  }
  get busy() {
    return Boolean(this.#handle || this.phase);
  }
  get shown() {
    return this.run?.points.length ? this.run : null;
  }

  // The one button: Train, Stop, Train again.
  press() {
    if (this.#handle) this.#handle.stop();
    else if (!this.phase) this.#train();
  }

  async #train() {
    try {
      this.problem = "";
      this.#enter("fetching");
      this.#start(await partsOf(this.#model, this.#signal));
    } catch (error) {
      if (!this.#signal.aborted) this.#fail((error as Error).message);
    }
  }

  // Whether this machine would take long, and a smaller model less: new words it can't learn.
  get slow() {
    const { run } = this,
      { small, own } = read(this.#model, CHOICE);
    return Boolean(this.#handle && run && !small && !own.trim() && (left(run) ?? 0) > SLOW);
  }
  // Begins anew with the small size.
  shrink() {
    this.#end();
    this.run = null;
    update(this.#model, { small: true });
    this.#train();
  }

  #start(parts: Parts) {
    const { recipe, small, own, repeat } = read(this.#model, CHOICE),
      stories = storiesOf(own),
      questions = questionsOf(stories, parts.vocab);
    const texts = [...this.#probes, ...questions].map(({ first, second, answer }) => ({
      first,
      second,
      answer,
    }));
    const ordered = {
      picturesPerSecond: unmoved() ? 1 : 4,
      ...order(recipe, { small, stories, texts }),
      every: spacing(this.steps, recipe.every),
      repeat,
    };
    const next = {
      ...begin(WORDS.yourRun, this.steps),
      recipe: ordered,
      questions,
      structure: JSON.stringify(ordered.config ?? {}),
    };
    this.#enter("preparing");
    this.#handle = startTraining(parts, ordered, (event) => this.#onEvent(event, next));
    if (document.hidden) this.#handle.pause();
  }

  #onEvent(event: RunEvent, next: OwnRun) {
    if (event.kind === "refused") return this.#fail(refusal(event));
    if (event.kind === "failed") return this.#fail(WORDS.failed({ message: event.message }));
    if (event.kind === "prepared") {
      this.run = next; // only now does it take the other one's place
      this.phase = "";
      this.#on.began();
    }
    const run = advance(this.run ?? next, event, this.#probes.length);
    this.run = run;
    if (event.kind === "done") this.#finish(run, event.weights);
    if (event.kind === "pictured") this.#on.pictured(event.weights);
    else this.#on.changed();
  }

  #finish(run: OwnRun, weights: Bytes) {
    this.#end();
    this.#on.ended(weights, hidesAnyShare(run.recipe));
  }

  #fail(message: string) {
    this.#end();
    this.problem = message;
    if (this.run) this.run = { ...this.run, done: true };
    this.#enter("");
  }

  #enter(phase: Phase | "") {
    this.phase = phase;
    this.#on.changed();
  }

  #end() {
    this.#handle?.end();
    this.#handle = null;
  }

  // While nobody looks.
  #wait() {
    if (document.hidden) this.#handle?.pause();
    else this.#handle?.resume();
  }
}
