import assert from "node:assert/strict";
import { test } from "node:test";
import { rowHeight, used, wires } from "#widgets/reading_reach/flow.ts";
import { describe } from "#widgets/reading_reach/index.ts";
import { NETWORKS, reach, split } from "#widgets/reading_reach/networks.ts";

test("who reads what, of five words, for the second", () => {
  assert.deepEqual(reach("GPT", 5, 1), [0, 1]);
  assert.deepEqual(reach("BERT", 5, 1), [0, 1, 2, 3, 4]);
  assert.deepEqual(reach("ELMo, forward", 5, 1), [0, 1]);
  assert.deepEqual(reach("ELMo, backward", 5, 1), [1, 2, 3, 4]);
});

test("the same in words", () => {
  assert.equal(
    describe("i went to the bank".split(" "), 3),
    "For “the”, ELMo’s forward network reads 4 of 5 words, its backward network 2; GPT reads 4, BERT 5.",
  );
});

test("words stand between white space", () => {
  assert.deepEqual(split(" the\tbank\u00a0was\u0085closed "), ["the", "bank", "was", "closed"]);
  assert.deepEqual(split(" "), []);
});

test("what is lit is what the lines lead to, and the words at their ends are those that are read", () => {
  const T = 5;
  for (const name of Object.keys(NETWORKS))
    for (let position = 0; position < T; position++) {
      const reached = new Map([
        [2, new Set([position])],
        [1, new Set()],
        [0, new Set()],
      ]);
      for (const depth of [2, 1])
        for (
          let turn = 0;
          turn < T;
          turn++ // along an LSTM's level word by word
        )
          for (const [[level, from]] of wires(name, T, depth, [...reached.get(depth)]))
            reached.get(level).add(from);
      const sorted = (depth) => [...reached.get(depth)].sort();
      assert.deepEqual(sorted(0), reach(name, T, position), name);
      assert.deepEqual([sorted(1), sorted(2)], used(name, T, position), name);
    }
});

test("attention reads the level below, an LSTM its neighbour's state", () => {
  assert.deepEqual(wires("GPT", 4, 2, [1]), [
    [
      [1, 0],
      [2, 1],
    ],
    [
      [1, 1],
      [2, 1],
    ],
  ]);
  assert.deepEqual(wires("ELMo, backward", 4, 1, [1]), [
    [
      [0, 1],
      [1, 1],
    ],
    [
      [1, 2],
      [1, 1],
    ],
  ]);
});

test("all rows fit", () => {
  for (let length = 0; length <= 24; length++)
    assert.ok(rowHeight(length) * length <= 384 && rowHeight(length) >= 16);
});
