// A network that is fine-tuned, epoch by epoch.

import type { Config } from "../bert/packed.ts";
import { type Learning, rateAt, shuffled } from "./epochs.ts";
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
  const tuner = new FineTuner(job.config, job.blocks, job.classes, job.length, job.kernels);
  tuner.start(job.weights);
  return tuner;
}

function* training(tuner: FineTuner, { texts, labels, learns, rate, seed, epochs }: Job) {
  const steps = epochs * [...tuner.batches(texts, learns, SIZE)].length;
  for (let epoch = 0, step = 0; epoch < epochs; epoch++) {
    for (const batch of tuner.batches(texts, shuffled(learns, seed + epoch), SIZE)) {
      const [some, right] = [batch.map((i) => texts[i]), batch.map((i) => labels[i])];
      tuner.train(some, right, rate * rateAt(step++, steps));
    }
    yield;
  }
}

// The probabilities of all texts, (n, classes), before the first epoch and after each.
export function* epochs(tuner: FineTuner, job: Job) {
  yield tuner.probabilities(job.texts);
  for (const _ of training(tuner, job)) yield tuner.probabilities(job.texts);
}
