// The static host in a minimal fake page.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { tables } from "../words/bundle.js";

// Every page begins with a host of its own.
const entryPoints = [path.join(import.meta.dirname, "index.ts")];
const options = {
  bundle: true,
  format: "iife",
  globalName: "host",
  loader: { ".wasm": "binary" },
  target: "es2022",
  write: false,
  plugins: [tables({ tag: "en", translations: {} })],
};
const [{ text: code }] = (await esbuild.build({ entryPoints, ...options })).outputFiles;
const newHost = () => new Function(`${code}\nreturn host;`)();

const ESM = `export default { render: ({ model }) => Object.assign(globalThis.seen, { model }) }`;

// `state`: of a widget, or of several.
async function mounted(state, { esm = ESM, hash = "" } = {}) {
  globalThis.seen = {};
  globalThis.CSSStyleSheet = class {
    replaceSync() {}
  };
  globalThis.location = { hash };
  const sized = new Map(); // element -> what hears of its size
  globalThis.ResizeObserver = class {
    constructor(callback) {
      this.callback = callback;
    }
    observe(element) {
      sized.set(element, this);
    }
    disconnect() {
      for (const [element, one] of sized) if (one === this) sized.delete(element);
    }
  };
  const leave = (element) => {
    element.isConnected = false;
    sized.get(element)?.callback();
    return sized.size;
  };
  globalThis.addEventListener = (name, callback, { signal } = {}) => {
    globalThis.seen[name] = callback;
    signal?.addEventListener("abort", () => delete globalThis.seen[name]);
  };
  globalThis.removeEventListener = () => {};
  const made = () => ({
    children: [],
    append(...children) {
      this.children.push(...children);
    },
    addEventListener(name, callback) {
      this[name] = callback;
    },
    setAttribute(name, value) {
      this[name] = value;
    },
    get firstElementChild() {
      return this.children[0];
    },
    querySelector(selector) {
      return this.children[0]?.children.find((child) => `.${child.className}` === selector) ?? null;
    },
  });
  const elements = [state].flat().map((one) => ({
    scrollIntoView() {},
    closest: () => null,
    dataset: { afm: "toy" },
    isConnected: true,
    removeAttribute() {},
    querySelector: () => ({ textContent: JSON.stringify(one) }),
    replaceChildren(...children) {
      this.children = children;
    },
    children: ["fallback"],
  }));
  globalThis.document = {
    readyState: "complete",
    head: made(),
    adoptedStyleSheets: [],
    currentScript: { src: "file:///book/_static/widget-toy.js?v=1" },
    createElement: made,
    querySelectorAll: () => elements,
  };
  const define = new Function(
    "require, module",
    esm.replace(/^export default/m, "module.exports.default ="),
  );
  globalThis.bertWidgets = [{ name: "toy", define, css: ".toy{}" }];
  newHost().start({}, ".all{}", { "mini-bert": "mini-bert.js?v=2" });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
  await settle();
  return { element: elements[0], settle, leave, ...globalThis.seen };
}

test("a widget that fails leaves its fallback and a line on the console", async (t) => {
  const error = t.mock.method(console, "error", () => {});
  const esm = "export default { render() { throw new Error('broken') } }";
  const { element } = await mounted({}, { esm });
  assert.deepEqual(element.children, ["fallback"]);
  assert.match(String(error.mock.calls[0].arguments), /toy.*broken/);
});

test("listeners hear of changes, and of changes only", async () => {
  const { model } = await mounted({ a: 1, b: [1] });
  const events = [];
  const note = (name) => (source, value) => events.push([name, source === model, value]);
  const a = note("a");
  model.on("change:a change:b", a);
  model.on("change", note("any"));
  model.set("a", 1);
  assert.deepEqual(events, []);
  model.set({ a: 2, b: [1] }); // an equal list is another list
  assert.deepEqual(events, [
    ["a", true, 2],
    ["a", true, [1]],
    ["any", true, undefined],
  ]);
  model.off("change:a", a);
  model.set("a", 3);
  assert.deepEqual(events.at(-1), ["any", true, undefined]);
  model.off();
  model.set("a", 4);
  assert.equal(events.length, 4);
  assert.equal(model.get("a"), 4);
});

const WAITING = `export default { render({ model, el }) {
  globalThis.seen = { model, el, changes: [] };
  model.on("change:weights change:checkpoint", () => globalThis.seen.changes.push(model.get("checkpoint")));
} }`;

test("a widget that leaves the page ends, and hears of no link any more", async () => {
  const { element, signal, leave } = await mounted({ size: 3 }, { esm: LINKED });
  assert.equal(signal.aborted, false);
  assert.equal(leave(element), 0);
  assert.equal(signal.aborted, true);
  assert.equal(globalThis.seen.hashchange, undefined);
});

test("without its model a widget hears that there is none", async (t) => {
  const error = t.mock.method(console, "error", () => {});
  const { element, model, el, changes, settle } = await mounted(
    { checkpoint: "mini-bert" },
    { esm: WAITING },
  );
  document.head.children[0].onerror();
  await settle();
  assert.deepEqual(changes, [""]);
  assert.equal(model.get("weights"), undefined);
  assert.deepEqual(element.children, [el]);
  assert.match(String(error.mock.calls[0].arguments), /mini-bert.*no file:/);
});

const LINKED = `const take = (state) => (Number.isInteger(state.size) ? state : undefined);
export default {
  link: { name: "alive", traits: ["size", "text"], take },
  render({ model, el, signal }) {
    const section = document.createElement("section");
    section.append(Object.assign(document.createElement("div"), { className: "bw-link" }));
    el.append(section);
    Object.assign(globalThis.seen, { signal, all: [...(globalThis.seen.all ?? []), model], model });
  },
};`;

test("a link names its widget by its place; the name alone is the first one's", async () => {
  const cases = {
    alive: [8, 3, 3],
    "alive:3": [3, 3, 8],
    "alive:2": [3, 8, 3],
    "alive:": [3, 3, 3],
    "alive:third": [3, 3, 3],
  };
  for (const [name, sizes] of Object.entries(cases)) {
    const states = [{ size: 3 }, { size: 3 }, { size: 3 }];
    const { all } = await mounted(states, { esm: LINKED, hash: `#${name}=size:8` });
    assert.deepEqual(
      all.map((model) => model.get("size")),
      sizes,
      name,
    );
  }
});
