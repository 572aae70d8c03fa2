// Trains a BERT in a worker of the page: what a page, a notebook or Node needs beside `parts`, which
// bert_lab.look.trainer.parts() gives: {code: text of the worker, kernels: bytes, grammar, vocab}.
//
// What a run tells, in this order:
// {kind: "prepared", lines: {uniform, unigram, bigram, floor?}, pairs, heldOut, parameters, vocab,
//   seconds}
// {kind: "scored", step, steps, seconds, loss, nsp, probes, weights?}
//   every `every` steps, at the first and the last
// {kind: "pictured", step, steps, seconds, weights}
//   between those, `picturesPerSecond` at most, theirs counted
// {kind: "done", step, seconds, weights}
//   after stop(), too
// or {kind: "refused", say, values}, see checkRecipe, or {kind: "failed", message}.
//
// `lines` answer the very questions that `loss` does, in nats; the floor is known for the book's
// recipe alone. `nsp`: share of right answers, null where nextSentences is false. `probes`: for each
// text its three best words and then its answer where it has one, as {word, p}. `weights`: bytes
// that `unpack` of bert/packed.js reads. `vocab` has the own words, too.

import { checkRecipe, complete } from "./recipe.js";

// The handle of a run: {stop, pause, resume, end}. stop() ends it with "done"; end() at once,
// without a word.
export function startTraining(parts, recipe, on) {
  const refusal = checkRecipe(parts, recipe),
    nothing = () => {};
  if (refusal) {
    queueMicrotask(() => on({ kind: "refused", ...refusal }));
    return { stop: nothing, pause: nothing, resume: nothing, end: nothing };
  }
  const { tell, end } = employ(parts, on);
  tell("train", { ...parts, recipe: complete(parts, recipe), code: null });
  return {
    stop: () => tell("stop"),
    pause: () => tell("pause"),
    resume: () => tell("resume"),
    end,
  };
}

// How fast this machine is, within a second: milliseconds of a step of the book's recipe, null
// without SIMD.
export function measureSpeed(parts) {
  if (!WebAssembly.validate(parts.kernels))
    return Promise.resolve({ msPerStep: null, simd: false });
  return new Promise((resolve, reject) => {
    const { tell, end } = employ(parts, ({ kind, msPerStep, message }) => {
      end();
      if (kind === "measured") resolve({ msPerStep, simd: true });
      else reject(new Error(message));
    });
    tell("measure", { ...parts, recipe: complete(parts, {}), code: null });
  });
}

// A worker made from its text, so that a page on file:// may have one.
function employ({ code }, on) {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" })),
    worker = new Worker(address);
  worker.onmessage = ({ data }) => on(data);
  worker.onerror = (event) =>
    on({ kind: "failed", message: event.message ?? "the worker could not start" });
  const end = () => {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  return { tell: (order, parts) => worker.postMessage({ order, parts }), end };
}
