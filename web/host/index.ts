// Runs the notebooks' widgets in a page without a kernel. A widget puts itself on the list
// `bertWidgets`: its `name`; `define`, its module as a function of `require` and `module`; `css`,
// its style sheet; `needs`, the names of widgets that it has inside. What several widgets import is
// part of the host's own script, and `require` gives it.

import { canRun } from "../engine/memory.ts";
import { wasm } from "../engine/wasm.ts";
import type { Offer } from "../minilm/released.ts";
import { observe } from "../shared/lifecycle.ts";
import { giveModel, lookForKept, subscribers } from "./adopted.ts";
import { keep } from "./history.ts";
import { follow, type Link, linkRow, nameOf } from "./links.ts";
import { Model } from "./model.ts";
import { offer, offerReleased, sendParts, sendState, sendWriters, theReleased } from "./scripts.ts";
import { WORDS } from "./words.toml";

// As anywidget has it, and what a page adds.
export interface Widget {
  render?: (props: { model: Model; signal: AbortSignal; el: HTMLElement }) => unknown;
  link?: Link;
  showsOwn?: (model: Model) => boolean;
}
// What a widget puts on the list.
export interface Definition {
  name: string;
  define: (require: (path: string) => unknown, module: { exports: { default?: unknown } }) => void;
  css: string;
  needs?: string[];
}

// placeOf: how many of this kind have been there before
async function mount(element: HTMLElement, widget: Widget, placeOf: () => number) {
  const life = new AbortController();
  // What leaves the page has no size any more.
  const left = new ResizeObserver(() => element.isConnected || life.abort());
  observe(left, element, life.signal);
  const state = element.querySelector("script[type='application/json']")?.textContent ?? "";
  const model = new Model({ ...JSON.parse(state), released: theReleased() });
  const { link } = widget,
    name = link ? nameOf(link, placeOf()) : "",
    kept = link && keep(name, link, model, () => follow(link, name, model));
  const wants: Parameters<typeof giveModel> = [
    model,
    widget.showsOwn?.(model),
    model.get("checkpoint"),
  ];
  if ((widget.showsOwn || wants[2]) && !canRun(wasm)) {
    const sentence = Object.assign(document.createElement("p"), { textContent: WORDS.noSimd });
    return element.append(sentence); // the fallback stays
  }
  if (widget.showsOwn) subscribers.add(wants);
  if (widget.showsOwn || wants[2]) giveModel(...wants);
  model.on("change:wanted", () => sendState(model));
  model.on("change:wants_parts", () => sendParts(model));
  model.on("change:wants_writers", () => sendWriters(model));
  const { signal } = life;
  signal.addEventListener("abort", () => subscribers.delete(wants));
  const el = document.createElement("div");
  await widget.render?.({ model, el, signal });
  element.replaceChildren(el); // only now: until it works, the fallback stays
  element.removeAttribute("style"); // the room that was kept for it
  element.dataset.afmReady = "";
  const place = el.querySelector(".bw-link"); // a widget without one has nothing worth a link
  if (!link || !kept || !place) return;
  const { row, answer } = linkRow(link, name, model);
  place.append(row);
  answer(kept.taken, element);
  const followed = () => {
    answer(follow(link, name, model), element);
    kept.note();
  };
  addEventListener("hashchange", followed, { signal });
}

// Not as an element, which the page's policy would refuse.
const addStyle = (css: string) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
};

const defined = new Map<string, { promise: Promise<Widget>; keep: (widget: Widget) => void }>(); // by a widget's name: a promise of it, and how to keep that
function coming(name: string) {
  const known = defined.get(name);
  if (known) return known;
  let keep: (widget: Widget) => void = () => {};
  const promise = new Promise<Widget>((resolve) => {
    keep = resolve;
  });
  const one = { promise, keep };
  defined.set(name, one);
  return one;
}

// Another widget is handed over as esbuild takes a CommonJS module: the whole of it is its default
// export.
// given: by path: modules that are there already
async function run({ name, define, css, needs = [] }: Definition, given: Record<string, unknown>) {
  addStyle(css);
  const modules = { ...given },
    module: Parameters<Definition["define"]>[1] = { exports: {} };
  for (const other of needs)
    modules[`bert_lab/look/widgets/${other}/index.ts`] = await coming(other).promise;
  define((path) => modules[path], module);
  const made = module.exports.default as Widget | (() => Widget), // each bundle has one
    widget = typeof made === "function" ? made() : made;
  coming(name).keep(widget);
  if (widget.showsOwn) lookForKept(); // asked for while the page is still read
  let place = 0;
  const boot = () => {
    const elements: NodeListOf<HTMLElement> = document.querySelectorAll(`[data-afm="${name}"]`);
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

// modules: by path: what widgets share
// css: the style sheet that they share
// addresses: by name: of what a widget may ask for
// released: the released BERT's file
export function start(
  modules: Record<string, unknown>,
  css: string,
  addresses: Record<string, string>,
  released: Offer | null,
) {
  addStyle(css);
  offer(addresses);
  offerReleased(released, addStyle);
  const push = (one: Definition) => run(one, modules);
  const page = globalThis as typeof globalThis & {
    bertWidgets?: { push(one: Definition): unknown; forEach?: Definition[]["forEach"] };
  };
  page.bertWidgets?.forEach?.(push);
  page.bertWidgets = { push };
}
