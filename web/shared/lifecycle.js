import { speak } from "./language.js";

// What anywidget, or in a page the host, hands to a view: its traits, which Python describes and
// traits.d.ts has as types.
/**
 * @import { Subscriber, Widget } from "./traits.js"
 * @import { Sent } from "../own/keep.js"
 */
/**
 * @template {object} T
 * @typedef {{
 *   get<K extends keyof T & string>(name: K): T[K],
 *   set<K extends keyof T & string>(name: K, value: T[K]): void,
 *   save_changes(): void,
 *   on(names: string, callback: () => void): void,
 *   off(names: string, callback: () => void): void,
 *   send(content: Sent, callbacks?: unknown, buffers?: Uint8Array<ArrayBuffer>[]): void,
 * }} Model
 */
/**
 * @template {object} T
 * @typedef {{ model: Model<T>, el: HTMLElement, signal: AbortSignal }} Props
 */

// A view has one end. What it starts takes a `signal`, and stops with it.

// A shorter life within another.
/** @param {AbortSignal} [signal] */
export function innerLife(signal) {
  const inner = new AbortController(),
    end = () => inner.abort(signal?.reason);
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { signal: inner.signal });
  return inner;
}

// `render`, which gets a `signal` whoever mounts it: the host and newer anywidgets hand one over,
// older ones call what comes back. It speaks the model's language, if it has one.
/**
 * @template {Widget} T
 * @param {(props: Props<T>) => void | Promise<void>} render
 * @returns {(props: Omit<Props<T>, "signal"> & { signal?: AbortSignal }) => Promise<() => void>}
 */
export const mounted = (render) => async (props) => {
  const life = innerLife(props.signal),
    { signal } = life;
  // JupyterLab keeps the element of each view that it has closed, so nothing is left in it.
  signal.addEventListener("abort", () => props.el.replaceChildren());
  speak(props.model?.get("language"));
  try {
    if (!signal.aborted) await render({ ...props, signal });
  } catch (error) {
    if (!signal.aborted) {
      life.abort();
      throw error;
    }
  }
  return () => life.abort();
};

/**
 * @template {object} T
 * @param {Model<T>} model @param {readonly (keyof NoInfer<T> & string)[]} traits
 * @param {() => void} callback @param {AbortSignal} signal
 */
export function onTrait(model, traits, callback, signal) {
  if (signal.aborted) return;
  const names = traits.map((trait) => `change:${trait}`);
  for (const name of names) model.on(name, callback);
  signal.addEventListener("abort", () => {
    for (const name of names) model.off(name, callback);
  });
}

/**
 * @template Target, Options
 * @param {{ observe(target: Target, options?: Options): void, disconnect(): void }} observer
 * @param {Target} target @param {AbortSignal} signal @param {Options} [options]
 */
export function observe(observer, target, signal, options) {
  observer.observe(target, options);
  signal.addEventListener("abort", () => observer.disconnect());
}

// Draws now and after every change of these traits, once for changes that come together.
/**
 * @template {object} T
 * @param {Model<T>} model @param {readonly (keyof NoInfer<T> & string)[]} traits
 * @param {() => void} draw @param {AbortSignal} signal
 */
export function drawOnChange(model, traits, draw, signal) {
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      if (!signal.aborted) draw();
    });
  };
  onTrait(model, traits, later, signal);
  draw();
}

/**
 * @template {object} T
 * @param {Model<T>} model @param {Partial<NoInfer<T>>} values
 */
export function update(model, values) {
  const entries = /** @type {[keyof T & string, T[keyof T & string]][]} */ (Object.entries(values));
  for (const [trait, value] of entries) model.set(trait, value);
  model.save_changes();
}

/**
 * @template {object} T
 * @template {keyof T & string} Name
 * @param {Model<T>} model @param {readonly Name[]} traits
 */
export const read = (model, traits) =>
  /** @type {Pick<T, Name>} */ (Object.fromEntries(traits.map((t) => [t, model.get(t)])));

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
/** @param {AbortSignal} signal */
export const whenComplete = (signal) =>
  document.readyState === "complete" ||
  new Promise((resolve) => addEventListener("load", resolve, { once: true, signal }));

// Once `there` says so, asked now and when one of these traits changes; it throws if there will be
// nothing.
/**
 * @template {object} T
 * @param {Model<T>} model @param {readonly (keyof NoInfer<T> & string)[]} traits
 * @param {() => boolean} there @param {AbortSignal} signal @returns {Promise<void>}
 */
export const until = (model, traits, there, signal) =>
  new Promise((resolve, reject) => {
    const waiting = innerLife(signal);
    const check = () => {
      try {
        if (!there()) return;
        resolve();
      } catch (error) {
        reject(error);
      }
      waiting.abort();
    };
    waiting.signal.addEventListener("abort", () => reject(signal.reason));
    onTrait(model, traits, check, waiting.signal);
    check();
  });

// The page fetches a model after its widgets; until it is here the fallback can be read.
/** @type {(model: Model<Subscriber>, signal: AbortSignal) => Promise<void>} */
export const arrival = (model, signal) =>
  until(
    model,
    ["weights", "checkpoint"],
    () => {
      if (model.get("weights")?.byteLength) return true;
      if (!model.get("checkpoint")) throw new Error("no model on this page");
      return false;
    },
    signal,
  );
