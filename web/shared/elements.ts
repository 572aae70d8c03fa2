import { WORDS } from "./words.toml";

// biome-ignore lint/suspicious/noExplicitAny: each listener knows its own event
export type Attribute = string | number | boolean | null | undefined | ((event: any) => unknown);

// An element: functions become listeners, false and null leave an attribute out, and children are
// elements or text. Text is only ever a text node, so nothing a reader types turns into markup. What has
// a language of its own may run from right to left.
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") el.addEventListener(name, value);
    else if (value !== false && value != null)
      el.setAttribute(name, value === true ? "" : String(value));
  }
  if (attributes.lang) el.setAttribute("dir", "auto");
  // JupyterLab would take the arrow keys of a slider for a move to another cell.
  if (el.tabIndex >= 0) el.dataset.lmSuppressShortcuts = "true";
  el.append(...children);
  return el;
}

export const button = (
  text: string,
  click: (event: MouseEvent) => unknown,
  attributes: Record<string, Attribute> = {},
) => h("button", { type: "button", click, ...attributes }, text);

const framed = new Map<string, number>(); // how often a page has a label: landmarks are told apart by theirs
export function frame(kind: string, label: string, ...children: (Node | string)[]) {
  const nth = (framed.get(label) ?? 0) + 1;
  framed.set(label, nth);
  const el = h(
    "section",
    { class: `bert-widget ${kind}`, "aria-label": nth > 1 ? WORDS.nth({ label, nth }) : label },
    ...children,
  );
  const show = () => {
    for (const row of el.querySelectorAll(".bw-examples")) fitting(row);
    for (const one of el.querySelectorAll(CHOSEN)) inView(one);
  };
  // Elsewhere buttons are pressed, too, and to ask for a place has the page laid out.
  const chosen = (changes: MutationRecord[]) =>
    changes.some(({ target }) => (target as Element).closest(".bw-examples")) && show();
  new MutationObserver(chosen).observe(el, { subtree: true, attributeFilter: ["aria-pressed"] });
  new ResizeObserver(show).observe(el);
  const faded = ({ target: row }: Event) =>
    (row as HTMLElement).style.setProperty("--before", `${(row as Element).scrollLeft}px`);
  el.addEventListener("scroll", faded, { capture: true }); // it doesn't bubble
  return el;
}

// A row that has room for all of its chips doesn't fade: nothing is out of sight.
function fitting(row: Element) {
  const [all, last] = [row, row.lastElementChild ?? row].map((el) => el.getBoundingClientRect());
  row.classList.toggle("bw-fits", last.right + row.scrollLeft + 3 <= all.right);
}

// What is chosen in a row that scrolls: the row brings it into view, clear of its ends, which fade,
// and moves no further than it must: at each new width from its beginning, then from where it is.
const BEFORE = 24; // pixels, as in picture.css
const CHOSEN = ".bw-examples [aria-pressed='true'], .bw-examples :has(> :checked)";
const laidOut = new WeakMap<Element, number>(); // row -> its width when it was seen last
function inView(el: Element) {
  const row = el.closest(".bw-examples") as HTMLElement;
  if (laidOut.get(row) !== row.clientWidth) row.scrollLeft = 0;
  laidOut.set(row, row.clientWidth);
  const [one, all] = [el, row].map((box) => box.getBoundingClientRect()),
    fade = Number.parseFloat(getComputedStyle(row).paddingInlineEnd) || 0,
    clear = Math.max(0, Math.min(BEFORE, all.width - fade - one.width));
  row.scrollLeft +=
    Math.max(0, one.right - all.right + fade) - Math.max(0, all.left + clear - one.left);
}

// Whether the reader has asked for less motion.
export const unmoved = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Writes into a live region only once the reader pauses: a dragged slider must not chatter.
// pause: milliseconds
export function announcer(
  output: Element,
  signal: AbortSignal,
  pause: number = 300,
): (text: string) => void {
  let timer = 0;
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => setText(output, text), pause);
  };
}

// The sentence above a picture: what one sees there, with the numbers of this very state.
// pause: as of `announcer`
export function sentenceAbove(signal: AbortSignal, pause?: number) {
  const el = h("output", { class: "bw-says" });
  return { el, say: announcer(el, signal, pause) };
}

// Leaves a text node that already says the same alone, and a field in which someone is typing.
export function setText(el: Element, text: string) {
  if (el.textContent !== text) el.textContent = text;
}
export function setValue(
  input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  value: string | number,
) {
  if (input.type === "number" && input === document.activeElement && input.value === "") return;
  const text = String(value);
  if (input.value !== text) input.value = text;
}
// What the model reads and says is English, also on a page of another language; what a reader has
// brought may run from right to left.
export function inEnglish<E extends HTMLElement>(el: E, is = true) {
  el.setAttribute("dir", "auto");
  if (is) el.setAttribute("lang", "en");
  else el.removeAttribute("lang");
  return el;
}
export const unseen = (...children: (Node | string)[]) =>
  h("span", { class: "bw-unseen" }, ...children);

// A line of English to type into, and one of several to choose: arrow keys walk through those of one
// name, and a press anywhere on the label chooses. A `name` is read aloud in place of the label; it
// isn't the input's attribute, which would be read as English.
export function textField(label: string, set: (text: string) => void, name = "") {
  const input: HTMLInputElement = h("input", {
    type: "text",
    lang: "en",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: name || null,
    input: () => set(input.value),
  });
  const shown = h("span", { class: "bw-soft", "aria-hidden": name ? "true" : null }, label);
  const el = h("label", { class: "bw-field" }, shown, ...(name ? [unseen(name)] : []), input);
  return { el, draw: (value: string) => setValue(input, value) };
}
export function option(
  name: string,
  label: string,
  set: (event: Event) => void,
  ...children: (Node | string)[]
) {
  const input = h("input", {
    type: "radio",
    name,
    class: "bw-unseen",
    "aria-label": label,
    change: set,
  });
  return {
    el: h("label", { class: "bw-option" }, input, ...children),
    draw: (on: boolean) => {
      input.checked = on;
    },
  };
}

let names = 0; // radio buttons of one widget share a name
export const uniqueName = (kind: string) => `${kind}-${++names}`;

// Saves this as a file of the reader's. Its address lives as long as the page: who is asked where to
// put it may take minutes. Some browsers press no link that is not in the page.
export function download(data: BlobPart, name: string) {
  const link = h("a", { href: URL.createObjectURL(new Blob([data])), download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
