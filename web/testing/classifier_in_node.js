// The fine-tuner in Node: {path, kernels, blocks, texts: [ids, ...], labels, head, rates} on
// stdin. On stdout the gradients of the first step, then the weights after the last, as one base64
// run of floats, and each text's probabilities. `head` are the weights of the layer on top, [matrix, biases].
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { FineTuner } from "../classifier/tuner.ts";
import { lastBlocks } from "../minilm/learning.ts";
import { load } from "../minilm/model.ts";

const { path, kernels, blocks, texts, labels, head, rates } = await json(process.stdin);
const stream = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const wasm = await readFile(kernels),
  model = await load(stream, wasm, 128),
  { config } = model;
const below = texts.map((ids) => {
  const size = ids.length * config.num_hiddens,
    from = (config.num_blks - blocks) * size;
  model.run(
    ids,
    ids.map(() => 0),
  );
  return model.states().slice(from, from + size);
});
const classes = head[1].length,
  length = Math.max(...texts.map((ids) => ids.length)),
  tuner = new FineTuner(config, blocks, classes, length, wasm),
  { t } = tuner;
tuner.start({
  ...lastBlocks(model, blocks),
  "output.weight": Float32Array.from(head[0]),
  "output.bias": Float32Array.from(head[1]),
});
const names = Object.keys(t.shapes).sort();
const all = (at) => names.map((name) => Buffer.from(t.read(name, at(name)).slice().buffer));
const loss = tuner.differentiate(below, labels),
  gradients = all((name) => t.gradient(name));
for (const rate of rates) tuner.train(below, labels, rate);
const floats = Buffer.concat([...gradients, ...all((name) => t.weight(name))]).toString("base64");
const shares = [...tuner.probabilities(below)];
process.stdout.write(JSON.stringify({ names, loss, floats, shares }));
