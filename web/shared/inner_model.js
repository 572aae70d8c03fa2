// A picture inside another widget: what it takes for its model.

// `own` are traits that the outer widget sets for it; all others are the outer model's.
/** @import { Model } from "./lifecycle.js" */
/** @typedef {Model<Record<string, unknown>>} Loose */
/**
 * @template {object} T
 * @template {object} Own
 * @param {Model<T>} model @param {Own} own
 */
export const pictureModel = (model, own) =>
  /** @type {Model<Omit<T, keyof Own> & Own>} */ (
    inner(/** @type {Loose} */ (model), /** @type {Record<string, unknown>} */ (own))
  );

/** @param {Loose} model @param {Record<string, unknown>} own @returns {Loose} */
function inner(model, own) {
  /** @type {Map<string, (() => void)[]>} */
  const listeners = new Map();
  /** @param {string} name */
  const isOwn = (name) => name.replace("change:", "") in own;
  /** @param {unknown} a @param {unknown} b */
  const alike = (a, b) =>
    a === b || (!ArrayBuffer.isView(a) && JSON.stringify(a) === JSON.stringify(b));
  return {
    get: (name) => (name in own ? own[name] : model.get(name)),
    set(name, value) {
      if (!(name in own)) return model.set(name, value);
      if (alike(own[name], value)) return;
      own[name] = value;
      for (const callback of listeners.get(`change:${name}`) ?? []) callback();
    },
    save_changes: () => model.save_changes(),
    send: (...sent) => model.send(...sent),
    on: (name, callback) =>
      isOwn(name)
        ? listeners.set(name, [...(listeners.get(name) ?? []), callback])
        : model.on(name, callback),
    off: (name, callback) =>
      isOwn(name)
        ? listeners.set(
            name,
            (listeners.get(name) ?? []).filter((other) => other !== callback),
          )
        : model.off(name, callback),
  };
}
