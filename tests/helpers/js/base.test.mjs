// What all widgets share: numbers as they are written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { widget } from "./module.mjs";

const { bytes, count } = await widget("shape_explorer");

test("numbers are written as an English reader expects them", () => {
  for (const [n, decimals] of [[0, 0], [7, 0], [999, 0], [1000, 0], [1234567, 0], [-1234, 0], [12.34, 1], [1234.56, 1], [5000.04, 1], [0.1234, 2]]) {
    const expected = n.toLocaleString("en-GB", { maximumFractionDigits: decimals });
    assert.equal(count(n, decimals), expected);
  }
  assert.equal(count(99999.6), "100,000");
});

test("bytes in the unit that leaves few digits", () => {
  assert.deepEqual([0, 1023, 1024, 1536 * 1024].map(bytes), ["0 bytes", "1,023 bytes", "1.0 KiB", "1.5 MiB"]);
});
