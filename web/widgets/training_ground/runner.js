// TrainingGround's runs, whatever is drawn of them: from the press to the weights. What the trainer
// tells is kept by .record. Who draws gets `changed()`, `moved()` where only the step is another
// one, and `pictured(weights, structure)`.

import { startTraining } from "../../page_trainer/run_in_worker.js";
import { unmoved } from "../../shared/elements.js";
import { read, update } from "../../shared/lifecycle.js";
import { trainerLoader } from "./load_trainer.js";
import { questionsOf, storiesOf } from "./own.js";
import { namedRun, order, presetOf, valueAt } from "./recipe.js";
import { advance, begin, outcomeOf } from "./record.js";
import { WORDS } from "./words.js";

export const CHOICE = ["recipe", "small", "own", "repeat"];
const SLOW = 120; // seconds for the book’s size from which on the small one is taken

export class Runner {
  run = null;
  earlier = null;
  phase = "";
  problem = "";
  note = "";
  #model;
  #probes;
  #presets;
  #on;
  #obtain;
  #signal;
  #handle = null;

  constructor(model, on, signal) {
    const { probes, presets } = read(model, ["probes", "presets"]);
    [this.#model, this.#probes, this.#presets, this.#on] = [model, probes, presets, on];
    this.#signal = signal;
    this.#obtain = trainerLoader(model, (phase) => this.#enter(phase), signal);
    document.addEventListener("visibilitychange", () => this.#wait(), { signal });
    signal.addEventListener("abort", () => this.#end());
  }

  get preset() {
    return presetOf(this.#presets, this.#model.get("recipe"));
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
      const { parts, msPerStep } = await this.#obtain();
      this.#fit((msPerStep * this.steps) / 1e3);
      this.#start(parts);
    } catch (error) {
      if (!this.#signal.aborted) this.#fail(error.message);
    }
  }

  // A slow machine gets the small size, once: the reader may take it back.
  #fit(seconds) {
    if (this.note || seconds < SLOW) return;
    this.note = WORDS.slow(seconds);
    update(this.#model, { small: true });
  }

  #start(parts) {
    const { preset } = this,
      { recipe, small, own, repeat } = read(this.#model, CHOICE),
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
      repeat,
    };
    const next = {
      ...begin(namedRun(preset, recipe, small), this.steps),
      recipe: ordered,
      preset,
      questions,
    };
    this.#enter("preparing");
    this.#handle = startTraining(parts, ordered, (event) => this.#onEvent(event, next));
    if (document.hidden) this.#handle.pause();
  }

  #onEvent(event, next) {
    const { kind } = event;
    if (kind === "refused")
      return this.#fail((WORDS.refused[event.say] ?? WORDS.refused.other)(event.values));
    if (kind === "failed") return this.#fail(WORDS.failed(event.message));
    if (kind === "prepared") {
      // only now does it take the other one's place
      this.earlier = this.shown ?? this.earlier;
      this.run = next;
      this.phase = "";
    }
    this.run = advance(this.run, event, this.#probes.length);
    if (event.weights) this.#on.pictured(event.weights, JSON.stringify(next.recipe.config ?? {}));
    if (kind === "done") this.#finish(event.weights);
    if (kind === "pictured") this.#on.moved();
    else this.#on.changed();
  }

  #finish(weights) {
    this.#end();
    this.#on.ended(weights);
    update(this.#model, { outcome: outcomeOf(this.run), trained: new DataView(weights.buffer) });
  }

  #fail(message) {
    this.#end();
    this.problem = message;
    if (this.run) this.run = { ...this.run, done: true };
    this.#enter("");
  }

  #enter(phase) {
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
