// The user's own BERT: what is refused, and that nothing is ever half-read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BERTModel } from "../bert/model.ts";
import { unpack } from "../bert/packed.ts";
import { MINI } from "../page_trainer/run.ts";
import { adopt, readUpload } from "./file.ts";
import { refusal, shapesOf } from "./read.ts";

const WORDS = ["<pad>", "<unk>", "<cls>", "<sep>", "<mask>", "bank", "river"];
const SMALL = { vocab_size: 7, num_hiddens: 10, ffn_num_hiddens: 11, num_heads: 2, num_blks: 1 },
  CONFIG = { ...MINI, ...SMALL };

// A file as packing.py writes it, with `metadata` in its header; `turn` may change the header's
// tensors.
function file({
  config = CONFIG,
  vocab = WORDS,
  version = "1",
  turn = (tensors) => tensors,
  metadata = {},
} = {}) {
  let end = 0;
  const shapes = Object.entries(shapesOf(config)).sort(([a], [b]) => (a < b ? -1 : 1));
  const tensors = Object.fromEntries(
    shapes.map(([name, shape]) => {
      const first = end;
      end += 2 * shape.reduce((a, b) => a * b);
      return [name, { dtype: "F16", shape, data_offsets: [first, end] }];
    }),
  );
  const header = {
    __metadata__: {
      config: JSON.stringify(config),
      version,
      vocab: JSON.stringify(vocab),
      ...metadata,
    },
    ...turn(tensors),
  };
  const text = new TextEncoder().encode(JSON.stringify(header)),
    data = new Uint8Array(8 + text.length + end);
  new DataView(data.buffer).setBigUint64(0, BigInt(text.length), true);
  data.set(text, 8);
  for (let at = 8 + text.length; at < data.length; at += 2)
    [data[at], data[at + 1]] = [at % 251, at % 3 ? 0x2c : 0xac]; // small numbers
  return data;
}
const GOOD = file();

test("a file as the packing writes it passes, and computes", () => {
  assert.equal(refusal(GOOD), "");
  const bert = new BERTModel(unpack(GOOD)),
    { mlm_Y_hat } = bert.forward([2, 5, 3], [0, 0, 0], 3, [1]);
  assert.ok(mlm_Y_hat.length === 7 && mlm_Y_hat.every(Number.isFinite));
  assert.equal(refusal(file({ metadata: { version: undefined } })), ""); // of before files had one
  // wherever in memory it lies
  assert.equal(refusal(new Uint8Array([9, 9, ...GOOD]).subarray(2)), "");
});

test("what does not fit is refused in words", () => {
  const cases = [
    [new Uint8Array(), /isn’t safetensors/],
    [new Uint8Array(100).fill(255), /isn’t safetensors/],
    [new TextEncoder().encode("version https://git-lfs.github.com/spec/v1"), /isn’t safetensors/],
    [{ byteLength: 2 ** 25 }, /32\.0 MiB; a BERT for these pictures has 16\.0 MiB at most/],
    [file({ metadata: { config: undefined } }), /doesn’t say what model/],
    [file({ version: "2" }), /of version 2, which a newer edition/],
    [file({ metadata: { config: "{" } }), /configuration fits no BERT/],
    [file({ metadata: { config: "null" } }), /configuration fits no BERT/],
    [
      file({ metadata: { config: JSON.stringify({ ...CONFIG, num_heads: 3 }) } }),
      /configuration fits no BERT/,
    ],
    [
      file({ metadata: { config: JSON.stringify({ ...CONFIG, num_blks: 1e12 }) } }),
      /blocks: 1,000,000,000,000, and the pictures have room for 1 to 4/,
    ],
    [
      file({ metadata: { config: JSON.stringify({ ...CONFIG, causal: true }) } }),
      /stays here: it reads from left to right/,
    ],
    [file({ vocab: WORDS.slice(1) }), /should have 7 different words/],
    [file({ vocab: [...WORDS.slice(0, 6), "bank"] }), /7 different words/],
    [file({ vocab: WORDS.toReversed() }), /special tokens first/],
    [file({ metadata: { vocab: '"1234567"' } }), /7 different words/],
    [file({ turn: ({ "nsp.output.bias": _, ...rest }) => rest }), /damaged: nsp\.output\.bias/],
    [
      file({ turn: (tensors) => ({ ...tensors, extra: tensors["nsp.output.bias"] }) }),
      /damaged: extra/,
    ],
    [
      file({
        turn: (tensors) => ({
          ...tensors,
          "mlm.decoder.bias": { ...tensors["mlm.decoder.bias"], dtype: "F32" },
        }),
      }),
      /damaged: mlm\.decoder\.bias/,
    ],
    [
      file({ turn: (tensors) => ({ ...tensors, "mlm.decoder.bias": null }) }),
      /damaged: mlm\.decoder\.bias/,
    ],
    [
      file({
        turn: (tensors) => ({ ...tensors, "hidden.0.bias": tensors["mlm.transform.0.bias"] }),
      }),
      /damaged: /,
    ], // two in one place
    ...[null, 5, {}, "04", [], [0], [0, null], [-2, 12], [0.5, 14.5], [0, 14, 28]].map(
      (data_offsets) => [
        file({
          turn: (tensors) => ({
            ...tensors,
            "mlm.decoder.bias": { ...tensors["mlm.decoder.bias"], data_offsets },
          }),
        }),
        /damaged: mlm\.decoder\.bias/,
      ],
    ),
    [
      file({
        turn: (tensors) => ({
          ...tensors,
          "mlm.decoder.bias": { ...tensors["mlm.decoder.bias"], shape: { 0: 7 } },
        }),
      }),
      /damaged: mlm\.decoder\.bias/,
    ],
    [file({ metadata: { other: "x" } }), /doesn’t say what model/],
    [file({ version: {} }), /doesn’t say what model/],
    [file({ vocab: [...WORDS.slice(0, 6), "x".repeat(101)] }), /7 different words/],
    [
      file({ metadata: { config: JSON.stringify({ ...CONFIG, norm_eps: 0 }) } }),
      /configuration fits no BERT/,
    ],
    [
      file({ metadata: { config: JSON.stringify({ ...CONFIG, owner: 1 }) } }),
      /configuration fits no BERT/,
    ],
    [GOOD.subarray(0, GOOD.length - 2), /damaged: nsp/],
    [Uint8Array.of(...GOOD, 0, 0), /damaged: /],
    [GOOD.with(GOOD.length - 1, 0x7c), /damaged: nsp\.output\.weight/], // not a finite number
  ];
  for (const [data, words] of cases) assert.match(refusal(data), words);
});

test("what is refused is not sent, and an upload says why", async () => {
  const sent = [],
    model = { send: (...message) => sent.push(message) };
  assert.match(adopt(model, GOOD.subarray(1)), /isn’t safetensors/);
  assert.deepEqual(sent, []);
  assert.equal(adopt(model, GOOD, "uploaded"), "");
  assert.deepEqual(sent, [[{ adopt: "uploaded" }, undefined, [GOOD]]]);
  assert.deepEqual((await readUpload(new Blob([GOOD]))).bytes, GOOD);
  assert.match((await readUpload(new Blob(["no model"]))).refused, /isn’t safetensors/);
  assert.match((await readUpload({ size: 2 ** 30 })).refused, /1\.0 GiB/);
});
