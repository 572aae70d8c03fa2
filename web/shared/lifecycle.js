// A widget's traits as its view has them, and the model that anywidget, or in a page the host,
// hands it: one that also sends.
/**
 * @template {Record<string, any>} [T=Record<string, any>]
 * @typedef {{
 *   get<K extends keyof T & string>(name: K): T[K],
 *   set<K extends keyof T & string>(name: K, value: T[K]): void,
 *   save_changes(): void,
 *   on(names: string, tell: () => void): void,
 *   off(names: string, tell: () => void): void,
 * }} Traits
 */
/**
 * @template {Record<string, any>} [T=Record<string, any>]
 * @typedef {Traits<T> & {
 *   send(content: unknown, callbacks?: unknown, buffers?: BufferSource[]): void,
 * }} Model
 */

// Draws now and after every change of these traits, once for changes that come together.
/** @param {Traits} model @param {string[]} traits @param {() => void} draw @returns {() => void} */
export function follow(model, traits, draw) {
  let waiting = false,
    over = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      if (!over) draw();
    });
  };
  for (const trait of traits) model.on(`change:${trait}`, later);
  draw();
  return () => {
    over = true;
    for (const trait of traits) model.off(`change:${trait}`, later);
  };
}

/** @param {Traits} model @param {Record<string, unknown>} values */
export function update(model, values) {
  for (const [trait, value] of Object.entries(values)) model.set(trait, value);
  model.save_changes();
}

/** @type {(model: Traits, traits: string[]) => Record<string, any>} */
export const read = (model, traits) => Object.fromEntries(traits.map((t) => [t, model.get(t)]));

// `make`, which doesn't make the same thing twice running: it remembers its last argument.
/** @template A, M @param {(argument: A) => M} make @returns {(argument: A) => M} */
export function remember(make) {
  /** @type {A} */
  let last;
  /** @type {M} */
  let made;
  return (argument) => {
    if (argument !== last) [last, made] = [argument, make(argument)];
    return made;
  };
}

// Once the page is complete: until then, what stands further up is drawn first.
export const whenComplete = () =>
  document.readyState === "complete" ||
  new Promise((resolve) => addEventListener("load", resolve, { once: true }));

// The page fetches a model after its widgets; until it is here the fallback can be read.
/** @type {(model: Traits) => Promise<void>} */
export const arrival = (model) =>
  new Promise((resolve, reject) => {
    const check = () => {
      if (model.get("weights")?.byteLength) resolve();
      else if (!model.get("checkpoint")) reject(new Error("no model on this page"));
      else return;
      model.off("change:weights change:checkpoint", check);
    };
    model.on("change:weights change:checkpoint", check);
    check();
  });
