// A run of the book's trainer in Node: {parts, recipe, stopAt?} on stdin, its events on stdout, a line of JSON each.
// Bytes are in base64. `parts` is what bert_lab.look.page_trainer() gives; from `stopAt` steps on it is told to stop.
import { text } from "node:stream/consumers";
import { kernels } from "../web/testing/page_trainer.js";
import "../web/testing/node_worker.js";
import { startTraining } from "../web/page_trainer/run_in_worker.ts";

const { parts, recipe, stopAt = Infinity } = JSON.parse(await text(process.stdin));
const run = startTraining({ ...parts, kernels }, recipe, (event) => {
  const weights = event.weights && Buffer.from(event.weights).toString("base64");
  process.stdout.write(`${JSON.stringify({ ...event, weights })}\n`);
  if (event.step >= stopAt) run.stop();
  if (["done", "refused", "failed"].includes(event.kind)) run.end();
});
