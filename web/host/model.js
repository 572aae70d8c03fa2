// The part of anywidget's model that a widget may use; without a kernel there is nobody to tell.
import { hear } from "./adopted.js";

export class Model {
  #state;
  #listeners = new Map(); // event name -> set of callbacks

  constructor(state) {
    this.#state = state;
  }

  get(key) {
    return this.#state[key];
  }

  set(key, value) {
    const changes = typeof key === "object" ? key : { [key]: value };
    const changed = Object.keys(changes).filter((k) => !Object.is(this.#state[k], changes[k]));
    for (const k of changed) this.#state[k] = changes[k];
    for (const k of changed) this.#emit(`change:${k}`, changes[k]);
    if (changed.length) this.#emit("change");
  }

  save_changes() {}

  send(content, _callbacks, buffers) {
    hear(content, buffers);
  }

  on(names, callback) {
    for (const name of names.split(/\s+/)) {
      if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
      this.#listeners.get(name).add(callback);
    }
  }

  off(names, callback) {
    for (const name of names ? names.split(/\s+/) : [...this.#listeners.keys()]) {
      if (callback) this.#listeners.get(name)?.delete(callback);
      else this.#listeners.delete(name);
    }
  }

  #emit(name, value) {
    for (const callback of [...(this.#listeners.get(name) ?? [])]) callback(this, value);
  }
}
