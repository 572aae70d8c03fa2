// Words are looked up when they are read, in the language that is spoken then.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { language, speak, spoken } from "./language.js";
import { mounted } from "./lifecycle.js";

const WORDS = spoken("test", {
  go: "Go",
  steps: (n) => `${n} step${n === 1 ? "" : "s"}`,
  twice: (n) => `${WORDS.steps(n)}, ${WORDS.steps(n)}`,
  kinds: { word: "word", text: "text" },
  heads: ["run", "steps"],
});
const inEnglish = ["Go", "2 steps, 2 steps", "word", "text", "run", "steps"];
const said = () => [WORDS.go, WORDS.twice(2), ...Object.values(WORDS.kinds), ...WORDS.heads];

afterEach(() => {
  speak();
  delete globalThis.bertLanguages;
  delete globalThis.document;
});

test("English is spoken where nothing says otherwise, and what a language lacks", () => {
  assert.equal(language(), "en");
  assert.deepEqual(said(), inEnglish);
  speak("zh");
  assert.deepEqual(said(), inEnglish);
  globalThis.bertLanguages = {
    zh: { test: { heads: ["运行"], kinds: "词", go: null, extra: "多" } },
  };
  assert.deepEqual(said(), ["Go", "2 steps, 2 steps", "word", "text", "运行", "steps"]);
  assert.deepEqual(Object.keys(WORDS), ["go", "steps", "twice", "kinds", "heads"]);
});

test("a language that comes later is spoken by words that were imported before", () => {
  const { kinds } = WORDS;
  globalThis.bertLanguages = {
    zh: { test: { go: "走", steps: (n) => `${n} 步`, kinds: { text: "文" } } },
  };
  assert.deepEqual(said(), inEnglish);
  globalThis.document = { documentElement: { lang: "zh" } };
  assert.deepEqual(said(), ["走", "2 步, 2 步", "word", "文", "run", "steps"]);
  assert.equal(kinds.text, "text"); // what somebody holds on to stays as it was
  globalThis.document.documentElement.lang = "ja";
  assert.deepEqual(said(), inEnglish);
});

test("a notebook's widget brings its language with it, and one without goes by the page", async () => {
  globalThis.bertLanguages = { zh: { test: { go: "走" } } };
  globalThis.document = { documentElement: { lang: "en" } };
  const drawn = [];
  const render = mounted(() => drawn.push(WORDS.go));
  for (const code of ["zh", "", undefined]) await render({ model: { get: () => code } });
  assert.deepEqual(drawn, ["走", "Go", "Go"]);
});
