// A picture inside another widget: what it takes for its model.

// `own` are traits that the outer widget sets for it; all others are the outer model's.
/**
 * @import { Traits } from "./lifecycle.js"
 * @param {Traits} model @param {Record<string, any>} own @returns {Traits}
 */
export function pictureModel(model, own) {
  /** @type {Map<string, (() => void)[]>} */
  const listeners = new Map();
  /** @param {string} name */
  const mine = (name) => name.replace("change:", "") in own;
  /** @param {unknown} a @param {unknown} b */
  const alike = (a, b) =>
    a === b || (!ArrayBuffer.isView(a) && JSON.stringify(a) === JSON.stringify(b));
  return {
    get: (name) => (name in own ? own[name] : model.get(name)),
    set(name, value) {
      if (!(name in own)) return model.set(name, value);
      if (alike(own[name], value)) return;
      own[name] = value;
      for (const tell of listeners.get(`change:${name}`) ?? []) tell();
    },
    save_changes: () => model.save_changes(),
    on: (name, tell) =>
      mine(name)
        ? listeners.set(name, [...(listeners.get(name) ?? []), tell])
        : model.on(name, tell),
    off: (name, tell) =>
      mine(name)
        ? listeners.set(
            name,
            (listeners.get(name) ?? []).filter((one) => one !== tell),
          )
        : model.off(name, tell),
  };
}
