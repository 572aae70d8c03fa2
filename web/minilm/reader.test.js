// reader.ts with Node's workers, a fake site and a fake browser store: what is fetched, what is
// cached, and the messages when something goes wrong.
import assert from "node:assert/strict";
import path from "node:path";
import { beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { tables } from "../words/bundle.js";
import "../testing/node_worker.js";
import { packed, streamOf, wasm } from "../testing/small_bert.js";
import { encode } from "./input.ts";
import { load } from "./model.ts";
import { openMiniLM } from "./reader.ts";
import { Tokenizer } from "./tokenizer.ts";
import { WORDS } from "./words.toml";

const built = await esbuild.build({
  absWorkingDir: path.join(import.meta.dirname, ".."),
  entryPoints: ["minilm/worker.ts"],
  bundle: true,
  format: "iife",
  plugins: [tables({ tag: "en", translations: {} })],
  write: false,
});
const good = gzipSync(packed()),
  url = "https://book.example/_static/real-0123.bin";
const parts = { code: built.outputFiles[0].text, wasm, url, size: good.length };

let store, fetches, site;
const realFetch = globalThis.fetch;
globalThis.fetch = (address, options) => {
  if (String(address).startsWith("blob:")) return realFetch(address, options);
  fetches++;
  return site(options);
};
globalThis.caches = {
  open: async () => ({
    match: async (key) => (store.has(key) ? new Response(store.get(key)) : undefined),
    put: async (key, answer) => store.set(key, await answer.arrayBuffer()),
    keys: async () => [...store.keys()],
    delete: async (key) => store.delete(key),
  }),
  delete: async () => store.clear(),
};
const serving = (bytes) => async () => new Response(streamOf(bytes));

beforeEach(() => {
  store = new Map([["https://book.example/_static/real-old.bin", new ArrayBuffer(1)]]);
  fetches = 0;
  site = serving(good);
});

// Opens, does something, and ends.
async function opened(act, { file = null, given = parts, onProgress = () => {} } = {}) {
  const life = new AbortController();
  try {
    return await act(await openMiniLM(given, file, onProgress, life.signal), life);
  } finally {
    life.abort();
  }
}

test("a text and a pair come back as the model itself reads them", async () => {
  const shares = [],
    model = await load(streamOf(packed()), wasm, 128),
    tokenizer = new Tokenizer(model.vocab);
  const texts = [
    { text: "Bank banks", hidden: [0] },
    { text: "bank", second: "[MASK] zebra" },
    { text: "" },
    { text: "bank ".repeat(20), second: "bank" },
  ];
  await opened(
    async ({ about, read }) => {
      assert.equal(about.config.num_blks, 3);
      for (const given of texts) {
        const pass = await read("me", given),
          { ids, typed, ...rest } = encode(tokenizer, 9, given);
        model.run(ids, rest.segments);
        const [tokens, before] = [ids, typed].map((all) => all.map((id) => model.vocab[id]));
        const expected = { states: model.states(), weights: model.weights() };
        assert.deepEqual(pass, { tokens, typed: before, gaps: [], ...rest, ...expected });
      }
    },
    { onProgress: (share) => shares.push(share) },
  );
  assert.deepEqual([shares.at(-1), shares.length > 5], [1, true]);
  assert.deepEqual(shares, [...shares].sort());
});

test("what is too long loses the end of its longer text, and keeps [SEP]", () => {
  const tokenizer = new Tokenizer(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b"]);
  const found = encode(tokenizer, 8, { text: "a a a a a a", second: "b b" });
  assert.deepEqual(found.ids, [2, 5, 5, 5, 3, 6, 6, 3]);
  assert.deepEqual(found.segments, [0, 0, 0, 0, 0, 1, 1, 1]);
  const equal = encode(tokenizer, 8, { text: "a a a", second: "b b b" }); // of two equal ones the second
  assert.deepEqual(equal.ids, [2, 5, 5, 5, 3, 6, 6, 3]);
  assert.deepEqual(encode(tokenizer, 8, { text: "" }).ids, [2, 3]);
});

test("pieces of a word have its number, and what is hidden stands behind [MASK]", () => {
  const tokenizer = new Tokenizer(["[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "##b"]);
  const found = encode(tokenizer, 9, { text: "abb <mask> a", second: "b", hidden: [0, 3, 8] });
  assert.deepEqual(found.typed, [1, 4, 6, 6, 3, 4, 2, 5, 2]);
  assert.deepEqual(found.ids, [1, 3, 3, 3, 3, 4, 2, 3, 2]);
  assert.deepEqual(found.words, [-1, 0, 0, 0, 1, 2, -1, 3, -1]);
  const { unknown } = encode(tokenizer, 9, { text: "a 😀 [UNK] <mask>", second: "abc b" });
  assert.deepEqual(unknown, ["😀", "abc"]);
});

test("of each reader's texts only the newest waits", async () => {
  await opened(async ({ read }) => {
    const wishes = [
      read("picture", { text: "bank" }),
      read("picture", { text: "banks" }),
      read("search", { text: "zebra" }),
      read("picture", { text: "bank bank" }),
    ];
    const passes = await Promise.all(wishes);
    assert.deepEqual(
      passes.map((pass) => pass?.tokens.length),
      [3, undefined, 3, 4],
    );
  });
});

test("the file is kept, in place of older ones, and not fetched again", async () => {
  await opened(() => new Promise((resolve) => setTimeout(resolve, 20)));
  assert.deepEqual([[...store.keys()], fetches], [[url], 1]);
  await opened(async ({ read }) => assert.ok(await read("me", { text: "bank" })));
  assert.equal(fetches, 1);
  const life = new AbortController(),
    coming = openMiniLM(parts, null, () => life.abort(new Error("left")), life.signal);
  await assert.rejects(coming, /left/);
  assert.ok(store.has(url)); // nothing is wrong with it
});

test("every failure is a sentence, and nothing of it is kept", async () => {
  const changed = Buffer.from(good);
  changed[changed.length >> 1] ^= 8;
  const breaking = new ReadableStream({
    pull: (controller) =>
      fetches++ < 5 ? controller.enqueue(good.subarray(0, 9)) : controller.error(new Error("net")),
  });
  const cases = [
    ["missing", async () => new Response("no such page", { status: 404 })],
    ["line", async () => Promise.reject(new TypeError("Failed to fetch"))],
    ["line", async () => new Response(breaking)],
    ["damaged", serving(good.subarray(0, -200))],
    ["damaged", serving(changed)],
    ["damaged", serving(Buffer.from("<html>a page that says it is sorry</html>"))],
    ["damaged", serving(gzipSync("another file"))],
  ];
  for (const [say, answer] of cases) {
    site = answer;
    await assert.rejects(
      opened(() => {}),
      { message: WORDS[say] },
      say,
    );
    assert.equal(store.has(url), false, say);
  }
  store.set(url, changed); // kept, and spoilt since
  await assert.rejects(opened(() => {}));
  const stale = (options) => (options.cache === "no-cache" ? good : changed);
  site = (options) => serving(stale(options))(); // a bad answer stays in the browser's own cache
  assert.ok(await opened(({ read }) => read("me", { text: "bank" })));
});

test("a browser without room for it says so, and keeps the file", async () => {
  const full = "WebAssembly.Memory = class { constructor() { throw new RangeError('full'); } };",
    small =
      "Object.defineProperty(globalThis, 'navigator', { value: { deviceMemory: 2 ** -12 } });";
  for (const browser of [full, small]) {
    const given = { ...parts, code: browser + parts.code };
    await assert.rejects(
      opened(() => {}, { given }),
      { message: WORDS.noRoom },
    );
    assert.ok(store.has(url));
  }
});

test("from a disk: the file itself, and no other", async () => {
  const file = new File([good], "real.bin"),
    read = ({ read }) => read("me", { text: "bank" });
  assert.equal((await opened(read, { file })).tokens.length, 3);
  const other = new File(["x"], "cat.jpg");
  const message = WORDS.other({ name: "cat.jpg", got: 1, size: good.length });
  await assert.rejects(opened(read, { file: other }), { message });
  assert.deepEqual([fetches, store.size], [0, 1]);
});

test("without SIMD, or where a page may not compile, it says so and fetches nothing", async () => {
  const given = { ...parts, wasm: new Uint8Array([0, 97, 115, 109, 2, 0, 0, 0]) };
  await assert.rejects(
    opened(() => {}, { given }),
    { message: WORDS.noSimd },
  );
  assert.equal(fetches, 0);
});

test("a store that refuses takes nothing from the reader", async () => {
  const { open } = globalThis.caches;
  globalThis.caches.open = () => Promise.reject(new Error("not allowed"));
  try {
    assert.ok(await opened(({ read }) => read("me", { text: "bank" })));
  } finally {
    globalThis.caches.open = open;
  }
});

test("a worker that breaks says so", async () => {
  for (const code of ["throw new Error('broken')", "onmessage = () => { throw new Error('x') }"]) {
    const given = { ...parts, code };
    await assert.rejects(
      opened(() => {}, { given }),
      { message: WORDS.stopped },
    );
  }
});

test("who leaves gets no answer any more, and no hang", async () => {
  await opened(async ({ read }, life) => {
    const wishes = [read("me", { text: "bank" }), read("you", { text: "bank" })];
    life.abort(new Error("left"));
    for (const wish of wishes) await assert.rejects(wish, /left/);
    await assert.rejects(read("me", { text: "bank" }), /left/);
  });
});
