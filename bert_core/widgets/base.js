// What all widgets share. Each widget's module starts with this text (see sources.py).

// An element: functions become listeners, false and null leave an attribute out, and children are
// elements or text. Text is only ever a text node, so nothing a reader types turns into markup.
export function h(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") el.addEventListener(name, value);
    else if (value !== false && value != null) el.setAttribute(name, value === true ? "" : value);
  }
  // JupyterLab would take the arrow keys of a slider for a move to another cell.
  if (el.tabIndex >= 0) el.dataset.lmSuppressShortcuts = "true";
  el.append(...children);
  return el;
}

export const frame = (kind, label, ...children) =>
  h("section", { class: `bert-widget ${kind}`, "aria-label": label }, ...children);

// Draws now and after every change of these traits, once for changes that come together.
export function follow(model, traits, draw) {
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => { waiting = false; draw(); });
  };
  for (const trait of traits) model.on(`change:${trait}`, later);
  draw();
  return () => { for (const trait of traits) model.off(`change:${trait}`, later); };
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

// Writes into a live region only once the reader pauses: a dragged slider must not chatter.
export function announcer(output, pause = 300) {
  let timer;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => setText(output, text), pause);
  };
}

// Leaves a text node that already says the same alone, and a field in which someone is typing.
export function setText(el, text) { if (el.textContent !== text) el.textContent = text; }
export function setValue(input, value) {
  if (input.type === "number" && input === document.activeElement && input.value === "") return;
  if (input.value !== String(value)) input.value = value;
}

export const count = (n) => n.toLocaleString("en-GB");
export function bytes(n) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  for (; n >= 1024 && unit < units.length - 1; unit++) n /= 1024;
  return `${unit && n < 99.95 ? n.toFixed(1) : count(Math.round(n))} ${units[unit]}`;
}
// Of a probability: a softmax never gives zero.
export const percent = (share) => (share < 0.005 ? "<1 %" : `${Math.round(100 * share)} %`);
