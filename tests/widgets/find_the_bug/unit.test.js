import assert from "node:assert/strict";
import { test } from "node:test";
import { chiSquare, fitVerdict } from "#web/masking/counts.ts";
import { WORDS } from "#web/masking/words.toml";
import { briefly } from "#widgets/find_the_bug/evidence.ts";
import {
  attempt,
  expectedCounts,
  investigate,
  judge,
  laboratory,
  nothingYet,
  procedureOf,
  SYMPTOM,
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

test("chi-square of a die, by hand", () => {
  const die = chiSquare([9, 11, 10, 8, 12, 10], Array(6).fill(10));
  assert.equal(die.x, 1);
  assert.equal(die.df, 5);
  assert.ok(Math.abs(die.p - 0.962566) < 1e-6); // scipy.stats.chi2.sf(1, 5)
});

test("a right procedure is called doubtful as often as chance would have it", () => {
  for (const lab of [LAB, LONG]) {
    // one chosen token in a draw, and three
    const doubtful = { chosen: 0, reads: 0 },
      runs = 600;
    for (let mystery = 0; mystery < runs; mystery++) {
      const tests = judge(lab, count("none", 200, lab, mystery));
      for (const name of Object.keys(doubtful)) doubtful[name] += tests[name].p < 0.05;
    }
    for (const [name, n] of Object.entries(doubtful)) // four standard deviations about 5 %
      assert.ok(
        Math.abs(n / runs - 0.05) < 4 * Math.sqrt((0.05 * 0.95) / runs),
        `${name}: ${n} of ${runs}`,
      );
  }
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
    const tests = judge(LAB, count(bug, 5000));
    for (const [name, { p, broken }] of Object.entries(tests))
      if (where[0] === name) assert.ok(broken, `${bug}: ${name}`);
      else if (!where.includes(name)) assert.ok(p > 0.001, `${bug}: ${name} has p = ${p}`);
  }
});

test("what exactly each bug does in one draw", () => {
  const some = (bug) => Array.from({ length: 300 }, (_, seed) => attempt(bug, LAB, seed));
  const right = some("none");
  assert.ok(
    right.every(({ chosen, slots }) => slots.length === 1 && slots[0][1] === LAB.tokens[chosen[0]]),
  );
  const reads = (draws) => draws.map(({ chosen, inputs }) => inputs[chosen[0]]);
  const random = (word) => LAB.vocab.includes(word);
  assert.deepEqual(
    reads(some("unknown")),
    reads(right).map((word) => (random(word) ? "<unk>" : word)),
  );
  assert.ok(
    some("weights").every(({ slots }) => slots.length === 2 && slots[1].join() === "0,<pad>"),
  );
  assert.ok(
    some("specials").some(({ chosen }) => chosen[0] === 0) &&
      some("specials").some(({ chosen }) => chosen[0] === 6),
  );
  assert.ok(
    some("unassigned").every(
      ({ slots }) => slots.map(([, label]) => label).join() === LAB.tokens.join(),
    ),
  );
  assert.ok(some("alias").every(({ chosen, inputs, slots }) => slots[0][1] === inputs[chosen[0]]));
  const order = reads(Array.from({ length: 20000 }, (_, seed) => attempt("order", LAB, seed)));
  for (const [share, n] of [
    [0.81, order.filter((w) => w === "<mask>").length],
    [0.1, order.filter(random).length],
  ])
    assert.ok(
      Math.abs(n / 20000 - share) < 5 * Math.sqrt((share * (1 - share)) / 20000),
      `${share}: ${n}`,
    );
});

test("81 / 10 / 9 hides in a hundred draws and is found in many thousands", () => {
  assert.ok(judge(LAB, count("order", 100)).reads.p > 0.01);
  assert.ok(judge(LAB, count("order", 60000)).reads.p < 1e-6);
  assert.ok(judge(LAB, count("none", 60000)).reads.p > 0.001);
});

test("padding is neither chosen nor asked for", () => {
  const padded = { ...LAB, tokens: [...LAB.tokens, "<pad>", "<pad>"] };
  for (const bug of KEYS) {
    const observed = count(bug, 500, padded);
    assert.deepEqual(observed.chosen.slice(-2), [0, 0], bug);
    assert.equal(observed.labels[3] > 0, bug === "weights", bug);
  }
});

test("draws go on where they stopped", () => {
  const at_once = count("order", 700),
    half = count("order", 300);
  assert.deepEqual(investigate("order", LAB, 3, 700, half), at_once);
  assert.equal(half.draws, 300);
  assert.equal(nothingYet(LAB).chosen.length, 7);
});

test("seven mysteries are the seven procedures, the next seven in another order", () => {
  const weeks = [0, 7, 14].map((start) => KEYS.map((_, i) => procedureOf(start + i, BUGS)));
  for (const week of weeks) assert.deepEqual([...week].sort(), [...KEYS].sort());
  assert.notDeepEqual(weeks[0], weeks[1]);
  assert.notDeepEqual(weeks[1], weeks[2]);
});

test("verdicts: in a word, and in a sentence with its number", () => {
  const found = [
    [
      [9, 1],
      [10, 0],
    ],
    [
      [3, 5],
      [4, 4],
    ],
    [
      [10, 0],
      [10, 0],
    ],
    [
      [50, 50],
      [50, 50],
    ],
    [
      [60, 40],
      [50, 50],
    ],
    [
      [90, 10],
      [50, 50],
    ],
  ].map(([observed, expected]) => chiSquare(observed, expected));
  assert.deepEqual(found.map(briefly), ["broken", "few", "fits", "fits", "doubtful", "wrong"]);
  assert.deepEqual(found.map(fitVerdict), [
    WORDS.broken,
    WORDS.few,
    WORDS.nothingElse,
    WORDS.fits({ sure: WORDS.sure({ x: 0, p: 1 }) }),
    WORDS.doubtful({ sure: "χ² = 4.0, p = 0.046", once: 22 }),
    WORDS.wrong({ sure: WORDS.surest({ x: 64 }) }),
  ]);
});

test("the vocabulary is as large as it should be, and has the words of the text", () => {
  const { vocab } = laboratory({ ...LAB, num_words: 50 });
  assert.equal(vocab.length, 50);
  assert.equal(new Set(vocab).size, 50);
  for (const word of LAB.tokens.slice(1, -1)) assert.ok(vocab.includes(word), word);
  assert.equal(laboratory({ ...LAB, num_words: 2 }).vocab.length, 2);
});

test("what tells a bug is the lane in which it shows", () => {
  for (const [bug, [name, lane]] of Object.entries(SYMPTOM)) {
    const { [name]: observed } = count(bug, 60000),
      { [name]: expected } = expectedCounts(LAB, 60000);
    const off = observed.map((n, i) => Math.abs(n - expected[i]) / Math.sqrt(expected[i] || 1));
    if (lane === undefined) assert.ok(off[0] > 100 && off.at(-1) > 100, bug);
    else assert.ok(off[lane] > 3, `${bug}: ${off[lane]}`);
  }
  assert.deepEqual(Object.keys(SYMPTOM).sort(), KEYS.slice(1).sort());
});
