// The model that a widget nested in another widget is given.

import type { Model } from "./lifecycle.ts";

// `own` are traits that the outer widget sets for it; all others are the outer model's.
export type Loose = Model<Record<string, unknown>>;
export const pictureModel = <T extends object, Own extends object>(model: Model<T>, own: Own) =>
  inner(model as Loose, own as Record<string, unknown>) as Model<Omit<T, keyof Own> & Own>;

function inner(model: Loose, own: Record<string, unknown>): Loose {
  const listeners = new Map<string, (() => void)[]>();
  const isOwn = (name: string) => name.replace("change:", "") in own;
  const alike = (a: unknown, b: unknown) =>
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
