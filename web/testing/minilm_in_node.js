// Passes of web/minilm in Node: {path, kernels: path, inputs: [[ids, segments, filling], ...]} on stdin; of
// each all states, all attention weights and, if gaps are filled, the logits of its last place, as
// one base64 run of floats.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { load } from "../minilm/model.ts";

const { path, kernels, inputs } = await json(process.stdin);
const file = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const model = await load(file, await readFile(kernels), 128);
const found = inputs.flatMap(([ids, segments, filling]) => {
  model.run(ids, segments, filling);
  const kept = [model.states(), model.weights()];
  const filled = filling ? [model.logits(ids.length - 1)] : [];
  return [...kept, ...filled].map(({ buffer }) => Buffer.from(buffer));
});
process.stdout.write(Buffer.concat(found).toString("base64"));
