import { WORDS } from "./words.js";

/** @typedef {string | number | boolean | null | undefined | ((event: any) => unknown)} Attribute */

// An element: functions become listeners, false and null leave an attribute out, and children are
// elements or text. Text is only ever a text node, so nothing a reader types turns into markup.
/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, Attribute>} attributes
 * @param {(Node | string)[]} children
 */
export function h(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") el.addEventListener(name, value);
    else if (value !== false && value != null)
      el.setAttribute(name, value === true ? "" : String(value));
  }
  // JupyterLab would take the arrow keys of a slider for a move to another cell.
  if (el.tabIndex >= 0) el.dataset.lmSuppressShortcuts = "true";
  el.append(...children);
  return el;
}

/** @type {Map<string, number>} */
const framed = new Map(); // how often a page has a label: landmarks are told apart by theirs
/** @param {string} kind @param {string} label @param {(Node | string)[]} children */
export function frame(kind, label, ...children) {
  const nth = (framed.get(label) ?? 0) + 1;
  framed.set(label, nth);
  return h(
    "section",
    { class: `bert-widget ${kind}`, "aria-label": nth > 1 ? WORDS.nth(label, nth) : label },
    ...children,
  );
}

// Whether the reader has asked for less motion.
export const unmoved = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Writes into a live region only once the reader pauses: a dragged slider must not chatter.
/**
 * @param {Element} output @param {AbortSignal} signal @param {number} [pause] milliseconds
 * @returns {(text: string) => void}
 */
export function announcer(output, signal, pause = 300) {
  let timer = 0;
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => setText(output, text), pause);
  };
}

// Leaves a text node that already says the same alone, and a field in which someone is typing.
/** @param {Element} el @param {string} text */
export function setText(el, text) {
  if (el.textContent !== text) el.textContent = text;
}
/**
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 * @param {string | number} value
 */
export function setValue(input, value) {
  if (input.type === "number" && input === document.activeElement && input.value === "") return;
  const text = String(value);
  if (input.value !== text) input.value = text;
}
// What the model reads and says is English, also on a page of another language.
/** @template {HTMLElement} E @param {E} el */
export function inEnglish(el, is = true) {
  if (is) el.setAttribute("lang", "en");
  else el.removeAttribute("lang");
  return el;
}
/** @param {(Node | string)[]} children */
export const unseen = (...children) => h("span", { class: "bw-unseen" }, ...children);

// A line of English to type into, and one of several to choose: arrow keys walk through those of one
// name, and a press anywhere on the label chooses. A `name` is read aloud in place of the label; it
// isn't the input's attribute, which would be read as English.
/** @param {string} label @param {(text: string) => void} set */
export function textField(label, set, name = "") {
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "text",
    lang: "en",
    autocomplete: "off",
    spellcheck: "false",
    input: () => set(input.value),
  });
  const shown = h("span", { class: "bw-soft", "aria-hidden": name ? "true" : null }, label);
  const el = h("label", { class: "bw-field" }, shown, ...(name ? [unseen(name)] : []), input);
  return { el, draw: (/** @type {string} */ value) => setValue(input, value) };
}
/**
 * @param {string} name @param {string} label
 * @param {(event: Event) => void} set @param {(Node | string)[]} children
 */
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
    /** @param {boolean} on */
    draw: (on) => {
      input.checked = on;
    },
  };
}

let names = 0; // radio buttons of one widget share a name
/** @param {string} kind */
export const uniqueName = (kind) => `${kind}-${++names}`;
