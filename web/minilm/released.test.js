// One model a page: who chose it, how it loads, and what its listeners are told.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Released } from "./released.ts";
import { WORDS } from "./words.toml";

const offer = { url: "https://book.example/_static/real-0123.bin", size: 9 };
let kept, remembered;
globalThis.document = { readyState: "complete" };
globalThis.caches = { match: async (url) => (kept === url ? new Response("") : undefined) };
globalThis.localStorage = {
  getItem: (name) => remembered.get(name) ?? null,
  setItem: (name, value) => remembered.set(name, value),
  removeItem: (name) => remembered.delete(name),
};

beforeEach(() => {
  [kept, remembered] = ["", new Map()];
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
// A model that comes in two steps, or fails while `broken` says so.
function made() {
  const log = [],
    life = new AbortController(),
    site = { broken: "", opened: 0 };
  const openMiniLM = async (_parts, _file, onProgress) => {
    site.opened++;
    onProgress(0.5);
    if (site.broken) throw new Error(site.broken);
    return { about: {}, read: async (who, { text }) => `${who} ${text}` };
  };
  const bring = async () => ({ openMiniLM, parts: { code: "" } }),
    released = new Released(offer, bring);
  released.hear(
    () => log.push([released.english, released.share, released.shown !== null]),
    life.signal,
  );
  return { released, log, life, site };
}

test("it comes when it is asked for, once, and shows where English is chosen", async () => {
  const { released, log, site } = made();
  assert.deepEqual([released.shown !== null, site.opened], [false, 0]);
  await assert.rejects(released.read("me", { text: "x" }), { message: WORDS.unread });
  released.choose(true);
  await Promise.all([released.load(), released.load()]);
  assert.deepEqual(log, [
    [true, null, false],
    [true, 0, false],
    [true, 0.5, false],
    [true, null, true],
  ]);
  assert.equal(await released.read("me", { text: "x" }), "me x");
  released.choose(false);
  assert.deepEqual([released.shown !== null, site.opened, remembered.size], [false, 1, 0]);
});

test("a failure is said, and a second press tries again", async () => {
  const { released, site } = made();
  released.choose(true);
  site.broken = "the line broke";
  await released.load();
  assert.deepEqual(
    [released.failed, released.share, released.shown !== null],
    ["the line broke", null, false],
  );
  site.broken = "";
  await released.load();
  assert.deepEqual([released.failed, released.shown !== null, site.opened], ["", true, 2]);
});

test("a script that doesn't come is a sentence, too", async () => {
  const released = new Released(offer, () => Promise.reject(new Error("no real.js")));
  await released.load();
  assert.equal(released.failed, WORDS.line);
});

test("who chose it and has it gets it again without asking; nobody else does", async () => {
  for (const [choice, has, comes] of [
    ["english", offer.url, true],
    ["english", "https://book.example/_static/real-old.bin", false],
    [null, offer.url, false],
    ["<nonsense>", offer.url, false],
  ]) {
    remembered = new Map(choice ? [["bert-real", choice]] : []);
    kept = has;
    const { released, site } = made();
    await pause();
    assert.deepEqual([released.shown !== null, site.opened], [comes, Number(comes)], choice);
  }
});

test("a browser that keeps nothing still shows what is chosen", async () => {
  const { localStorage } = globalThis;
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new Error("not allowed");
    },
  });
  try {
    const { released } = made();
    released.choose(true);
    await released.load();
    assert.ok(released.shown !== null);
  } finally {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value: localStorage });
  }
});

test("who has left hears nothing", async () => {
  const { released, log, life } = made();
  life.abort();
  released.choose(true);
  await released.load();
  assert.deepEqual(log, []);
});
