// Loads TrainingRun's trainer (look/page_trainer.py). The book's host loads it, or Python sends it,
// on demand.

import { wasm } from "#web/engine/wasm.ts";
import type { Parts } from "#web/page_trainer/run_in_worker.ts";
import { type Model, until, update } from "#web/shared/lifecycle.ts";
import type { TrainingRun } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

export type Phase = "fetching" | "preparing";

export async function partsOf(model: Model<TrainingRun>, signal: AbortSignal): Promise<Parts> {
  const there = () => {
    if (model.get("parts")?.code) return true;
    if (!model.get("wants_parts")) throw new Error(WORDS.noParts);
    return false;
  };
  update(model, { wants_parts: true });
  await until(model, ["parts", "wants_parts"], there, signal);
  const given = model.get("parts") as Required<NonNullable<TrainingRun["parts"]>>;
  return { ...given, kernels: wasm };
}
