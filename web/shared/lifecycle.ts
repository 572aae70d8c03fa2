import type { AnyModel } from "@anywidget/types";
import type { Sent } from "./own_bert.ts";
import type { Subscriber } from "./traits.ts";

// The model that anywidget, or in a page the host, gives a view: its traits (described in Python,
// typed in traits.ts), change events, and messages to Python.
export type Model<T extends object> = Pick<AnyModel<T>, "get" | "set" | "save_changes"> & {
  on(names: string, callback: () => void): void;
  off(names: string, callback: () => void): void;
  send(content: Sent, callbacks?: unknown, buffers?: Uint8Array<ArrayBuffer>[]): void;
};
export type Props<T extends object> = { model: Model<T>; el: HTMLElement; signal: AbortSignal };

// A view has one end. What it starts takes a `signal`, and stops with it.

// An AbortController that also aborts with `signal`.
export function innerLife(signal?: AbortSignal) {
  const inner = new AbortController(),
    end = () => inner.abort(signal?.reason);
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { signal: inner.signal });
  return inner;
}

// `render`, which gets a `signal` whoever mounts it: the host and newer anywidgets hand one over,
// older ones call what comes back.
export const mounted =
  <T extends object>(
    render: (props: Props<T>) => void | Promise<void>,
  ): ((props: Omit<Props<T>, "signal"> & { signal?: AbortSignal }) => Promise<() => void>) =>
  async (props) => {
    const life = innerLife(props.signal),
      { signal } = life;
    // JupyterLab keeps the element of each view that it has closed, so nothing is left in it.
    signal.addEventListener("abort", () => props.el.replaceChildren());
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

export function onTrait<T extends object>(
  model: Model<T>,
  traits: readonly (keyof NoInfer<T> & string)[],
  callback: () => void,
  signal: AbortSignal,
) {
  if (signal.aborted) return;
  const names = traits.map((trait) => `change:${trait}`);
  for (const name of names) model.on(name, callback);
  signal.addEventListener("abort", () => {
    for (const name of names) model.off(name, callback);
  });
}

export function observe<Target, Options>(
  observer: { observe(target: Target, options?: Options): void; disconnect(): void },
  target: Target,
  signal: AbortSignal,
  options?: Options,
) {
  observer.observe(target, options);
  signal.addEventListener("abort", () => observer.disconnect());
}

// Draws now and after every change of these traits, once for changes that come together.
export function drawOnChange<T extends object>(
  model: Model<T>,
  traits: readonly (keyof NoInfer<T> & string)[],
  draw: () => void,
  signal: AbortSignal,
) {
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

export function update<T extends object>(model: Model<T>, values: Partial<NoInfer<T>>) {
  const entries = Object.entries(values) as [keyof T & string, T[keyof T & string]][];
  for (const [trait, value] of entries) model.set(trait, value);
  model.save_changes();
}

export const read = <T extends object, Name extends keyof T & string>(
  model: Model<T>,
  traits: readonly Name[],
) => Object.fromEntries(traits.map((t) => [t, model.get(t)])) as Pick<T, Name>;

// Memoises `make` for its last argument.
export function remember<A, M>(make: (argument: A) => M): (argument: A) => M {
  let last: A;
  let made: M;
  return (argument) => {
    if (argument !== last) [last, made] = [argument, make(argument)];
    return made;
  };
}

// Once the page is complete: until then, what stands further up is drawn first. It throws once
// nobody waits any more.
export async function whenComplete(signal: AbortSignal) {
  signal.throwIfAborted();
  if (document.readyState === "complete") return;
  await new Promise((resolve, reject) => {
    addEventListener("load", resolve, { once: true, signal });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

// Once `there` says so, asked now and when one of these traits changes; it throws if there will be
// nothing, or nobody waits any more.
export const until = <T extends object>(
  model: Model<T>,
  traits: readonly (keyof NoInfer<T> & string)[],
  there: () => boolean,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
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
export const arrival: (model: Model<Subscriber>, signal: AbortSignal) => Promise<void> = (
  model,
  signal,
) =>
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
