// How TrainingGround comes by its trainer (look/page_trainer.py), and to know how fast that is here. The
// book's host loads it, or Python sends it, when somebody wants it.

import { measureSpeed } from "../../page_trainer/run_in_worker.js";
import { until, update } from "../../shared/lifecycle.js";
import { WORDS } from "./words.js";

/**
 * @import { Parts } from "../../page_trainer/run_in_worker.js"
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { TrainingGround } from "../../shared/traits.js"
 * @typedef {"fetching" | "measuring" | "preparing"} Phase
 */

/** @param {Model<TrainingGround>} model @param {AbortSignal} signal @returns {Promise<Parts>} */
async function partsOf(model, signal) {
  const there = () => {
    if (model.get("parts")?.code) return true;
    if (!model.get("wants_parts")) throw new Error(WORDS.noParts);
    return false;
  };
  update(model, { wants_parts: true });
  await until(model, ["parts", "wants_parts"], there, signal);
  const given = /** @type {Required<NonNullable<TrainingGround["parts"]>>} */ (model.get("parts"));
  const { kernels, ...parts } = given;
  return {
    ...parts,
    kernels: new Uint8Array(kernels.buffer, kernels.byteOffset, kernels.byteLength),
  };
}

// A function: the trainer's parts and the milliseconds of a step of the book’s size; `onPhase` is told
// what it is at.
/**
 * @param {Model<TrainingGround>} model @param {(phase: Phase) => void} onPhase
 * @param {AbortSignal} signal
 */
export function trainerLoader(model, onPhase, signal) {
  /** @type {Awaited<ReturnType<typeof measureSpeed>> | undefined} */
  let speed;
  return async () => {
    onPhase("fetching");
    const parts = await partsOf(model, signal);
    if (!speed) {
      onPhase("measuring");
      speed = await measureSpeed(parts, signal);
    }
    return { parts, msPerStep: speed.msPerStep };
  };
}
