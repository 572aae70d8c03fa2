// Passes of web/minilm in Node: {path, kernels: path, inputs: [[ids, segments, cuts, filling],
// ...]} on stdin, all states, all attention weights, the rows of the
// table of each and, if gaps are filled, the logits of its last place, as one base64 run
// of floats.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { load } from "../minilm/model.ts";
import { tableRows } from "../minilm/pass_extras.ts";

const { path, kernels, inputs } = await json(process.stdin);
const file = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const model = await load(file, await readFile(kernels), 128);
const found = inputs.flatMap(([ids, segments, cuts, filling]) => {
  model.run(ids, segments, cuts, filling);
  const kept = [model.states(), model.weights(), tableRows(model, ids)];
  const filled = filling ? [model.logits(ids.length - 1)] : [];
  return [...kept, ...filled].map(({ buffer }) => Buffer.from(buffer));
});
process.stdout.write(Buffer.concat(found).toString("base64"));
