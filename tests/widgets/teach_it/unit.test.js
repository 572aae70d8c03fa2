// TeachIt: tables of all sorts, what readers do to their sentences, and what would cheat.
import assert from "node:assert/strict";
import { test } from "node:test";
import { add, inTwo, move, removeClass, tooSmall } from "#widgets/teach_it/change.ts";
import { byLength, byWord, cheat } from "#widgets/teach_it/cheats.ts";
import {
  fails,
  MOST,
  overfits,
  recorded,
  score,
  untaught,
  verdict,
} from "#widgets/teach_it/lesson.ts";
import { decoded, rowsOf } from "#widgets/teach_it/table.ts";
import { ofCuts } from "#widgets/teach_it/telling.ts";

const ROWS = [
  { text: "My parcel, at last!", label: "good" },
  { text: 'He said "no".', label: "bad" },
  { text: "Über alles schön; é", label: "good" },
  { text: "Two\nlines", label: "bad" },
];
const quoted = (cell) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const written = (mark, { head = "", swapped = false, end = "\n" } = {}) =>
  [
    ...(head ? [head] : []),
    ...ROWS.map(({ text, label }) =>
      (swapped ? [label, text] : [text, label]).map(quoted).join(mark),
    ),
  ].join(end);

test("a table is read whatever its marks, its head and the order of its columns", () => {
  for (const mark of [",", ";", "\t"])
    for (const swapped of [false, true])
      for (const end of ["\n", "\r\n"]) {
        const head = swapped ? `label${mark}text` : `text${mark}label`;
        assert.deepEqual(rowsOf(written(mark, { swapped, end })), ROWS);
        assert.deepEqual(rowsOf(written(mark, { head, swapped, end })), ROWS);
      }
  const strange = `${written(",", { head: "remark,mood" })}\n${written(",")}`;
  assert.deepEqual(rowsOf(strange), [...ROWS, ...ROWS]); // a head that no list knows
});

test("bytes become text by their mark, as UTF-8, or in Windows' old code", () => {
  const bytes = (...all) => Uint8Array.from(all);
  assert.equal(decoded(new TextEncoder().encode("\ufeffcafé 🦜")), "café 🦜");
  assert.equal(decoded(bytes(0x63, 0xe9, 0x80)), "cé€");
  assert.equal(decoded(bytes(0xff, 0xfe, 0x61, 0, 0xe9, 0)), "aé");
});

const OWN = { classes: ["a", "b"], texts: ["one", "two", "three"], labels: [0, 0, 1] };

test("what is added finds its class, and what has no room is counted", () => {
  const { own, added, twice } = add(
    OWN,
    [
      { text: " new\tone ", label: "B" },
      { text: "two", label: "a" },
    ],
    0,
  );
  assert.deepEqual([own.texts.at(-1), own.labels.at(-1), added, twice], ["new one", 1, 1, 1]);
  const many = Array.from({ length: 2000 }, (_, i) => ({
    text: `text ${i}`,
    label: `class ${i % 8}`,
  }));
  const two = many.slice(0, 2),
    emptied = { classes: ["p", "q", "r"], texts: [], labels: [] };
  assert.deepEqual(add(emptied, two, 0).own.classes, ["class 0", "class 1"]);
  const begun = add({ classes: ["this", "that"], texts: [], labels: [] }, many, 0);
  assert.deepEqual(begun.own.classes, [
    "class 0",
    "class 1",
    "class 2",
    "class 3",
    "class 4",
    "class 5",
  ]);
  assert.equal(begun.added, MOST.texts);
  assert.equal(begun.added + begun.full + begun.others, 2000);
});

test("sentences move, classes go with theirs, and small ones are found", () => {
  assert.deepEqual(move(OWN, 0, 1).labels, [1, 0, 1]);
  assert.deepEqual(removeClass(OWN, 0), { classes: ["b"], texts: ["three"], labels: [0] });
  assert.equal(tooSmall(OWN), 1);
  assert.equal(tooSmall(add(OWN, [{ text: "four", label: "b" }], 0).own), -1);
  assert.equal(inTwo(OWN), undefined);
  assert.equal(inTwo({ ...OWN, texts: ["x", "y", "x"] }), "x");
});

test("length or a word that decides alone is named", () => {
  const texts = Array.from({ length: 12 }, (_, i) =>
      i % 2 ? `short ${i}` : `a much longer text of many words ${i}`,
    ),
    labels = texts.map((_, i) => i % 2);
  assert.equal(byLength({ classes: ["a", "b"], texts, labels }), 1);
  assert.match(
    cheat({ classes: ["a", "b"], texts, labels }),
    /length alone.* 100\s% right \([345]\d\s% with the labels shuffled/,
  );
  const polite = texts.map((_, i) => (i % 2 ? `go there ${i}` : `please go ${i}`));
  assert.deepEqual(byWord({ classes: ["a", "b"], texts: polite, labels }).word, "please");
  assert.match(
    cheat({ classes: ["a", "b"], texts: polite, labels }),
    /6 of 6 sentences of “a” have “please”, and no others do/,
  );
  const same = texts.map((_, i) => `word ${i}`);
  assert.equal(cheat({ classes: ["a", "b"], texts: same, labels }), "");
});

test("a verdict, its score, and when a learner overfits, by hand", () => {
  assert.equal(verdict([0.5, 0.5]), null);
  const lesson = { ...untaught(OWN), held: [true, false, true] };
  const frame = (p) => Float32Array.from([p, 1 - p, 0.9, 0.1, 1 - p, p]);
  lesson.frames = Array(4).fill([frame(0.5), frame(0.8), frame(0.6)]);
  assert.deepEqual(score(lesson, 0, 1, true), {
    right: 2,
    all: 2,
    loss: -Math.log(Math.fround(0.8)),
  });
  assert.equal(overfits(lesson, 2, 1), null);
  assert.equal(overfits(lesson, 2, 2), null); // it gets worse at its own, too
  const own = (p, q) => Float32Array.from([p, 1 - p, q, 1 - q, 1 - p, p]);
  lesson.frames = Array(4).fill([own(0.5, 0.5), own(0.8, 0.6), own(0.6, 0.9)]);
  const { best, least, now } = overfits(lesson, 2, 2);
  assert.deepEqual(
    [best, least, now],
    [1, 0.8, 0.6].map((x, i) => (i ? -Math.log(Math.fround(x)) : x)),
  );
  assert.equal(fails(lesson, 2, 2), null);
  lesson.frames = Array(4).fill([own(0.5, 0.5), own(0.5, 0.5)]);
  assert.deepEqual(fails(lesson, 2, 1), { loss: Math.log(2), guess: Math.log(2) });
  const set = {
    classes: ["a", "b"],
    texts: [["x"], ["y"]],
    frames: Array(4).fill("!~"),
    asked: [],
  };
  assert.deepEqual([...recorded({ key: "cafe", ...set }).frames[0][0]], [0, 1, 1, 0]);
});

test("a cut that changes the verdict is named, else the word that matters most", () => {
  const cuts = [
    { word: "not", shares: [0.2, 0.8] },
    { word: "bad.", shares: [0.6, 0.4] },
  ];
  assert.match(ofCuts(["good", "poor"], [0.7, 0.3], cuts), /Without “not”.*poor/);
  assert.match(ofCuts(["good", "poor"], [0.7, 0.3], cuts.slice(1)), /“bad” most \(70\s% → 60\s%\)/);
});
