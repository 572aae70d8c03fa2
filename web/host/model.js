// The part of anywidget's model that a widget may use; without a kernel there is nobody to tell.
import { onMessage } from "./adopted.js";

/** @import { Bytes, Sent } from "../own/keep.js" */
/** @import { Released } from "../real/released.js" */
/**
 * @import {
 *   BertAlive, Check, Subscriber, StatesWidget, TrainingGround
 * } from "../shared/traits.js"
 */

/**
 * What the page itself reads and sets; a widget need not have it.
 * @typedef {Partial<Subscriber & StatesWidget & Pick<BertAlive, "compact"> & Pick<Check, "label"> &
 *   Pick<TrainingGround, "parts" | "wants_parts"> & { released: Released }>} Known
 */
/** @typedef {(model: Model, value?: unknown) => void} Callback */

export class Model {
  #state;
  /** @type {Map<string, Set<Callback>>} */
  #listeners = new Map(); // by the event's name

  /** @param {Known & Record<string, unknown>} state */
  constructor(state) {
    this.#state = state;
  }

  /** @template {keyof Known} K @param {K} key @returns {Known[K]} */
  get(key) {
    return this.#state[key];
  }

  /** @param {string | Record<string, unknown>} key @param {unknown} [value] */
  set(key, value) {
    const changes = typeof key === "object" ? key : { [key]: value };
    const changed = Object.keys(changes).filter((k) => !Object.is(this.#state[k], changes[k]));
    for (const k of changed) this.#state[k] = changes[k];
    for (const k of changed) this.#emit(`change:${k}`, changes[k]);
    if (changed.length) this.#emit("change");
  }

  save_changes() {}

  /** @param {Sent} content @param {unknown} [_callbacks] @param {Bytes[]} [buffers] */
  send(content, _callbacks, buffers) {
    onMessage(content, buffers);
  }

  /** @param {string} names @param {Callback} callback */
  on(names, callback) {
    for (const name of names.split(/\s+/))
      this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(callback));
  }

  /** @param {string | null} [names] @param {Callback} [callback] */
  off(names, callback) {
    for (const name of names ? names.split(/\s+/) : [...this.#listeners.keys()]) {
      if (callback) this.#listeners.get(name)?.delete(callback);
      else this.#listeners.delete(name);
    }
  }

  /** @param {string} name @param {unknown} [value] */
  #emit(name, value) {
    for (const callback of [...(this.#listeners.get(name) ?? [])]) callback(this, value);
  }
}
