// One network that is fine-tuned in a worker of its own: a job, then an event after each pass, then
// answers about other texts. Who wants no more ends the worker.

import { type Job, open, passes } from "./job.ts";
import type { FineTuner, Learned, States } from "./tuner.ts";

export type Order =
  | { order: "learn"; job: Job }
  | { order: "ask"; number: number; texts: States[] }
  | { order: "weights"; number: number };
// `probabilities`: (n, classes)
export type Event =
  | { kind: "pass"; pass: number; probabilities: Float32Array }
  | { kind: "learned" }
  | { kind: "answer"; number: number; answer: Float32Array | Learned }
  | { kind: "failed"; message: string };

let tuner: FineTuner;
const post = (event: Event) => postMessage(event);

globalThis.onmessage = ({ data }: MessageEvent<Order>) => {
  try {
    if (data.order === "ask") {
      const { number, texts } = data;
      return post({ kind: "answer", number, answer: tuner.probabilities(texts) });
    }
    if (data.order === "weights")
      return post({ kind: "answer", number: data.number, answer: tuner.learned() });
    const { job } = data;
    tuner = open(job);
    let pass = 0;
    for (const probabilities of passes(tuner, job))
      post({ kind: "pass", pass: pass++, probabilities });
    post({ kind: "learned" });
  } catch (error) {
    post({ kind: "failed", message: String((error as Error | null)?.message ?? error) });
  }
};
