// The part of anywidget's model that a widget may use, without a kernel to sync with.

import type { Bytes, Sent } from "../shared/own_bert.ts";
import { onMessage } from "./adopted.ts";
import type { Known, Traits } from "./known.ts";

export type Callback = (model: Model, value?: unknown) => void;

export class Model implements Traits {
  #state;
  #listeners = new Map<string, Set<Callback>>(); // by the event's name

  constructor(state: Known & Record<string, unknown>) {
    this.#state = state;
  }

  get<K extends keyof Known>(key: K): Known[K] {
    return this.#state[key];
  }

  set(key: string | Record<string, unknown>, value?: unknown) {
    const changes = typeof key === "object" ? key : { [key]: value };
    const changed = Object.keys(changes).filter((k) => !Object.is(this.#state[k], changes[k]));
    for (const k of changed) this.#state[k] = changes[k];
    for (const k of changed) this.#emit(`change:${k}`, changes[k]);
    if (changed.length) this.#emit("change");
  }

  save_changes() {}

  send(content: Sent, _callbacks?: unknown, buffers?: Bytes[]) {
    onMessage(content, buffers);
  }

  on(names: string, callback: Callback) {
    for (const name of names.split(/\s+/))
      this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(callback));
  }

  off(names?: string | null, callback?: Callback) {
    for (const name of names ? names.split(/\s+/) : [...this.#listeners.keys()]) {
      if (callback) this.#listeners.get(name)?.delete(callback);
      else this.#listeners.delete(name);
    }
  }

  #emit(name: string, value?: unknown) {
    for (const callback of [...(this.#listeners.get(name) ?? [])]) callback(this, value);
  }
}
