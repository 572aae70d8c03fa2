// What words are worth in Node: {mini: packed model as base64, path, kernels, texts: [of the
// mini-BERT, of MiniLM]} on stdin, for either what a page shows of its words on stdout.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { BERTModel } from "../bert/model.ts";
import { unpack } from "../bert/packed.ts";
import { readTexts } from "../bert/pass.ts";
import { load } from "../minilm/model.ts";
import { read } from "../minilm/pass.ts";
import { Tokenizer } from "../minilm/tokenizer.ts";
import { worthsOf } from "../worth/worth.ts";

const { mini, path, kernels, texts } = await json(process.stdin);
const bert = new BERTModel(unpack(new Uint8Array(Buffer.from(mini, "base64"))));
const small = worthsOf(bert, readTexts(bert, { text: texts[0], second: "", hidden: [] }));

const file = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const model = await load(file, await readFile(kernels), 128);
const tokenizer = new Tokenizer(model.vocab);
const { words } = read(model, tokenizer, { text: texts[1] });
const places = [...words.keys()].filter((t) => words[t] >= 0);
const released = places.map((from) => {
  const [{ t, own }] = read(model, tokenizer, { text: texts[1], from }).gaps;
  return { t, ...own };
});
process.stdout.write(JSON.stringify([small, released]));
