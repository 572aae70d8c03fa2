import assert from "node:assert/strict";
import { test } from "node:test";
import { judge, parse } from "#widgets/check/judge.ts";

const NUMBER = {
  kind: "number",
  label: "how-many",
  question: "How many?",
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

test("a number: right within its tolerance, known wrong ones within theirs, others told which way", () => {
  for (const text of ["76.8", "77", "76.5", "76.5 tokens"])
    assert.equal(judge(NUMBER, [text]).right, true, text);
  assert.deepEqual(judge(NUMBER, ["61.2"]), { right: false, says: "That is 80 % of them." });
  assert.deepEqual(judge(NUMBER, ["76.3"]), { right: false, says: "Too small. Think of 15 %." });
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
