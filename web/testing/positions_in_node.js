// What heads do in Node: {path, kernels, texts: [{text, second}, ...]} on stdin; on stdout for each
// the ids of the other texts that are as long, and each head's shares by kind, as JSON.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { sharesOf } from "../english/patterns.ts";
import { encode } from "../real/input.ts";
import { load } from "../real/model.ts";
import { byPosition, othersOf } from "../real/others.ts";
import { Tokenizer } from "../real/tokenizer.ts";

const { path, kernels, texts } = await json(process.stdin);
const file = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const model = await load(file, await readFile(kernels), 128);
const tokenizer = new Tokenizer(model.vocab);
const found = texts.map((asked) => {
  const { ids, segments, words } = encode(tokenizer, model.most, asked);
  model.run(ids, segments);
  const pass = { tokens: ids.map((id) => model.vocab[id]), words, weights: model.weights() };
  const position = byPosition(model, tokenizer, ids, segments, false);
  return { ids, segments, others: othersOf(tokenizer, ids), shares: sharesOf(pass, position) };
});
process.stdout.write(JSON.stringify(found));
