// Draws now and after every change of these traits, once for changes that come together.
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

export function update(model, values) {
  for (const [trait, value] of Object.entries(values)) model.set(trait, value);
  model.save_changes();
}

export const read = (model, traits) => Object.fromEntries(traits.map((t) => [t, model.get(t)]));

// `make`, which doesn't make the same thing twice running: it remembers its last argument.
export function remember(make) {
  let last, made;
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
