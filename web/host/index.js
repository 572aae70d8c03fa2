// Runs the notebooks' widgets in a page without a kernel. A widget puts itself on the list
// `bertWidgets`: its `name`; `define`, its module as a function of `require` and `module`; `css`,
// its style sheet; `needs`, the names of widgets that it has inside. What several widgets import is
// part of the host's own script, and `require` gives it.
import { observe } from "../shared/lifecycle.js";
import { giveModel, lookForKept, subscribers } from "./adopted.js";
import { follow, linkRow, namesOf } from "./links.js";
import { Model } from "./model.js";
import { offer, sendParts, sendState } from "./scripts.js";

// `placeOf`: how many of this kind have been there before.
async function mount(element, widget, placeOf) {
  const life = new AbortController();
  // What leaves the page has no size any more.
  const left = new ResizeObserver(() => element.isConnected || life.abort());
  observe(left, element, life.signal);
  const state = element.querySelector("script[type='application/json']").textContent;
  const model = new Model(JSON.parse(state));
  const names = widget.link && namesOf(widget.link, model, model.get("compact") ? 0 : placeOf());
  const taken = widget.link && follow(widget.link, names, model);
  const wants = [model, widget.follows?.(model), model.get("checkpoint")];
  if (widget.follows) subscribers.add(wants);
  if (widget.follows || wants[2]) giveModel(...wants);
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
  if (!widget.link || model.get("compact")) return; // the opening of a chapter has no room for it
  const { row, answer } = linkRow(widget.link, names, model);
  (el.querySelector(".bw-link") ?? el.firstElementChild).append(row);
  answer(taken, element);
  addEventListener("hashchange", () => answer(follow(widget.link, names, model), element), {
    signal,
  });
}

// Not as an element, which the page's policy would refuse.
const addStyle = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
};

const defined = new Map(); // name of a widget -> a promise of it, and how to keep that
function coming(name) {
  if (!defined.has(name)) {
    let keep;
    const promise = new Promise((resolve) => {
      keep = resolve;
    });
    defined.set(name, { promise, keep });
  }
  return defined.get(name);
}

// `given`: {path: module} of what is there already. Another widget is handed over as esbuild takes
// a CommonJS module: the whole of it is its default export.
async function run({ name, define, css, needs = [] }, given) {
  addStyle(css);
  const modules = { ...given };
  for (const other of needs) modules[`widgets/${other}/index.js`] = await coming(other).promise;
  const module = { exports: {} };
  define((path) => modules[path], module);
  const made = module.exports.default,
    widget = typeof made === "function" ? made() : made;
  coming(name).keep(widget);
  if (widget.follows) lookForKept(); // asked for while the page is still read
  let place = 0;
  const boot = () => {
    for (const element of document.querySelectorAll(`[data-afm="${name}"]`)) {
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

// `modules`: {path: module} of what widgets share; `css`: the style sheet that they share;
// `addresses`: {name: address} of what a widget may ask for.
export function start(modules, css, addresses) {
  addStyle(css);
  offer(addresses);
  const push = (one) => run(one, modules);
  (globalThis.bertWidgets ?? []).forEach(push);
  globalThis.bertWidgets = { push };
}
