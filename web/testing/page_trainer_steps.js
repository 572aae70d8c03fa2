// Steps of the trainer on batches that come from outside: [{config, most, weights, batches, rates},
// ...] on stdin. On stdout, for each: {scores of each batch, gradients of the first
// one, weights in the end}, numbers as base64 of float32.
import { text } from "node:stream/consumers";
import { kernels, trainer } from "./page_trainer.js";

const encoded = (list) =>
  Buffer.from(list.buffer, list.byteOffset, list.byteLength).toString("base64");

function takeSteps({ config, most, weights, batches, rates }) {
  const bert = new trainer.BERTTrainer(config, most, kernels),
    { t } = bert;
  const all = (at) =>
    Object.fromEntries(
      Object.keys(t.shapes).map((name) => [name, encoded(t.read(name, at(name)))]),
    );
  for (const [name, text] of Object.entries(weights)) {
    const bytes = Buffer.from(text, "base64");
    t.read(name).set(
      new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
    );
  }
  bert.differentiate(batches[0]);
  const gradients = all((name) => t.gradient(name));
  const scores = batches.map((batch, step) => bert.train(batch, rates[step]));
  return {
    gradients,
    scores,
    weights: all((name) => t.weight(name)),
  };
}

process.stdout.write(JSON.stringify(JSON.parse(await text(process.stdin)).map(takeSteps)));
