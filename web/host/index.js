// Runs the notebooks' widgets in a page without a kernel. A widget puts itself on the list
// `bertWidgets`: its `name`; `define`, its module as a function of `require` and `module`; `css`,
// its style sheet; `needs`, the names of widgets that it has inside. What several widgets import is
// part of the host's own script, and `require` gives it.
import { observe } from "../shared/lifecycle.js";
import { giveModel, lookForKept, subscribers } from "./adopted.js";
import { follow, linkRow, namesOf } from "./links.js";
import { Model } from "./model.js";
import { offer, offerReleased, sendParts, sendState, theReleased } from "./scripts.js";

/** @import { Offer } from "../real/released.js" */
/** @import { Link } from "./links.js" */

/** @typedef {{ invoke(): Promise<never> }} Experimental */
/** @typedef {{ model: Model, signal: AbortSignal, experimental: Experimental }} Start */
/**
 * As anywidget has it, and what a page adds.
 * @typedef {object} Widget
 * @property {(start: Start) => unknown} [initialize]
 * @property {(props: Start & { el: HTMLElement, host: object }) => unknown} [render]
 * @property {Link} [link]
 * @property {(model: Model) => boolean} [showsOwn]
 */
/**
 * What a widget puts on the list.
 * @typedef {object} Definition
 * @property {string} name
 * @property {(require: (path: string) => unknown, module: { exports: any }) => void} define
 * @property {string} css
 * @property {string[]} [needs]
 */

/**
 * @param {HTMLElement} element
 * @param {Widget} widget
 * @param {() => number} placeOf how many of this kind have been there before
 */
async function mount(element, widget, placeOf) {
  const life = new AbortController();
  // What leaves the page has no size any more.
  const left = new ResizeObserver(() => element.isConnected || life.abort());
  observe(left, element, life.signal);
  const state = element.querySelector("script[type='application/json']")?.textContent ?? "";
  const model = new Model({ ...JSON.parse(state), released: theReleased() });
  const { link } = widget;
  const names = link ? namesOf(link, model, model.get("compact") ? 0 : placeOf()) : [];
  const taken = link && follow(link, names, model);
  /** @type {Parameters<typeof giveModel>} */
  const wants = [model, widget.showsOwn?.(model), model.get("checkpoint")];
  if (widget.showsOwn) subscribers.add(wants);
  if (widget.showsOwn || wants[2]) giveModel(...wants);
  model.on("change:wanted", () => sendState(model));
  model.on("change:wants_parts", () => sendParts(model));
  const { signal } = life;
  signal.addEventListener("abort", () => subscribers.delete(wants));
  const experimental = { invoke: () => Promise.reject(new Error("no kernel")) };
  await widget.initialize?.({ model, signal, experimental });
  const el = document.createElement("div");
  await widget.render?.({ model, el, signal, host: {}, experimental });
  element.replaceChildren(el); // only now: until it works, the fallback stays
  element.removeAttribute("style"); // the room that was kept for it
  element.dataset.afmReady = "";
  if (!link || model.get("compact")) return; // the opening of a chapter has no room for it
  const { row, answer } = linkRow(link, names, model);
  (el.querySelector(".bw-link") ?? el.firstElementChild ?? el).append(row);
  answer(taken, element);
  addEventListener("hashchange", () => answer(follow(link, names, model), element), {
    signal,
  });
}

// Not as an element, which the page's policy would refuse.
const addStyle = (/** @type {string} */ css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
};

/** @type {Map<string, { promise: Promise<Widget>, keep: (widget: Widget) => void }>} */
const defined = new Map(); // by a widget's name: a promise of it, and how to keep that
function coming(/** @type {string} */ name) {
  const known = defined.get(name);
  if (known) return known;
  /** @type {(widget: Widget) => void} */
  let keep = () => {};
  const promise = new Promise((resolve) => {
    keep = resolve;
  });
  const one = { promise, keep };
  defined.set(name, one);
  return one;
}

/**
 * Another widget is handed over as esbuild takes a CommonJS module: the whole of it is its default
 * export.
 * @param {Definition} definition
 * @param {Record<string, unknown>} given by path: modules that are there already
 */
async function run({ name, define, css, needs = [] }, given) {
  addStyle(css);
  const modules = { ...given },
    /** @type {Parameters<Definition["define"]>[1]} */ module = { exports: {} };
  for (const other of needs) modules[`widgets/${other}/index.js`] = await coming(other).promise;
  define((path) => modules[path], module);
  /** @type {Widget | (() => Widget)} */
  const made = module.exports.default,
    widget = typeof made === "function" ? made() : made;
  coming(name).keep(widget);
  if (widget.showsOwn) lookForKept(); // asked for while the page is still read
  let place = 0;
  const boot = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const elements = document.querySelectorAll(`[data-afm="${name}"]`);
    for (const element of elements) {
      mount(element, widget, () => place++).catch((error) =>
        console.error(`[widget ${name}]`, error),
      );
    }
  };
  // Not DOMContentLoaded, which waits for the theme's deferred scripts.
  if (document.readyState === "loading") {
    document.addEventListener("readystatechange", boot, { once: true });
  } else boot();
}

/**
 * @param {Record<string, unknown>} modules by path: what widgets share
 * @param {string} css the style sheet that they share
 * @param {Record<string, string>} addresses by name: of what a widget may ask for
 * @param {Offer | null} released the released BERT's file
 */
export function start(modules, css, addresses, released) {
  addStyle(css);
  offer(addresses);
  offerReleased(released, addStyle);
  const push = (/** @type {Definition} */ one) => run(one, modules);
  /** @type {{ bertWidgets?: { push(one: Definition): unknown, forEach?: Definition[]["forEach"] } }} */
  const page = /** @type {any} */ (globalThis);
  page.bertWidgets?.forEach?.(push);
  page.bertWidgets = { push };
}
