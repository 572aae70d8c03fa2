// Loads TrainingRun's trainer (look/page_trainer.py) and measures its speed. The book's host loads
// it, or Python sends it, on demand.

import { measureSpeed, type Parts } from "#web/page_trainer/run_in_worker.ts";
import { type Model, until, update } from "#web/shared/lifecycle.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

export type Phase = "fetching" | "measuring" | "preparing";

async function partsOf(model: Model<TrainingRun>, signal: AbortSignal): Promise<Parts> {
  const there = () => {
    if (model.get("parts")?.code) return true;
    if (!model.get("wants_parts")) throw new Error(WORDS.noParts);
    return false;
  };
  update(model, { wants_parts: true });
  await until(model, ["parts", "wants_parts"], there, signal);
  const given = model.get("parts") as Required<NonNullable<TrainingRun["parts"]>>;
  const { kernels, ...parts } = given;
  return {
    ...parts,
    kernels: new Uint8Array(kernels.buffer, kernels.byteOffset, kernels.byteLength),
  };
}

// A function: the trainer's parts and the milliseconds of a step of the book’s size; `onPhase` is told
// what it is at.
export function trainerLoader(
  model: Model<TrainingRun>,
  onPhase: (phase: Phase) => void,
  signal: AbortSignal,
) {
  let speed: Awaited<ReturnType<typeof measureSpeed>> | undefined;
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
