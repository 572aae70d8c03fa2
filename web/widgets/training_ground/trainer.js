// How TrainingGround comes by its trainer (look/trainer), and to know how fast that is here. The
// book's host loads it, or Python sends it, when somebody wants it.

import { update } from "../../shared/lifecycle.js";
import { measureSpeed } from "../../trainer/client.js";
import { SAID } from "./words.js";

async function partsOf(model) {
  await new Promise((resolve, reject) => {
    const names = "change:parts change:wants_parts";
    const check = () => {
      if (model.get("parts")?.code) resolve();
      else if (!model.get("wants_parts")) reject(new Error(SAID.noParts));
      else return;
      model.off(names, check);
    };
    model.on(names, check);
    update(model, { wants_parts: true });
    check();
  });
  const { kernels, ...parts } = model.get("parts");
  return {
    ...parts,
    kernels: new Uint8Array(kernels.buffer, kernels.byteOffset, kernels.byteLength),
  };
}

// A function: the trainer's parts and the milliseconds of a step of the book's size; `enter` hears
// what it is at.
export function trainerOf(model, enter) {
  let speed;
  return async () => {
    enter("fetching");
    const parts = await partsOf(model);
    if (!speed) {
      enter("measuring");
      speed = await measureSpeed(parts);
    }
    return { parts, msPerStep: speed.msPerStep };
  };
}
