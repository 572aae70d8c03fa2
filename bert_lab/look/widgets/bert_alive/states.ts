// Earlier checkpoints of the model's training for BertAlive: reading and requesting them.

import { BERTModel } from "#web/bert/model.ts";
import { unpack, unpackState } from "#web/bert/packed.ts";
import { type Model, onTrait, update } from "#web/shared/lifecycle.ts";
import type { StatesWidget } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

// The model as it stands, which may be handed another one of its kind, and the states of its
// training: of each step a promise of the model as it was then. Who stores them (the book's host,
// or Python) sees `wanted` and puts the bytes into `state`. Without a `last` step there are no
// others.
// model: which has arrived
export function training(
  model: Model<StatesWidget>,
  last: number | undefined,
  signal: AbortSignal,
) {
  const waiting = new Map<number, { resolve(bert: BERTModel): void; reject(why: Error): void }>();
  const load = () => {
    const stored = unpack(model.get("weights") as ArrayBufferView);
    return { stored, berts: new Map([[last, Promise.resolve(new BERTModel(stored))]]) };
  };
  let now = load();
  const renew = () => {
    now = load();
  };
  const come = () => {
    const bytes = model.get("state");
    if (!bytes?.byteLength) return;
    const state = unpackState(bytes, now.stored);
    waiting.get(state.step)?.resolve(new BERTModel(state.model));
  };
  const miss = () =>
    model.get("wanted") === -1 &&
    waiting.forEach(({ reject }, step) => {
      now.berts.delete(step);
      reject(new Error(WORDS.notThere));
    });
  onTrait(model, ["weights"], renew, signal);
  onTrait(model, ["state"], come, signal);
  onTrait(model, ["wanted"], miss, signal);
  const bertAt = (step: number): Promise<BERTModel> => {
    const there = now.berts.get(last === undefined ? last : step);
    if (there) return there;
    const coming = new Promise<BERTModel>((resolve, reject) =>
      waiting.set(step, { resolve, reject }),
    ).finally(() => waiting.delete(step));
    now.berts.set(step, coming);
    update(model, { wanted: step });
    come(); // another view of this model may have asked for the same before
    return coming;
  };
  return { config: now.stored.config, bertAt };
}
