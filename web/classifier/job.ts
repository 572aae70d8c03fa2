// A network that is fine-tuned, pass by pass.

import type { Config } from "../bert/packed.ts";
import { compiled } from "../page_trainer/tensors.ts";
import { type Learning, rateAt, shuffled } from "./passes.ts";
import { FineTuner, type States, type Weights } from "./tuner.ts";

// `texts` as they leave the last frozen block; `learns` are the places of those that it learns from;
// `length`, the tokens of the longest text.
export type Job = Learning & {
  config: Config;
  weights: Weights;
  kernels: BufferSource;
  texts: States[];
  labels: number[];
  learns: number[];
  classes: number;
  length: number;
};

const SIZE = 8; // texts of a step

export function open(job: Job) {
  const make = compiled(job.kernels),
    tuner = new FineTuner(job.config, job.blocks, job.classes, job.length, make);
  tuner.start(job.weights);
  return tuner;
}

// The probabilities of all texts, (n, classes), before the first pass and after each.
export function* passes(tuner: FineTuner, job: Job) {
  const { texts, labels, learns, rate, seed } = job,
    steps = job.passes * [...tuner.batches(texts, learns, SIZE)].length;
  yield tuner.probabilities(texts);
  for (let pass = 0, step = 0; pass < job.passes; pass++) {
    for (const batch of tuner.batches(texts, shuffled(learns, seed + pass), SIZE)) {
      const [some, right] = [batch.map((i) => texts[i]), batch.map((i) => labels[i])];
      tuner.train(some, right, rate * rateAt(step++, steps));
    }
    yield tuner.probabilities(texts);
  }
}
