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

const framed = new Map(); // how often a page has a label: landmarks are told apart by theirs
export function frame(kind, label, ...children) {
  const nth = (framed.get(label) ?? 0) + 1;
  framed.set(label, nth);
  return h("section", { class: `bert-widget ${kind}`, "aria-label": nth > 1 ? `${label} (${nth})` : label }, ...children);
}

// Draws now and after every change of these traits, once for changes that come together.
export function follow(model, traits, draw) {
  let waiting = false, over = false;
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
export const whenComplete = () => document.readyState === "complete" || new Promise((resolve) => addEventListener("load", resolve, { once: true }));

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

// A number with commas, to so many decimals. The browser's own formatter takes longer to start than a
// widget to draw.
export function count(n, decimals = 0) {
  const [whole, part] = String(Number(n.toFixed(decimals))).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${part}` : "");
}
export function bytes(n) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  for (; n >= 1024 && unit < units.length - 1; unit++) n /= 1024;
  return `${unit && n < 99.95 ? n.toFixed(1) : count(Math.round(n))} ${units[unit]}`;
}
// Of a probability: a softmax never gives zero, nor the whole to one word.
export const percent = (share) => (share < 0.005 ? "<1 %" : share >= 0.995 && share < 1 ? ">99 %" : `${Math.round(100 * share)} %`);
export const short = (token) => (token.length > 24 ? `${token.slice(0, 23)}…` : token);
export const unseen = (...children) => h("span", { class: "bw-unseen" }, ...children);

// A line of text to type into, and one of several to choose: arrow keys walk through those of one name,
// and a press anywhere on the label chooses.
export function textField(label, set) {
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", input: () => set(input.value) });
  const el = h("label", { class: "bw-field" }, h("span", { class: "bw-soft" }, label), input);
  return { el, draw: (value) => setValue(input, value) };
}
export function option(name, label, set, ...children) {
  const input = h("input", { type: "radio", name, class: "bw-unseen", "aria-label": label, change: set });
  return { el: h("label", { class: "bw-option" }, input, ...children), draw: (on) => { input.checked = on; } };
}

let names = 0; // radio buttons of one widget share a name
export const uniqueName = (kind) => `${kind}-${++names}`;

// What widgets with a model have in common: words that it doesn't know, and its coming.

// The mini-world has no punctuation but apostrophes and hyphens: a full stop would only make a word unknown.
export const plainWords = (text) => words(text.replace(/(?!['’-])\p{P}/gu, " "));

export function unknownWords(unknown) {
  if (!unknown.length) return "";
  const list = unknown.slice(0, 8).map((word) => `“${short(word)}”`).join(", ");
  return `Not in the model’s vocabulary, so it reads <unk>: ${list}${unknown.length > 8 ? ", …" : ""}.`;
}

// The page fetches a model after its widgets; until it is here the fallback can be read.
export const arrival = (model) => new Promise((resolve, reject) => {
  const check = () => {
    if (model.get("weights")?.byteLength) resolve();
    else if (!model.get("checkpoint")) reject(new Error("no model on this page"));
    else return;
    model.off("change:weights change:checkpoint", check);
  };
  model.on("change:weights change:checkpoint", check);
  check();
});
