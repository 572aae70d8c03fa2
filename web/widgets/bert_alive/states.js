// BertAlive's earlier states of the model's training: how they are read, and asked for.

import { BERTModel } from "../../bert/model.js";
import { read_tensors, unpack } from "../../bert/packed.js";
import { onTrait, update } from "../../shared/lifecycle.js";
import { WORDS } from "./words.js";

/**
 * @import { Model } from "../../shared/lifecycle.js"
 * @import { StatesWidget } from "../../shared/traits.js"
 * @import { Stored } from "../../bert/packed.js"
 */

// A state is a safetensors file, its matrices a byte for each number with
// `NAME.scale` for each row. Words and sizes are the model's.
/** @param {ArrayBufferView} bytes @param {Stored} model @returns {{ step: number, model: Stored }} */
export function unpackState(bytes, model) {
  const { __metadata__, ...tensors } = read_tensors(bytes);
  for (const [name, scale] of Object.entries(tensors).filter(([name]) => name.endsWith(".scale"))) {
    const { data } = tensors[name.slice(0, -6)],
      columns = data.length / scale.data.length;
    data.forEach((value, i) => {
      data[i] = value * scale.data[Math.floor(i / columns)];
    });
    delete tensors[name];
  }
  return { step: Number(__metadata__.step), model: { ...model, tensors } };
}

// The model as it stands, which may be handed another one of its kind, and the states of its
// training: of each step a promise of the model as it was then. Who stores them (the book's host,
// or Python) sees `wanted` and puts the bytes into `state`. Without a `last` step there are no
// others.
/**
 * @param {Model<StatesWidget>} model which has arrived
 * @param {number | undefined} last @param {AbortSignal} signal
 */
export function training(model, last, signal) {
  /** @type {Map<number, { resolve(bert: BERTModel): void, reject(why: Error): void }>} */
  const waiting = new Map();
  const load = () => {
    const stored = unpack(/** @type {ArrayBufferView} */ (model.get("weights")));
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
  /** @param {number} step @returns {Promise<BERTModel>} */
  const bertAt = (step) => {
    const there = now.berts.get(last === undefined ? last : step);
    if (there) return there;
    const coming = new Promise((resolve, reject) => waiting.set(step, { resolve, reject })).finally(
      () => waiting.delete(step),
    );
    now.berts.set(step, coming);
    update(model, { wanted: step });
    come(); // another view of this model may have asked for the same before
    return coming;
  };
  return { config: now.stored.config, bertAt };
}
