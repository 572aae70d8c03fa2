import assert from "node:assert/strict";
import { test } from "node:test";
import {
  expectedCounts,
  investigate,
  procedureOf,
  verdictOf,
} from "#widgets/find_the_bug/procedures.ts";

const KEYS = ["none", "unknown", "weights", "specials", "unassigned", "alias", "order"];
const BUGS = KEYS.map((key) => ({ key }));
const LAB = {
  tokens: ["<cls>", ..."i went to deposit cash".split(" "), "<sep>"],
  specials: ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>"],
  vocab: Array.from({ length: 50 }, (_, i) => `w${i}`),
};
const LONG = {
  ...LAB,
  tokens: ["<cls>", ...Array.from({ length: 18 }, (_, i) => `t${i}`), "<sep>"],
};
const count = (bug, draws, lab = LAB, mystery = 3) => investigate(bug, lab, mystery, draws);

test("a pile fits, or it does not", () => {
  assert.equal(verdictOf([9, 11, 10], [10, 10, 10]), "fits");
  assert.equal(verdictOf([139, 100], [100, 100]), "fits"); // not quite four deviations
  assert.equal(verdictOf([141, 100], [100, 100]), "wrong");
  assert.equal(verdictOf([4, 0], [4, 0]), "few");
  assert.equal(verdictOf([100, 1], [100, 0]), "broken");
});

test("expected counts add up, and those of the right procedure come near them", () => {
  const expected = expectedCounts(LONG, 1000),
    observed = count("none", 1000, LONG);
  for (const name of ["chosen", "reads", "labels"]) {
    const sum = (counts) => counts.reduce((a, b) => a + b);
    assert.ok(Math.abs(sum(expected[name]) - 3000) < 1e-9, name);
    assert.equal(sum(observed[name]), 3000);
    observed[name].forEach((n, i) =>
      assert.ok(
        Math.abs(n - expected[name][i]) < 5 * Math.sqrt(expected[name][i]) + 1e-9,
        `${name} ${i}: ${n}`,
      ),
    );
  }
  assert.equal(expected.reads[3], 3000 * (0.1 + 0.1 / 50));
});

test("each bug shows where it should, and nowhere else", () => {
  const broken = {
    unknown: ["reads"],
    weights: ["labels"],
    specials: ["chosen", "reads"],
    unassigned: ["labels"],
    alias: ["labels"],
  };
  for (const [bug, where] of Object.entries(broken)) {
    const expected = expectedCounts(LAB, 5000),
      counts = count(bug, 5000);
    for (const name of Object.keys(expected)) {
      const verdict = verdictOf(counts[name], expected[name]);
      if (where[0] === name) assert.equal(verdict, "broken", `${bug}: ${name}`);
      else if (!where.includes(name)) assert.equal(verdict, "fits", `${bug}: ${name}`);
    }
  }
  const expected = expectedCounts(LAB, 20000);
  assert.equal(verdictOf(count("order", 20000).reads, expected.reads), "wrong");
});

test("seven mysteries are the seven procedures", () => {
  const found = KEYS.map((_, i) => procedureOf(i, BUGS));
  assert.deepEqual(found.sort(), [...KEYS].sort());
});
