// Trains a BERT in a worker of the page: what a page, a notebook or Node needs beside `parts`.
/** @import { Grammar } from "./corpus.js" */
/** @import { Recipe, Why } from "./recipe.js" */

import { openWorker } from "../shared/worker.js";
import { checkRecipe, complete } from "./recipe.js";

/**
 * What bert_lab.look.page_trainer() gives; `code`: text of the worker.
 * @typedef {{ code: string, kernels: BufferSource, grammar: Grammar, vocab: string[] }} Parts
 */
/**
 * What losses can be compared with, in nats: they answer the very questions that `loss` does. The
 * floor is known for the book's recipe alone.
 * @typedef {{ uniform: number, unigram: number, bigram: number, floor?: number }} Lines
 */
/** @typedef {{ word: string, p: number }} Guess */
/**
 * What a run of a model looks like now; `weights`: bytes that `unpack` of bert/packed.js reads.
 * @typedef {{ step: number, seconds: number, weights: Uint8Array<ArrayBuffer> }} State
 */
/**
 * First of all; `vocab` has the own words, too.
 * @typedef {{ kind: "prepared", lines: Lines, pairs: number, heldOut: number, parameters: number,
 *   vocab: string[], seconds: number }} Prepared
 */
/**
 * Every `every` steps, at the first and the last. `nsp`: share of right answers, null where
 * nextSentences is false. `probes`: for each text its three best words and then its answer where it
 * has one.
 * @typedef {{ kind: "scored", steps: number, loss: number, nsp: number | null,
 *   probes: Guess[][] } &
 *   Omit<State, "weights"> & Partial<Pick<State, "weights">>} Scored
 */
/**
 * Between those, `picturesPerSecond` at most, theirs counted.
 * @typedef {{ kind: "pictured", steps: number } & State} Pictured
 */
/** At the end, after stop(), too. @typedef {{ kind: "done" } & State} Done */
/** @typedef {{ kind: "refused" } & Why} Refused */
/** @typedef {{ kind: "failed", message: string }} Failed */
/** @typedef {Prepared | Scored | Pictured | Done | Refused | Failed} RunEvent what a run reports */
/** @typedef {{ kind: "measured", msPerStep: number }} Measured */
/** @typedef {Record<"stop" | "pause" | "resume" | "end", () => void>} Run */

/**
 * The handle of a run: stop() ends it with "done"; end() at once, without a word.
 * @param {Parts} parts
 * @param {Recipe} recipe
 * @param {(event: RunEvent) => void} on
 * @returns {Run}
 */
export function startTraining(parts, recipe, on) {
  const refusal = checkRecipe(parts, recipe),
    nothing = () => {};
  if (refusal) {
    queueMicrotask(() => on({ kind: "refused", ...refusal }));
    return { stop: nothing, pause: nothing, resume: nothing, end: nothing };
  }
  const { send, end } = openTrainer(parts, on);
  send("train", { ...parts, recipe: complete(parts, recipe), code: null });
  return {
    stop: () => send("stop"),
    pause: () => send("pause"),
    resume: () => send("resume"),
    end,
  };
}

/**
 * How fast this machine is, within a second: milliseconds of a step of the book's recipe, null
 * without SIMD.
 * @param {Parts} parts @param {AbortSignal} signal
 * @returns {Promise<{ msPerStep: number | null, simd: boolean }>}
 */
export function measureSpeed(parts, signal) {
  if (!WebAssembly.validate(parts.kernels))
    return Promise.resolve({ msPerStep: null, simd: false });
  return new Promise((resolve, reject) => {
    const { send, end } = openTrainer(parts, (/** @type {Measured | Failed} */ event) => {
      end();
      if (event.kind === "measured") resolve({ msPerStep: event.msPerStep, simd: true });
      else reject(new Error(event.message));
    });
    signal.addEventListener("abort", () => {
      end();
      reject(signal.reason);
    });
    send("measure", { ...parts, recipe: complete(parts, {}), code: null });
  });
}

/**
 * @template Event
 * @param {Parts} parts
 * @param {(event: Event | Failed) => void} on
 */
function openTrainer({ code }, on) {
  const fail = (message = "the worker could not start") => on({ kind: "failed", message }),
    { send, end } = openWorker(code, on, fail);
  /** @type {(command: string, parts?: object) => void} */
  const order = (command, parts) => send({ command, parts });
  return { send: order, end };
}
