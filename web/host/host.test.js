// The static host in a minimal fake page.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { tables } from "../words/bundle.js";

// What the browser keeps is `globalThis.store`; every page begins with a host of its own.
const store = {
  name: "store",
  setup({ onLoad }) {
    const names = ["keepBert", "forgetBert", "keptBert"];
    const contents = names
      .map((name) => `export const ${name} = (record) => globalThis.store.${name}(record);`)
      .join("\n");
    onLoad({ filter: /user_model[\\/]keep\.ts$/ }, () => ({ contents }));
  },
};
const entryPoints = [path.join(import.meta.dirname, "index.ts")];
const options = {
  bundle: true,
  format: "iife",
  globalName: "host",
  loader: { ".wasm": "binary" },
  target: "es2022",
  write: false,
  plugins: [store, tables({ tag: "en", translations: {} })],
};
const [{ text: code }] = (await esbuild.build({ entryPoints, ...options })).outputFiles;
const newHost = () => new Function(`${code}\nreturn host;`)();

const ESM = `export default () => ({
  initialize({ model }) { model.set("order", ["initialize"]); },
  render({ model, el, signal, host, experimental }) {
    Object.assign(globalThis.seen, { model, el, signal, host, experimental });
  },
})`;

// `state`: of a widget, or of several.
async function mounted(
  state,
  { readyState = "complete", esm = ESM, hash = "", fetched, late = false, needs, keeping } = {},
) {
  globalThis.seen = {};
  globalThis.bertCheckpoints = fetched;
  globalThis.CSSStyleSheet = class {
    replaceSync(css) {
      this.css = css;
    }
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
    closest: () => null,
    scrollIntoView() {
      this.scrolled = true;
    },
    querySelector(selector) {
      return this.children[0]?.children.find((child) => `.${child.className}` === selector) ?? null;
    },
  });
  const elements = [state].flat().map((one) => ({
    box: { open: false },
    scrollIntoView() {
      this.scrolled = (this.scrolled ?? 0) + 1;
    },
    closest() {
      return this.box;
    }, // the widget stands in a folded box
    dataset: { afm: one.kind ?? "toy" },
    isConnected: true,
    removeAttribute(name) {
      delete this[name];
    },
    style: "height: 9px",
    querySelector: () => ({ textContent: JSON.stringify(one) }),
    replaceChildren(...children) {
      this.children = children;
    },
    children: ["fallback"],
  }));
  let boot;
  globalThis.document = {
    readyState,
    head: made(),
    adoptedStyleSheets: [],
    currentScript: { src: "file:///book/_static/widget-toy.js?v=1" },
    createElement: made,
    querySelectorAll: (selector) =>
      elements.filter(({ dataset }) => selector === `[data-afm="${dataset.afm}"]`),
    addEventListener: (name, callback) => {
      boot = { name, callback };
    },
  };
  const define = new Function(
    "require, module",
    esm.replace(/^export default/m, "module.exports.default ="),
  );
  globalThis.bertWidgets = late ? undefined : [{ name: "toy", define, css: ".toy{}", needs }];
  const addresses = {
    "mini-bert": "mini-bert.js?v=2",
    "mini-bert-49": "mini-bert-49.js?v=3",
    page_trainer: "page_trainer.js?v=4",
  };
  globalThis.store = keeping;
  newHost().start({ "two.js": { two: 2 } }, ".all{}", addresses);
  if (late) globalThis.bertWidgets.push({ name: "toy", define, css: ".toy{}" });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
  await settle();
  return { element: elements[0], boot, settle, leave, ...globalThis.seen };
}

test("a widget replaces its fallback and gets what anywidget gives", async () => {
  const { element, model, el, signal, host, experimental } = await mounted({ size: 3 });
  assert.deepEqual(element.children, [el]);
  assert.equal(element.dataset.afmReady, "");
  assert.ok(!("style" in element)); // the room that was kept for it
  assert.equal(model.get("size"), 3);
  assert.deepEqual(model.get("order"), ["initialize"]);
  assert.equal(signal.aborted, false);
  assert.equal(typeof host, "object");
  await assert.rejects(experimental.invoke(), /no kernel/);
  model.save_changes();
  model.send({});
  assert.deepEqual(
    document.adoptedStyleSheets.map(({ css }) => css),
    [".all{}", ".toy{}"],
  );
});

test("a widget waits for those that it has inside", async () => {
  const esm =
    'export default { render({ model }) { Object.assign(globalThis.seen, { model }); model.set("got", require("bert_lab/look/widgets/inner/index.ts").two); } };';
  const { settle } = await mounted({ got: 0 }, { esm, needs: ["inner"] });
  assert.equal(globalThis.seen.model, undefined);
  globalThis.bertWidgets.push({
    name: "inner",
    define: (require, module) => {
      module.exports.default = require("two.js");
    },
    css: "",
  });
  await settle();
  assert.equal(globalThis.seen.model.get("got"), 2);
});

test("while the page is read, the fallback stays", async () => {
  const { element, boot, settle } = await mounted({}, { readyState: "loading" });
  assert.deepEqual([element.children, element.style], [["fallback"], "height: 9px"]);
  assert.equal(boot.name, "readystatechange");
  boot.callback();
  await settle();
  assert.equal(element.dataset.afmReady, "");
});

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
  globalThis.seen = { model, el, before: model.get("weights"), changes: [] };
  model.on("change:weights change:checkpoint", () => globalThis.seen.changes.push(model.get("checkpoint")));
} }`;

test("a widget that leaves the page ends, and hears of no link any more", async () => {
  const esm = LINKED.replace("model, el })", "model, el, signal })").replace(
    "{ all:",
    "{ signal, all:",
  );
  const { element, signal, leave } = await mounted({ size: 3 }, { esm });
  assert.equal(signal.aborted, false);
  assert.equal(leave(element), 0);
  assert.equal(signal.aborted, true);
  assert.equal(globalThis.seen.hashchange, undefined);
});

test("a model that the page has fetched is there before the next event", async () => {
  const fetched = { "mini-bert": btoa("\x02\xff") };
  const { model } = await mounted({ checkpoint: "mini-bert" }, { esm: WAITING, fetched });
  assert.equal(model.get("weights").getUint16(0), 0x2ff);
  assert.equal(document.head.children.length, 0);
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
  render({ model, el }) {
    const section = document.createElement("section");
    section.append(Object.assign(document.createElement("div"), { className: "bw-link" }));
    el.append(section);
    Object.assign(globalThis.seen, { all: [...(globalThis.seen.all ?? []), model], model, el, first: model.get("size") });
  },
};`;
const toy = ({ size }) => `#alive=size:${encodeURIComponent(JSON.stringify(size))}`;

test("a link sets the state before the widget is drawn, and the page goes there", async () => {
  const { element, first } = await mounted({ size: 3 }, { esm: LINKED, hash: toy({ size: 8 }) });
  assert.equal(first, 8);
  assert.equal(element.scrolled, 1);
  assert.equal(element.box.open, true);
});

test("a link names its widget by its place; the name alone is the first one's", async () => {
  const labelled = (name) => `#${name}=${toy({ size: 8 }).slice(7)}`;
  const cases = {
    alive: [8, 3, 3],
    "alive:3": [3, 3, 8],
    "alive:2": [3, 8, 3],
    "alive:": [3, 3, 3],
    "alive:third": [3, 3, 3],
  };
  for (const [name, sizes] of Object.entries(cases)) {
    const states = [{ size: 3 }, { size: 3 }, { size: 3 }];
    const { all } = await mounted(states, { esm: LINKED, hash: labelled(name) });
    assert.deepEqual(
      all.map((model) => model.get("size")),
      sizes,
      name,
    );
  }
});

test("a link that is followed on the same page; one part of several", async () => {
  const { element, model, el, hashchange } = await mounted({ size: 3 }, { esm: LINKED });
  location.hash = `#myalive=size:2&${toy({ size: 8 }).slice(1)}`;
  hashchange();
  assert.deepEqual([model.get("size"), element.scrolled], [8, 1]);
  location.hash = "#sec-input";
  hashchange();
  assert.equal(el.children[0].children[0].children[0].children[1].textContent, "");
  assert.deepEqual([model.get("size"), element.scrolled], [8, 1]);
  location.hash = toy({ size: "large" });
  hashchange();
  assert.match(
    el.children[0].children[0].children[0].children[1].textContent,
    /asks for something that can’t/,
  );
  location.hash = toy({ size: 9 });
  hashchange();
  assert.equal(el.children[0].children[0].children[0].children[1].textContent, ""); // one that can be shown
});

test("the button writes a link that is understood, whatever the text", async () => {
  const text = "a&b=#%/é🦜\ud800";
  const { model, el } = await mounted({ size: 3, text: "" }, { esm: LINKED });
  const [section] = el.children,
    [place] = section.children,
    [row] = place.children,
    [button, status] = row.children;
  let written;
  globalThis.history = {
    replaceState: (_state, _title, hash) => {
      written = hash;
    },
  };
  model.set({ size: 4, text });
  await button.click();
  assert.equal(status.role, "status");
  assert.equal(status.textContent, "The address bar holds it now."); // no clipboard here
  const { first, model: next } = await mounted(
    { size: 3, text: "" },
    { esm: LINKED, hash: written },
  );
  assert.deepEqual([first, next.get("text")], [4, text]);
});

// The reader's own BERT: three widgets, of which one shows it, one learns that it is there, and one
// has not subscribed.
const SUBSCRIBER = `export default {
  showsOwn: (model) => model.get("size") === 1,
  render({ model, el }) { Object.assign(globalThis.seen, { all: [...(globalThis.seen.all ?? []), model], model, el }); },
};`;
// What the browser keeps, as user_model/keep.ts says it.
function keeping(kept) {
  const all = {
    keptBert: async () => all.kept,
    keepBert: async (record) => {
      all.kept = record;
    },
    forgetBert: async () => {
      all.kept = undefined;
    },
    kept,
  };
  return all;
}
const pageOf = (memory, esm = SUBSCRIBER) =>
  mounted(
    [
      { size: 1, checkpoint: "mini-bert" },
      { size: 2, checkpoint: "mini-bert" },
    ],
    { esm, keeping: memory, fetched: { "mini-bert": btoa("\x02\xff") } },
  );
test("a BERT that is sent is kept as a copy: whoever sent it may go on with it", async () => {
  const memory = keeping(),
    page = await pageOf(memory),
    bytes = new Uint8Array([9, 9]);
  page.all[1].send({ adopt: true }, undefined, [bytes]);
  await page.settle();
  assert.deepEqual(memory.kept.bytes, bytes);
  assert.notEqual(memory.kept.bytes, bytes);
});
