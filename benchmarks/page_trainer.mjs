// Steps of the page's trainer on one batch of the book's recipe, on demand. In: {parts, recipe}, then a line for
// each step. Out: the batch and its numbers, then a line after each step.
import { createInterface } from "node:readline";
import { complete } from "../web/page_trainer/recipe.ts";
import { kernels, trainer } from "../web/testing/page_trainer.js";

const say = (told) => process.stdout.write(`${JSON.stringify(told)}\n`);
let batch, bert;

for await (const line of createInterface({ input: process.stdin })) {
  if (batch) {
    say(bert.train(batch, 1e-4));
    continue;
  }
  const { parts, recipe: given } = JSON.parse(line);
  const recipe = complete(given), { pairs, words, rng } = trainer.prepare({ ...parts, recipe }), V = words.length;
  batch = trainer.draw_batches(pairs, recipe.batch, V, rng, recipe.masking, false).next().value;
  bert = trainer.build(recipe, V, kernels);
  say({ batch, config: bert.t.config });
}
