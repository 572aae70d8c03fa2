import assert from "node:assert/strict";
import { test } from "node:test";
import {
  build,
  describe,
  fullColour,
  leftOut,
  neighbour,
  shares,
  swapped,
  terms,
  truncate_pair,
} from "#widgets/input_builder/sequence.ts";

const VOCAB = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>", "a", "b", "c", "d"];
const known = new Map(VOCAB.map((token, id) => [token, id]));
// Rows of three numbers: ten times the id, the segment or the position, and one or two more.
const row = (start) => ({
  forward: (id) => Float32Array.of(start + 10 * id, start + 10 * id + 1, start + 10 * id + 2),
});
const BERT = {
  known,
  ids: (tokens) => tokens.map((token) => known.get(token) ?? 1),
  encoder: {
    token_embedding: row(1),
    segment_embedding: row(1000),
    pos_embedding: row(-500),
    embedding_norm: { forward: (X) => X.map((x) => x / 2) },
  },
};

test("one text, padded", () => {
  const input = build(BERT, { text: " A zebra b", second: " ", max_len: 8 });
  assert.deepEqual(input.tokens, ["<cls>", "a", "zebra", "b", "<sep>", "<pad>", "<pad>", "<pad>"]);
  assert.deepEqual(input.segments, [0, 0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(input.ids, [2, 5, 1, 6, 3, 0, 0, 0]);
  assert.deepEqual([input.valid_len, input.unknown, input.lost], [5, ["zebra"], [[], []]]);
  assert.equal(describe(input), "Valid length 5: 5 tokens and 3 <pad> fill 8 places.");
  assert.equal(leftOut(input), "");
});

test("a pair that does not fit: the longer text gives way", () => {
  const input = build(BERT, { text: "a b c d", second: "d c", max_len: 7 });
  assert.deepEqual(input.tokens, ["<cls>", "a", "b", "<sep>", "d", "c", "<sep>"]);
  assert.deepEqual(input.segments, [0, 0, 0, 0, 1, 1, 1]);
  assert.deepEqual([input.valid_len, input.lost], [7, [["c", "d"], []]]);
  assert.equal(describe(input), "Valid length 7: 7 tokens fill 7 places.");
  assert.equal(leftOut(input), "No room for “c”, “d” of text A.");
  const both = build(BERT, { text: "a b c", second: "d c b", max_len: 7 });
  assert.match(leftOut(both), /“c” of text A and “b” of text B\./);
  assert.match(
    leftOut(build(BERT, { text: "a ".repeat(99), second: "", max_len: 7 })),
    /“a”, … of text A/,
  );
});

test("of two equal texts the second is shortened; nothing given is changed", () => {
  const a = ["a", "b", "c"],
    b = ["d", "e", "f"];
  assert.deepEqual(truncate_pair(a, b, 8), [
    ["a", "b", "c"],
    ["d", "e"],
  ]);
  assert.deepEqual(truncate_pair(a, undefined, 4), [["a", "b"], undefined]);
  assert.deepEqual([a.length, b.length], [3, 3]);
});

test("token, segment and position are added, entry by entry", () => {
  const rows = terms(BERT, { ids: [2, 5], segments: [0, 1] });
  assert.deepEqual([...rows[1].token], [51, 52, 53]);
  assert.deepEqual([...rows[1].segment], [1010, 1011, 1012]);
  assert.deepEqual([...rows[1].position], [-490, -489, -488]);
  assert.deepEqual([...rows[1].sum], [571, 574, 577]);
  assert.deepEqual([...rows[1].norm], [285.5, 287, 288.5]);
  assert.deepEqual([...rows[0].sum], [521, 524, 527]);
});

test("punctuation is dropped before reading", () => {
  const input = build(BERT, { text: "a, b!", second: "…?", max_len: 6 });
  assert.deepEqual(input.tokens, ["<cls>", "a", "b", "<sep>", "<pad>", "<pad>"]);
});

test("words swap places, across the texts and with those that have no room left alone", () => {
  const input = build(BERT, { text: "a b c", second: "d zebra a", max_len: 7 });
  assert.deepEqual(input.tokens, ["<cls>", "a", "b", "<sep>", "d", "zebra", "<sep>"]);
  assert.deepEqual(input.home, [null, [0, 0], [0, 1], null, [1, 0], [1, 1], null]);
  assert.deepEqual(swapped(input, 1, 2), { text: "b a c", second: "d zebra a" });
  assert.deepEqual(swapped(input, 2, 5), { text: "a zebra c", second: "d b a" });
  assert.deepEqual(swapped(input, 2, 2), { text: "a b c", second: "d zebra a" });
  assert.deepEqual(
    [1, 2, 4].map((t) => neighbour(input, t, 1)),
    [2, 4, 5],
  );
  assert.deepEqual(
    [1, 4, 5].map((t) => neighbour(input, t, -1)),
    [undefined, 2, 4],
  );
  for (const [t, by] of [
    [0, 1],
    [3, -1],
    [5, 1],
    [6, -1],
  ])
    assert.equal(neighbour(input, t, by), undefined);
  const alone = build(BERT, { text: "a <mask>", second: "", max_len: 6 });
  assert.deepEqual(alone.home, [null, [0, 0], [0, 1], null, null, null]);
});

test("which vectors two places share", () => {
  // <cls> a zebra <sep> heron a <sep> <pad>
  const input = build(BERT, { text: "a zebra", second: "heron a", max_len: 8 });
  const same = (kind) =>
    [1, 2, 3].map((t) => input.tokens.flatMap((_, u) => (shares(input, kind, t, u) ? [u] : [])));
  assert.deepEqual(same("token"), [
    [1, 5],
    [2, 4],
    [3, 6],
  ]); // both unknown words are <unk>
  assert.deepEqual(same("segment")[0], [0, 1, 2, 3, 7]);
  for (const kind of ["position", "sum"]) assert.deepEqual(same(kind), [[1], [2], [3]]);
});

test("a cell has its full colour from twice the usual size on", () => {
  const [a, b] = [
    [3, -3],
    [4, 4],
  ].map((row) => Float32Array.from(row));
  assert.equal(
    fullColour(
      [
        { token: a, sum: a },
        { token: a, sum: a },
      ],
      ["token"],
    ),
    6,
  );
  // as if at right angles
  assert.equal(fullColour([{ token: a, position: b, sum: a }], ["token", "position"]), 10);
  assert.equal(fullColour([{ token: a.map(() => 0) }], ["token"]), 1);
});
