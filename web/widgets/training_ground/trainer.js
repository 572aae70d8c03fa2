// How TrainingGround comes by its trainer (look/trainer), and to know how fast that is here. The
// book's host loads it, or Python sends it, when somebody wants it.

import { until, update } from "../../shared/lifecycle.js";
import { measureSpeed } from "../../trainer/client.js";
import { WORDS } from "./words.js";

async function partsOf(model, signal) {
  const there = () => {
    if (model.get("parts")?.code) return true;
    if (!model.get("wants_parts")) throw new Error(WORDS.noParts);
    return false;
  };
  update(model, { wants_parts: true });
  await until(model, ["parts", "wants_parts"], there, signal);
  const { kernels, ...parts } = model.get("parts");
  return {
    ...parts,
    kernels: new Uint8Array(kernels.buffer, kernels.byteOffset, kernels.byteLength),
  };
}

// A function: the trainer's parts and the milliseconds of a step of the book's size; `enter` hears
// what it is at.
export function trainerOf(model, enter, signal) {
  let speed;
  return async () => {
    enter("fetching");
    const parts = await partsOf(model, signal);
    if (!speed) {
      enter("measuring");
      speed = await measureSpeed(parts, signal);
    }
    return { parts, msPerStep: speed.msPerStep };
  };
}
