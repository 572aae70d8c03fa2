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

/**
 * @import { Recipe, Why } from "../../page_trainer/recipe.js"
 * @import { Parts, Run as Handle, RunEvent } from "../../page_trainer/run_in_worker.js"
 * @import { Bytes } from "../../own/keep.js"
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { TrainingGround } from "../../shared/traits.js"
 * @import { Phase } from "./load_trainer.js"
 * @import { Question } from "./own.js"
 * @import { Preset } from "./recipe.js"
 * @import { Run } from "./record.js"
 * @typedef {Run & { recipe: Recipe, preset: Preset | undefined, questions: Question[] }} OwnRun
 * @typedef {object} Listeners
 * @property {() => void} changed
 * @property {() => void} moved where only the step is another one
 * @property {(weights: Bytes, structure: string) => void} pictured
 * @property {(weights: Bytes) => void} ended
 */

export const CHOICE = /** @type {const} */ (["recipe", "small", "own", "repeat"]);
const SLOW = 120; // seconds for the book’s size from which on the small one is taken

/** @param {Why} why */
function refusal({ say, values }) {
  const words = /** @type {Record<string, ((values: object) => string) | undefined>} */ (
    WORDS.refused
  );
  /** @typedef {Parameters<typeof WORDS.refused.other>[0]} Other */
  return words[say]?.(values) ?? WORDS.refused.other(/** @type {Other} */ (values));
}

export class Runner {
  /** @type {OwnRun | null} */
  run = null;
  /** @type {OwnRun | null} */
  earlier = null;
  /** @type {Phase | ""} */
  phase = "";
  problem = "";
  note = "";
  #model;
  #probes;
  #presets;
  #on;
  #obtain;
  #signal;
  /** @type {Handle | null} */
  #handle = null;

  /** @param {Model<TrainingGround>} model @param {Listeners} on @param {AbortSignal} signal */
  constructor(model, on, signal) {
    const { probes, presets } = read(model, ["probes", "presets"]);
    this.#model = model;
    this.#probes = probes;
    this.#presets = presets;
    this.#on = on;
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
      this.#fit(((msPerStep ?? 0) * this.steps) / 1e3); // the trainer says what is missing
      this.#start(parts);
    } catch (error) {
      if (!this.#signal.aborted) this.#fail(/** @type {Error} */ (error).message);
    }
  }

  // A slow machine gets the small size, once: the reader may take it back.
  /** @param {number} seconds */
  #fit(seconds) {
    if (this.note || seconds < SLOW) return;
    this.note = WORDS.slow(seconds);
    update(this.#model, { small: true });
  }

  /** @param {Parts} parts */
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

  /** @param {RunEvent} event @param {OwnRun} next */
  #onEvent(event, next) {
    if (event.kind === "refused") return this.#fail(refusal(event));
    if (event.kind === "failed") return this.#fail(WORDS.failed(event.message));
    if (event.kind === "prepared") {
      // only now does it take the other one's place
      this.earlier = this.shown ?? this.earlier;
      this.run = next;
      this.phase = "";
    }
    const run = advance(this.run ?? next, event, this.#probes.length);
    this.run = run;
    if ("weights" in event && event.weights)
      this.#on.pictured(event.weights, JSON.stringify(next.recipe.config ?? {}));
    if (event.kind === "done") this.#finish(run, event.weights);
    if (event.kind === "pictured") this.#on.moved();
    else this.#on.changed();
  }

  /** @param {OwnRun} run @param {Bytes} weights */
  #finish(run, weights) {
    this.#end();
    this.#on.ended(weights);
    update(this.#model, { outcome: outcomeOf(run), trained: new DataView(weights.buffer) });
  }

  /** @param {string} message */
  #fail(message) {
    this.#end();
    this.problem = message;
    if (this.run) this.run = { ...this.run, done: true };
    this.#enter("");
  }

  /** @param {Phase | ""} phase */
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
