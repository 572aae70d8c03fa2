import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, sized } from "#web/shared/numbers.ts";
import {
  brief,
  matching,
  multiplyAdds,
  nearestStop,
  parameters,
  present,
  problems,
  stops,
  times,
  totals,
  tuple,
  withK,
} from "#widgets/shape_explorer/count.ts";
import { WORDS } from "#widgets/shape_explorer/words.toml";

const SIZES = { B: 2, T: 7, P: 4, D: 15, N: 3, F: 11, V: 23, num_blks: 6, max_len: 13 };
const LINEAR = { stage: "A", dims: ["B", "T", "F"], parameters: [["D", "F"], ["F"]], itemsize: 4 };
const IDS = { stage: "B", dims: ["B", "T"], parameters: [], itemsize: 8 };
const PER_BLOCK = { ...LINEAR, stage: "C", dims: ["B", "N", "T", "K"], per_block: true };

test("a sum of products, with numbers for letters", () => {
  assert.equal(parameters(LINEAR, SIZES), 15 * 11 + 11);
  assert.equal(parameters({ parameters: [["D", 2], [2]] }, SIZES), 32);
  assert.equal(parameters(IDS, SIZES), 0);
});

test("what stands in a block counts once per block", () => {
  assert.equal(times(PER_BLOCK, SIZES), 6);
  assert.equal(times(LINEAR, SIZES), 1);
});

test("totals by stage and in all", () => {
  const sums = totals([LINEAR, IDS, PER_BLOCK], withK(SIZES));
  assert.deepEqual(sums.stages.get("B"), { parameters: 0, bytes: 2 * 7 * 8, work: 0 });
  assert.deepEqual(sums.stages.get("C"), {
    parameters: 6 * 176,
    bytes: 6 * 2 * 3 * 7 * 5 * 4,
    work: 0,
  });
  assert.equal(sums.parameters, 7 * 176);
});

test("dot products along the inner axis, in every block", () => {
  const scores = {
    stage: "D",
    dims: ["B", "N", "T", "T"],
    parameters: [],
    itemsize: 4,
    inner: "K",
    per_block: true,
  };
  assert.equal(multiplyAdds(scores, withK(SIZES)), 2 * 3 * 7 * 7 * 5);
  assert.equal(multiplyAdds(LINEAR, SIZES), 0);
  assert.equal(
    totals([scores, { ...LINEAR, inner: "D" }], withK(SIZES)).work,
    6 * 1470 + 2 * 7 * 11 * 15,
  );
});

test("large numbers in words, shapes as tuples", () => {
  assert.deepEqual(
    [999999, 1234567, 11.16e9, 2.5e12].map((n) => sized(WORDS.rounded, n)),
    ["999,999", "1.23 million", "11.2 billion", "2.5 trillion"],
  );
  assert.deepEqual([["B"], ["B", 2]].map(tuple), ["(B,)", "(B, 2)"]);
});

test("three digits and a letter, for a column", () => {
  assert.deepEqual([0, 999, 1000, 1536, 999600, 23837184, 56.7e9, 2.5e12].map(brief), [
    "0",
    "999",
    "1 k",
    "1.54 k",
    "1 M",
    "23.8 M",
    "56.7 G",
    "2.5 T",
  ]);
});

test("a tensor is there under its switch alone", () => {
  const tied = { when: ["tied_decoder", true] },
    own = { when: ["tied_decoder", false] };
  assert.deepEqual(present([tied, own, LINEAR], { tied_decoder: true }), [tied, LINEAR]);
});

test("without whole heads there is no K, and the reason is given", () => {
  assert.equal(withK(SIZES).K, 5);
  assert.ok(Number.isNaN(withK({ ...SIZES, N: 4 }).K));
  assert.deepEqual(problems(SIZES), []);
  assert.match(problems({ ...SIZES, N: 4 })[0], /4 heads do not divide D = 15.*N = 3 or 5 would/);
  assert.match(problems({ ...SIZES, N: 20 })[0], /N = 15 would/);
  assert.match(problems({ ...SIZES, T: 14 })[0], /14 position vectors.*max_len = 13/);
  assert.match(problems({ ...SIZES, P: 8 })[0], /8 predicted positions.*T = 7/);
});

test("sliders stop at powers of two and half-way", () => {
  assert.deepEqual(stops(16), [1, 2, 3, 4, 6, 8, 12, 16]);
  assert.ok(stops(4096).includes(768));
  const list = stops(16);
  assert.equal(list[nearestStop(list, 12)], 12);
  assert.equal(list[nearestStop(list, 5)], 6); // by ratio: 6 / 5 < 5 / 4
  assert.equal(list[nearestStop(list, 1000)], 16);
});

test("a preset is recognised by all its sizes and switches", () => {
  const one = {
    D: 15,
    N: 3,
    F: 11,
    num_blks: 6,
    V: 23,
    max_len: 13,
    embedding_norm: true,
    tied_decoder: false,
  };
  const presets = { one, other: { ...one, tied_decoder: true } };
  assert.equal(matching(presets, { ...SIZES, ...one }), "one");
  assert.equal(matching(presets, { ...SIZES, ...one, D: 30 }), undefined);
});

test("bytes in binary units", () => {
  assert.equal(bytes(16), "16 bytes");
  assert.equal(bytes(1536), "1.5 KiB");
  assert.equal(bytes(420 * 2 ** 20), "420 MiB");
});
