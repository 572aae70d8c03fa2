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
  return h(
    "section",
    { class: `bert-widget ${kind}`, "aria-label": nth > 1 ? `${label} (${nth})` : label },
    ...children,
  );
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
export function setText(el, text) {
  if (el.textContent !== text) el.textContent = text;
}
export function setValue(input, value) {
  if (input.type === "number" && input === document.activeElement && input.value === "") return;
  if (input.value !== String(value)) input.value = value;
}
export const unseen = (...children) => h("span", { class: "bw-unseen" }, ...children);

// A line of text to type into, and one of several to choose: arrow keys walk through those of one
// name, and a press anywhere on the label chooses.
export function textField(label, set) {
  const input = h("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    input: () => set(input.value),
  });
  const el = h("label", { class: "bw-field" }, h("span", { class: "bw-soft" }, label), input);
  return { el, draw: (value) => setValue(input, value) };
}
export function option(name, label, set, ...children) {
  const input = h("input", {
    type: "radio",
    name,
    class: "bw-unseen",
    "aria-label": label,
    change: set,
  });
  return {
    el: h("label", { class: "bw-option" }, input, ...children),
    draw: (on) => {
      input.checked = on;
    },
  };
}

let names = 0; // radio buttons of one widget share a name
export const uniqueName = (kind) => `${kind}-${++names}`;
