// One network that is fine-tuned in a worker of its own: a job, then an event after each epoch, then
// answers about other texts. Who wants no more ends the worker.

import { epochs, type Job, open } from "./job.ts";
import type { FineTuner, States } from "./tuner.ts";

export type Order =
  | { order: "learn"; job: Job }
  | { order: "ask"; number: number; texts: States[] };
// `probabilities`: (n, classes)
export type Event =
  | { kind: "epoch"; epoch: number; probabilities: Float32Array }
  | { kind: "learned" }
  | { kind: "answer"; number: number; answer: Float32Array }
  | { kind: "failed"; message: string };

let tuner: FineTuner;
const post = (event: Event) => postMessage(event);

globalThis.onmessage = ({ data }: MessageEvent<Order>) => {
  try {
    if (data.order === "ask") {
      const { number, texts } = data;
      return post({ kind: "answer", number, answer: tuner.probabilities(texts) });
    }
    const { job } = data;
    tuner = open(job);
    let epoch = 0;
    for (const probabilities of epochs(tuner, job))
      post({ kind: "epoch", epoch: epoch++, probabilities });
    post({ kind: "learned" });
  } catch (error) {
    post({ kind: "failed", message: String((error as Error | null)?.message ?? error) });
  }
};
