// What heads do in Node: {path, kernels, texts: [{text, second}, ...]} on stdin; on stdout for each
// the ids of the other texts that are as long, and each head's shares by kind, as JSON.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { encode } from "../minilm/input.ts";
import { load } from "../minilm/model.ts";
import { baselineTexts, positionBaseline } from "../minilm/position_baseline.ts";
import { Tokenizer } from "../minilm/tokenizer.ts";
import { sharesOf } from "../minilm_picture/patterns.ts";

const { path, kernels, texts } = await json(process.stdin);
const file = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const model = await load(file, await readFile(kernels), 128);
const tokenizer = new Tokenizer(model.vocab);
const found = texts.map((pair) => {
  const { ids, segments, words } = encode(tokenizer, model.most, pair);
  model.run(ids, segments);
  const pass = { tokens: ids.map((id) => model.vocab[id]), words, weights: model.weights() };
  const position = positionBaseline(model, tokenizer, ids, segments, false);
  return { ids, segments, others: baselineTexts(tokenizer, ids), shares: sharesOf(pass, position) };
});
process.stdout.write(JSON.stringify(found));
