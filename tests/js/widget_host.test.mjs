// The static host in a page that is just enough of one.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const host = (0, eval)(await readFile(new URL("../../book/widget_host.js", import.meta.url), "utf8"));

const ESM = `export default () => ({
  initialize({ model }) { model.set("order", ["initialize"]); },
  render({ model, el, signal, host, experimental }) {
    Object.assign(globalThis.seen, { model, el, signal, host, experimental });
  },
})`;

// Blob addresses can't be imported by Node: data addresses stand in for them.
URL.createObjectURL = (blob) => blob.address;
globalThis.Blob = class { constructor([text], { type }) { this.address = `data:${type},${encodeURIComponent(text)}`; } };

async function mounted(state, { readyState = "complete", esm = ESM } = {}) {
  globalThis.seen = {};
  const made = () => ({ children: [], append(child) { this.children.push(child); } });
  const element = {
    dataset: { afm: "toy" },
    querySelector: () => ({ textContent: JSON.stringify(state) }),
    replaceChildren(...children) { this.children = children; },
    children: ["fallback"],
  };
  let boot;
  globalThis.document = {
    readyState,
    head: made(),
    currentScript: { src: "file:///book/_static/book-widgets.js?v=1" },
    createElement: made,
    querySelectorAll: () => [element],
    addEventListener: (name, callback) => { boot = { name, callback }; },
  };
  host({ toy: { esm, css: ".toy{}" } }, { "mini-bert": "mini-bert.js?v=2" });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
  await settle();
  return { element, boot, settle, ...globalThis.seen };
}

test("a widget replaces its fallback and gets what anywidget gives", async () => {
  const { element, model, el, signal, host, experimental } = await mounted({ size: 3 });
  assert.deepEqual(element.children, [el]);
  assert.equal(element.dataset.afmReady, "");
  assert.equal(model.get("size"), 3);
  assert.deepEqual(model.get("order"), ["initialize"]);
  assert.equal(signal.aborted, false);
  assert.equal(typeof host, "object");
  await assert.rejects(experimental.invoke(), /no kernel/);
  model.save_changes();
  model.send({});
  assert.equal(document.head.children[0].textContent, ".toy{}");
});

test("while the page is read, the fallback stays", async () => {
  const { element, boot, settle } = await mounted({}, { readyState: "loading" });
  assert.deepEqual(element.children, ["fallback"]);
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
  const heard = [];
  const note = (name) => (source, value) => heard.push([name, source === model, value]);
  const a = note("a");
  model.on("change:a change:b", a);
  model.on("change", note("any"));
  model.set("a", 1);
  assert.deepEqual(heard, []);
  model.set({ a: 2, b: [1] }); // an equal list is another list
  assert.deepEqual(heard, [["a", true, 2], ["a", true, [1]], ["any", true, undefined]]);
  model.off("change:a", a);
  model.set("a", 3);
  assert.deepEqual(heard.at(-1), ["any", true, undefined]);
  model.off();
  model.set("a", 4);
  assert.equal(heard.length, 4);
  assert.equal(model.get("a"), 4);
});

const WAITING = `export default { render({ model, el }) {
  globalThis.seen = { model, el, before: model.get("weights"), changes: [] };
  model.on("change:weights change:checkpoint", () => globalThis.seen.changes.push(model.get("checkpoint")));
} }`;

test("a model is fetched beside the script and handed over as a view of its bytes", async () => {
  const { model, before, changes, settle } = await mounted({ checkpoint: "mini-bert" }, { esm: WAITING });
  const [, script] = document.head.children; // after the style sheet
  assert.equal(script.src, "file:///book/_static/mini-bert.js?v=2");
  assert.equal(before, undefined);
  globalThis.bertCheckpoints = { "mini-bert": btoa("\x01\xff") };
  script.onload();
  await settle();
  assert.deepEqual(changes, ["mini-bert"]);
  assert.equal(model.get("weights").getUint16(0), 0x1ff);
});

test("without its model a widget hears that there is none", async (t) => {
  const error = t.mock.method(console, "error", () => {});
  const { element, model, el, changes, settle } = await mounted({ checkpoint: "mini-bert" }, { esm: WAITING });
  document.head.children[1].onerror();
  await settle();
  assert.deepEqual(changes, [""]);
  assert.equal(model.get("weights"), undefined);
  assert.deepEqual(element.children, [el]);
  assert.match(String(error.mock.calls[0].arguments), /mini-bert.*no file:/);
});

test("no model is fetched for a widget that wants none", async () => {
  await mounted({ size: 3 });
  assert.equal(document.head.children.length, 1);
});
