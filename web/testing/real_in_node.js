// Passes of web/real in Node: {path, kernels: path or null, inputs: [[ids, segments], ...]} on stdin,
// all states and all attention weights of each as one base64 run of floats.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { load } from "../real/model.js";

const { path, kernels, inputs } = await json(process.stdin);
const file = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const model = await load(file, kernels && (await readFile(kernels)), 128);
const found = inputs.flatMap(([ids, segments]) => {
  model.run(ids, segments);
  return [model.states(), model.weights()].map(({ buffer }) => Buffer.from(buffer));
});
process.stdout.write(Buffer.concat(found).toString("base64"));
