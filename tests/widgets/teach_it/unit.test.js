// TeachIt: tables of all sorts, what readers do to their sentences, and what would cheat.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { wordsOf } from "#web/classifier/linear.ts";
import { add, inTwo, move, removeClass } from "#widgets/teach_it/change.ts";
import { byLength, byWord, cheat } from "#widgets/teach_it/cheats.ts";
import { answers, MOST, rightOf, tooFew, untaught, verdict } from "#widgets/teach_it/lesson.ts";
import { csvOf, decoded, linesOf, rowsOf, tableIn } from "#widgets/teach_it/table.ts";
import { conclusion, ofCuts, waiting } from "#widgets/teach_it/telling.ts";

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
const read = (text, file) => {
  const table = tableIn(text, file);
  return table && rowsOf(table, table.label);
};

test("a table is read whatever its marks, its head and the order of its columns", () => {
  for (const mark of [",", ";", "\t"])
    for (const swapped of [false, true])
      for (const end of ["\n", "\r\n"]) {
        const head = swapped ? `label${mark}text` : `text${mark}label`;
        assert.deepEqual(read(written(mark, { swapped, end })), ROWS);
        assert.deepEqual(read(written(mark, { head, swapped, end })), ROWS);
      }
  const strange = `${written(",", { head: "remark,mood" })}\n${written(",")}`;
  assert.deepEqual(read(strange), [...ROWS, ...ROWS]); // a head that no list knows
  assert.deepEqual(read(csvOf(ROWS).slice(1)), ROWS);
  const more = "text,label,split\nOne,a,train\nTwo,b,train\nThree,a,train\nFour,b,train";
  assert.deepEqual(
    read(more).map(({ label }) => label),
    ["a", "b", "a", "b"],
  );
});

test("tables as people have them are read as the scripts read them", () => {
  const tables = JSON.parse(readFileSync(new URL("../../helpers/tables.json", import.meta.url)));
  const written = { "utf-8": Buffer.from, "utf-8-sig": (text) => Buffer.from(`\ufeff${text}`) };
  written["utf-16"] = (text) => Buffer.from(`\ufeff${text}`, "utf16le");
  for (const { name, text, hex, encoding = "utf-8", rows } of tables) {
    const bytes = hex ? Buffer.from(hex, "hex") : written[encoding]?.(text);
    if (!bytes) continue; // Node writes no old code
    const found = decoded(bytes, ["en"]);
    const got = found && read(found.text, "table.csv").map(({ text, label }) => [text, label]);
    assert.deepEqual(got, rows, name);
  }
});

test("records of JSON and of fastText are a table, too", () => {
  const records = ROWS.map((row) => JSON.stringify({ id: 1, ...row })).join("\n");
  assert.deepEqual(read(records), ROWS);
  assert.equal(tableIn(`${records}\n{`), null);
  const lines = "__label__good My parcel, at last!\n__label__bad He said no";
  assert.deepEqual(read(lines)[1], { text: "He said no", label: "bad" });
});

test("sentences with a comma each are no table, unless a file says so by its name", () => {
  const mails =
    "Hello, my parcel is lost.\nHi, nobody rang.\nHello, it came late.\nHi, where is it?";
  assert.equal(tableIn(mails), null);
  assert.equal(tableIn(mails, "mails.txt"), null);
  assert.equal(tableIn(mails, "mails.csv").rows.length, 4);
  const rows = read(
    'message,team\n"Hello, I want ""my money"" back",billing\n"It broke",damage\n"No, late",billing\n"Oh, torn",damage',
  );
  assert.deepEqual(rows[0], { text: 'Hello, I want "my money" back', label: "billing" });
  const cells = linesOf('text\r\n"Hi,\r\n""Sir"""\r\nBye').map(({ text }) => text);
  assert.deepEqual(cells, ["text", 'Hi,\r\n"Sir"', "Bye"]);
  assert.equal(linesOf('"Hi," he said.\n\n"Bye."')[0].text, '"Hi," he said.');
});

test("bytes that are no UTF-8 become text in an old code, which is said", () => {
  const read = (bytes, ...languages) => decoded(Uint8Array.from(bytes), languages);
  const olds = {
    "gb18030 zh-Hans 中文": [0xd6, 0xd0, 0xce, 0xc4],
    "big5 zh-TW 中文": [0xa4, 0xa4, 0xa4, 0xe5],
    "shift_jis ja 日本": [0x93, 0xfa, 0x96, 0x7b],
    "euc-jp ja 日本": [0xc6, 0xfc, 0xcb, 0xdc],
    "euc-kr ko 한글": [0xc7, 0xd1, 0xb1, 0xdb],
    "windows-1251 ru Привет": [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2],
    "windows-1252 en cé€": [0x63, 0xe9, 0x80],
  };
  for (const [wanted, bytes] of Object.entries(olds)) {
    const [old, language, text] = wanted.split(" ");
    assert.deepEqual(read(bytes, language, "de"), { text, old });
    assert.deepEqual(read(bytes, "en", language), { text, old }); // of a reader of the English book
  }
  assert.equal(read([0xe9, 0x2c, 0x61], "zh").old, "windows-1252"); // it can't be Chinese
});

const OWN = { classes: ["a", "b"], texts: ["one", "two", "three"], labels: [0, 0, 1] };

test("what is added finds its class, and what has no room is counted", () => {
  const { own, added, twice, long } = add(
    OWN,
    [
      { text: " new\tone ", label: "B" },
      { text: "two", label: "a" },
      { text: "长".repeat(700), label: "a" },
    ],
    0,
  );
  assert.deepEqual([own.texts.at(-2), own.labels.at(-2), added, twice], ["new one", 1, 2, 1]);
  assert.deepEqual([own.texts.at(-1).length, long], [600, 1]);
  const many = Array.from({ length: 2000 }, (_, i) => ({
    text: `text ${i}`,
    label: `class ${i % 8}`,
  }));
  const emptied = { classes: ["p", "q", "r"], texts: [], labels: [] };
  assert.deepEqual(add(emptied, many.slice(0, 2), 0).own.classes, ["class 0", "class 1"]);
  const begun = add({ classes: ["this", "that"], texts: [], labels: [] }, many, 0);
  assert.deepEqual(
    begun.own.classes,
    Array.from({ length: 6 }, (_, i) => `class ${i}`),
  );
  assert.equal(begun.added, MOST.texts);
  assert.equal(begun.added + begun.full + begun.others, 2000);
});

test("sentences move, classes go with theirs, and small ones are found", () => {
  assert.deepEqual(move(OWN, 0, 1).labels, [1, 0, 1]);
  assert.deepEqual(removeClass(OWN, 0), { classes: ["b"], texts: ["three"], labels: [0] });
  assert.deepEqual(tooFew({ ...OWN, labels: [0, 0, 0, 0, 1, 1, 1] }), { name: "b", n: 3 });
  assert.equal(tooFew({ ...OWN, labels: [0, 0, 0, 0, 1, 1, 1, 1] }), null);
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

test("what was kept back is counted, and a lead of one sentence is no conclusion", () => {
  assert.equal(verdict([0.5, 0.5]), null);
  const lesson = { ...untaught(OWN), held: [true, true, true] };
  const frame = (...shares) => Float32Array.from(shares.flatMap((p) => [p, 1 - p]));
  const ends = (tuned, twin) => [[tuned], [twin], [twin]].map((all) => all.map((p) => frame(...p)));
  lesson.frames = ends([0.9, 0.8, 0.4], [0.1, 0.3, 0.2]);
  assert.deepEqual([rightOf(lesson, 0), rightOf(lesson, 1)], [3, 1]);
  assert.deepEqual(answers(lesson, 1)[0], { text: "one", label: 0, found: 1, right: false });
  assert.match(conclusion(lesson), /sorts 3 right.* pretraining 1: what it knew before/);
  lesson.frames = ends([0.9, 0.8, 0.6], [0.1, 0.8, 0.6]);
  assert.match(conclusion(lesson), /sorts 2 right.* pretraining 1: too close to tell/);
  lesson.frames = ends([0.1, 0.2, 0.4], [0.9, 0.8, 0.4]);
  assert.match(conclusion(lesson), /sorts 1 right.* pretraining 3: here/);
});

test("a cut that changes the verdict is named, else the word that matters most", () => {
  const cuts = [
    { word: "not", shares: [0.2, 0.8] },
    { word: "bad.", shares: [0.6, 0.4] },
  ];
  assert.match(ofCuts(["good", "poor"], [0.7, 0.3], cuts), /Without “not”.*poor/);
  assert.match(ofCuts(["good", "poor"], [0.7, 0.3], cuts.slice(1)), /“bad” most \(70\s% → 60\s%\)/);
});

test("of Chinese and Japanese a bag has pairs, and it is said that BERT has learned English", () => {
  assert.equal(wordsOf("快递ＯＫ「𠮷丢，ｶﾞﾗｽ」it’s").join(), "快递,ok,𠮷丢,ガラ,ラス,it’s");
  const texts = [
    "快递丢了",
    "快递没到",
    "割れました",
    "届きません",
    "Lost",
    "Late",
    "Gone",
    "Broken",
  ];
  const own = { classes: ["a", "b"], labels: [0, 0, 0, 0, 1, 1, 1, 1] };
  assert.match(waiting({ ...own, texts: texts.with(4, "没收到") }, false), /English alone/);
  assert.doesNotMatch(waiting({ ...own, texts }, false), /English alone/);
});
