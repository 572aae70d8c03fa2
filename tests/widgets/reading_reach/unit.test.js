import assert from "node:assert/strict";
import { test } from "node:test";
import { used, wires } from "#widgets/reading_reach/flow.ts";
import { NETWORKS, reach } from "#widgets/reading_reach/networks.ts";

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
