import assert from "node:assert/strict";
import { test } from "node:test";
import widget from "#widgets/check/index.ts";
import { inTwo, judge, keep, moved, parse, remembered } from "#widgets/check/judge.ts";

const { link } = widget;

const PARTS = [
  { text: "two", says: "One more." },
  { text: "three", says: "" },
  { text: "five", says: "Two less." },
];
const CHOICE = {
  kind: "choice",
  label: "how-many",
  question: "How many?",
  parts: PARTS,
  solution: [1],
  near: [],
  because: "One and two.",
  hint: "",
  shown: "",
  unit: "",
};
const NUMBER = {
  ...CHOICE,
  kind: "number",
  parts: [],
  solution: [76.8],
  near: [
    [512, "That is all of them."],
    [61.44, "That is 80 % of them."],
  ],
  tolerance: 0.3,
  because: "15 % of 512.",
  hint: "Think of 15 %.",
  unit: "tokens",
  shown: "76.8 tokens",
};
const STEPS = [
  { text: "weights", says: "it needs scores." },
  { text: "scores", says: "it needs queries." },
  { text: "queries", says: "x" },
];
const ORDER = {
  ...CHOICE,
  kind: "order",
  parts: STEPS,
  solution: [2, 1, 0],
  because: "So it goes.",
};

test("numbers as people type them", () => {
  const cases = {
    7: 7,
    " 12,288 ": 12288,
    "12 288": 12288,
    "110,106,428": 110106428,
    0.5: 0.5,
    ".5": 0.5,
    "5.": 5,
    "1/8": 0.125,
    "15%": 15,
    "15 %": 15,
    "3e-4": 3e-4,
    "\u22122.5": -2.5,
    "+4": 4,
    "77 tokens": 77,
    "77Tokens": 77,
    "1_000": 1000,
    "１２，２８８": 12288,
    "－０．５％": -0.5,
  };
  for (const [text, value] of Object.entries(cases))
    assert.equal(parse(text, "tokens"), value, text);
  for (const text of [
    "",
    "seven",
    "1,5",
    "12,34",
    "1/0",
    "0/0",
    "1/2/3",
    "--4",
    "1e999",
    "7 words",
    "<img>",
    "Infinity",
    "0x10",
    "1.2.3",
  ])
    assert.ok(Number.isNaN(parse(text, "tokens")), text);
});

test("a choice: the last one counts", () => {
  assert.deepEqual(judge(CHOICE, [1]), { right: true, says: "One and two." });
  assert.deepEqual(judge(CHOICE, [1, 2]), { right: false, says: "Two less." });
});

test("a number: right within its tolerance, known wrong ones within theirs, others told which way", () => {
  for (const text of ["76.8", "77", "76.5", "76.5 tokens"])
    assert.equal(judge(NUMBER, [text]).right, true, text);
  assert.deepEqual(judge(NUMBER, ["61.2"]), { right: false, says: "That is 80 % of them." });
  assert.deepEqual(judge(NUMBER, ["76"]), { right: false, says: "Too small. Think of 15 %." });
  assert.deepEqual(judge({ ...NUMBER, hint: "" }, ["78"]), { right: false, says: "Too large." });
  assert.match(judge(NUMBER, ["many"]).refused, /“many” is no number/);
  assert.equal(judge({ ...NUMBER, tolerance: 0, solution: [0.1 + 0.2] }, ["0.3"]).right, true);
});

test("a share may be typed in per cents or as a decimal, whatever its unit", () => {
  const percent = { ...NUMBER, solution: [73], tolerance: 1, unit: "%", near: [[30, "That."]] },
    share = { ...percent, solution: [0.73], tolerance: 0.01, unit: "", near: [[0.3, "That."]] };
  for (const check of [percent, share]) {
    for (const text of ["0.73", ".735", "73%", "73 %", "73", "７３％"])
      assert.equal(judge(check, [text]).right, true, `${text} ${check.unit}`);
    for (const text of ["0.3", "30 %", "30"]) assert.equal(judge(check, [text]).says, "That.");
    for (const text of ["0.5", "50 %", "50"]) assert.match(judge(check, [text]).says, /^Too small/);
    for (const text of ["0.9", "90 %"]) assert.match(judge(check, [text]).says, /^Too large/);
  }
  assert.equal(judge(percent, ["0.73 %"]).right, false); // it says per cent
  assert.equal(judge({ ...percent, unit: "nats" }, ["0.73"]).right, false);
});

test("an order: the first step that comes too early is named, with its reason", () => {
  assert.deepEqual(judge(ORDER, [2, 1, 0]), { right: true, says: "So it goes.", done: 3 });
  assert.deepEqual(judge(ORDER, [2, 0, 1]), {
    right: false,
    done: 1,
    says: "The first step is right. “weights” comes too early: it needs scores.",
  });
  assert.deepEqual(judge(ORDER, [1, 2, 0]), {
    right: false,
    done: 0,
    says: "“scores” comes too early: it needs queries.",
  });
});

test("the last sentence of a question is the question", () => {
  const cases = [
    ["How many?"],
    ["Two rows of 0.5. ", "How many?"],
    ["He says “no.” And: ", "is it so?"],
    ["A? ", "Or B, at 3.5 nats?"],
    ["他说“不”。", "是吗？"],
    ["「はい。」", "では、0.5 の差は？"],
  ];
  for (const pieces of cases) assert.deepEqual(inTwo(pieces.join("")), ["", ...pieces].slice(-2));
});

test("a step moves, the others close up", () => {
  assert.deepEqual(
    [moved([5, 6, 7, 8], 0, 2), moved([5, 6, 7, 8], 3, 0)],
    [
      [6, 7, 5, 8],
      [8, 5, 6, 7],
    ],
  );
});

test("a link sets an answer that could be given, or none", () => {
  const good = [
    [CHOICE, []],
    [CHOICE, [0, 2, 1]],
    [NUMBER, []],
    [NUMBER, ["x"]],
    [ORDER, []],
    [ORDER, [0, 2, 1]],
  ];
  const bad = [
    [CHOICE, [3]],
    [CHOICE, [0, 0]],
    [CHOICE, [-1]],
    [CHOICE, ["1"]],
    [CHOICE, [0.5]],
    [NUMBER, [77]],
    [NUMBER, ["1", "2"]],
    [NUMBER, ["x".repeat(41)]],
    [ORDER, [0, 1]],
    [ORDER, [0, 1, 1]],
    [CHOICE, undefined],
    [CHOICE, { length: 0 }],
    [ORDER, "012"],
  ];
  const take = (check, state) => link.take(state, { get: (trait) => check[trait] });
  for (const [check, answer] of good) assert.deepEqual(take(check, { answer }), { answer });
  for (const [check, answer] of bad)
    assert.equal(take(check, { answer }), undefined, JSON.stringify(answer));
  assert.deepEqual(take(ORDER, {}), {}); // just to go there
  for (const state of [{ solution: [0] }, { question: "?" }])
    assert.equal(take(ORDER, state), undefined);
});

test("a browser that remembers gives an answer back, unless the question has changed", () => {
  const kept = new Map(),
    storage = {
      getItem: (k) => kept.get(k) ?? null,
      setItem: (k, v) => kept.set(k, v),
      removeItem: (k) => kept.delete(k),
    };
  const store = () => storage;
  assert.deepEqual(remembered(store, CHOICE), []);
  keep(store, CHOICE, [2, 1]);
  assert.deepEqual(remembered(store, CHOICE), [2, 1]);
  assert.deepEqual(remembered(store, { ...CHOICE, question: "How few?" }), []);
  assert.deepEqual(remembered(store, { ...CHOICE, parts: PARTS.slice(0, 2) }), []);
  keep(store, CHOICE, []);
  assert.equal(kept.size, 0);
  for (const text of [
    "{",
    "null",
    "[]",
    '{"question":"How many?"}',
    '{"question":"How many?","answer":[9]}',
  ]) {
    kept.set("bert-check:how-many", text);
    assert.deepEqual(remembered(store, CHOICE), []);
  }
});
