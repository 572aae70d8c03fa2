// Trains a BERT in a web worker: all that a page, a notebook or Node needs beside `parts`.

import { openWorker } from "../shared/worker.ts";
import type { Grammar } from "./corpus.ts";
import { type Complete, complete, type Recipe, Refusal, type Why } from "./recipe.ts";

// What bert_lab.look.page_trainer() gives; `code`: text of the worker.
export type Parts = { code: string; kernels: BufferSource; grammar: Grammar; vocab: string[] };
// What losses can be compared with, in nats: they answer the very questions that `loss` does. The
// floor is known for the book's recipe alone.
export type Lines = { uniform: number; unigram: number; bigram: number; floor?: number };
export type Guess = { word: string; p: number };
// What a run of a model looks like now; `weights`: bytes that `unpack` of bert/packed.ts reads.
export type State = { step: number; seconds: number; weights: Uint8Array<ArrayBuffer> };
// First of all; `vocab` has the own words, too.
export type Prepared = {
  kind: "prepared";
  lines: Lines;
  vocab: string[];
  seconds: number;
};
// Every `every` steps, at the first and the last. `nsp`: share of right answers. `probes`: for each text its three best words and then its answer where it
// has one. `weights` unless `picturesPerSecond` is 0.
export type Scored = {
  kind: "scored";
  steps: number;
  loss: number;
  nsp: number;
  probes: Guess[][];
} & Omit<State, "weights"> &
  Partial<Pick<State, "weights">>;
// Between those, `picturesPerSecond` at most, theirs counted.
export type Pictured = { kind: "pictured"; steps: number } & State;
// At the end, after stop(), too.
export type Done = { kind: "done" } & State;
export type Refused = { kind: "refused" } & Why;
export type Failed = { kind: "failed"; message: string };
// what a run reports
export type RunEvent = Prepared | Scored | Pictured | Done | Refused | Failed;
export type Run = Record<"stop" | "pause" | "resume" | "end", () => void>;

// The handle of a run: stop() ends it with "done"; end() at once, without a word.
export function startTraining(parts: Parts, recipe: Recipe, on: (event: RunEvent) => void): Run {
  let whole: Complete;
  try {
    whole = complete(recipe);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const nothing = () => {};
    queueMicrotask(() => on({ kind: "refused", ...error.why }));
    return { stop: nothing, pause: nothing, resume: nothing, end: nothing };
  }
  const fail = (message = "the browser has ended the worker") => on({ kind: "failed", message }),
    { send, end } = openWorker(parts.code, on, fail);
  send({ command: "train", parts: { ...parts, recipe: whole, code: null } });
  return {
    stop: () => send({ command: "stop" }),
    pause: () => send({ command: "pause" }),
    resume: () => send({ command: "resume" }),
    end,
  };
}
