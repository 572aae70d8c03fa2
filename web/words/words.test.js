// Tables of words as modules: in English, in another language, in both.
import assert from "node:assert/strict";
import { test } from "node:test";
import { merged } from "../shared/merge.ts";
import { factsOf, leaves, messagesOf, only, source } from "./compile.js";

const TABLE = `
go = "Go"
none = ""
rolls = "{n, plural, one{{n, count} roll} other{{n, count} rolls}}"
share = "“{token, short}” has {share, percent} of {all, count, 1}"
heads = ["run", "step {step, nth}"]

[kinds]
"the words on the left" = "from the left"
word = "word"

[fallback]
caption = "What Python says."
`;
const messages = messagesOf(TABLE);
const formatters = new URL("../shared/formatters.ts", import.meta.url).href;
const load = async (options) => {
  const text = source(options.messages ?? messages, { tag: "en", formatters, ...options });
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)).WORDS;
};

test("a message is a text, or a function of facts by name", async () => {
  const WORDS = await load({});
  assert.deepEqual(Object.keys(WORDS), ["go", "none", "rolls", "share", "heads", "kinds"]);
  assert.equal(WORDS.go + WORDS.none, "Go");
  assert.deepEqual([WORDS.rolls({ n: 1 }), WORDS.rolls({ n: 2000 })], ["1 roll", "2,000 rolls"]);
  const share = WORDS.share({ token: "bank", share: 0.001, all: 2.25 });
  assert.equal(share, "“bank” has <1\u00a0% of 2.3");
  assert.equal(WORDS.heads[0], "run");
  assert.equal(WORDS.heads[1]({ step: 4 }), "step 5");
  assert.deepEqual(WORDS.kinds, { "the words on the left": "from the left", word: "word" });
});

test("what runs from right to left is kept apart from the words around it", async () => {
  const text = {
    a: "“{text}”!",
    b: "{text, short}",
    c: "{n, select, x{{text}} other{}}",
    d: "{text}",
  };
  const WORDS = await load({ messages: text });
  for (const [text, told] of [
    ["טוב", "\u2068טוב\u2069"],
    ["bank", "bank"],
  ])
    assert.deepEqual(
      Object.values(WORDS).map((say) => say({ text, n: "x" })),
      [`“${told}”!`, told, told, told],
    );
});

test("what a language lacks is English, with English plurals", async () => {
  const translations = { go: "走", "heads.1": "第 {step, nth} 步", "kinds.word": "词" };
  const WORDS = await load({ tag: "zh-Hans", translations });
  assert.equal(WORDS.go, "走");
  assert.equal(WORDS.rolls({ n: 1 }), "1 roll");
  assert.deepEqual([WORDS.heads[0], WORDS.heads[1]({ step: 0 })], ["run", "第 1 步"]);
  assert.deepEqual(Object.values(WORDS.kinds), ["from the left", "词"]);
});

test("a language need not use a fact, and its message is a function all the same", async () => {
  const WORDS = await load({ tag: "zh-Hans", translations: { rolls: "掷了" } });
  assert.equal(WORDS.rolls({ n: 1 }), "掷了");
});

test("a notebook's words are put over the English ones", async () => {
  const translations = { rolls: "掷了 {n, count} 次", "heads.1": "第 {step, nth} 步" };
  const own = await load({ messages: only(messages, translations), tag: "zh-Hans", translations });
  const english = await load({});
  const WORDS = merged(english, own);
  assert.equal(WORDS.rolls({ n: 1 }), "掷了 1 次");
  assert.deepEqual([WORDS.heads[0], WORDS.heads[1]({ step: 1 })], ["run", "第 2 步"]);
  assert.equal(merged(english, undefined), english);
  assert.equal(only(messages, {}), undefined);
});

test("facts are known with their types, and # is none", () => {
  const of = (message) => factsOf(message);
  assert.deepEqual(of("{a} {b, count} {c, short}"), {
    a: "string | number",
    b: "number",
    c: "string",
  });
  assert.deepEqual(of("{n, plural, one{x {a}} other{y}} {on, select, true{1} other{0}}"), {
    n: "number",
    a: "string | number",
    on: "boolean",
  });
  assert.throws(() => of("{n, plural, one{# roll} other{# rolls}}"), /expected \{n, count\}/);
  assert.equal([...leaves(messages)].length, 8);
});
