// Four learners and the same texts: a bag of words, a layer on the frozen encoder, the encoder
// fine-tuned, and its untrained twin, which is tuned in the same way.

import type { Pass } from "../minilm/pass.ts";
import type { Released } from "../minilm/released.ts";
import { openWorker } from "../shared/worker.ts";
import { fileOf } from "./file.ts";
import type { Job } from "./job.ts";
import { Bag, dense, type Features, LinearLearner, pooled } from "./linear.ts";
import { notebookOf } from "./notebook.ts";
import { heldOut, LEARNERS, type Learning, USUAL } from "./passes.ts";
import type { Learned } from "./tuner.ts";
import { WORDS } from "./words.toml";
import type { Event } from "./worker.ts";

export type Task = { texts: string[]; labels: number[]; classes: number };
// What a press brings: the worker's text and its kernels.
export type Parts = { code: string; kernels: BufferSource };
// By learner, after each pass: (n, classes).
export type Frames = Float32Array[][];
export type Progress =
  | { kind: "reading"; read: number; all: number }
  | { kind: "pass"; frames: Frames };
export type Taught = {
  frames: Frames;
  seconds: number;
  // Of each learner the probabilities of the classes.
  ask: (text: string) => Promise<number[][]>;
  // What the fine-tuned one has learned, for Python.
  file: (classes: string[]) => Promise<Uint8Array<ArrayBuffer>>;
  // All of it once more, as a notebook.
  notebook: (classes: string[]) => string;
};

let names = 0;

export async function teach(
  parts: Parts,
  released: Pick<Released, "about" | "read">,
  task: Task,
  learning: Learning,
  on: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Taught> {
  const { texts, labels, classes } = task,
    began = performance.now(),
    held = heldOut(labels, learning.seed, learning.most),
    learns = [...labels.keys()].filter((i) => !held[i]),
    config = released.about?.config as Job["config"],
    D = config.num_hiddens,
    who = `teach-${++names}`;
  const read = async (text: string, untrained: boolean, more = 0) => {
    const request = { text, untrained, ...(more && { learning: more }) },
      pass = (await released.read(who, request)) as Pass;
    signal.throwIfAborted();
    const size = pass.tokens.length * D,
      from = (config.num_blks - learning.blocks) * size;
    return {
      weights: pass.learning ?? {},
      below: pass.states.slice(from, from + size), // what the blocks that learn start from
      above: dense(pooled(pass.states.subarray(config.num_blks * size), D)),
    };
  };
  const seen: Awaited<ReturnType<typeof read>>[][] = [];
  for (const [i, text] of texts.entries()) {
    on({ kind: "reading", read: i, all: texts.length });
    seen.push([await read(text, false), await read(text, true)]);
  }
  const [weights, fresh] = [
    (await read(texts[0], false, learning.blocks)).weights,
    (await read(texts[0], true, learning.blocks)).weights,
  ];
  const bag = new Bag(learns.map((i) => texts[i])),
    above = seen.map(([trained]) => trained.above),
    frames: Frames = LEARNERS.map(() => []);
  const simple = [
    simpleOf(
      bag.size,
      texts.map((text) => bag.of(text)),
      classes,
    ),
    simpleOf(D, above, classes),
  ];
  simple.forEach(({ all }, i) => frames[i].push(all()));
  const length = Math.max(...seen.map(([{ below }]) => below.length / D), 1);
  const jobs = [weights, fresh].map((own, which) => ({
    ...learning,
    ...{ config, weights: own, kernels: parts.kernels, labels, learns, classes, length },
    texts: seen.map((both) => both[which].below),
  }));
  const tuned = jobs.map((job, which) =>
    network(parts.code, job, signal, ({ pass, probabilities }) => {
      frames[2 + which].push(probabilities);
      simple.forEach((one, i) => {
        if (frames[i].length > pass) return;
        if (pass) one.learn(learns, labels, learning.rate);
        frames[i].push(one.all());
      });
      on({ kind: "pass", frames });
    }),
  );
  on({ kind: "pass", frames });
  await Promise.all(tuned.map(({ learned }) => learned));
  const ask = async (text: string) => {
    const [trained, untrained] = [await read(text, false), await read(text, true)];
    const found = await Promise.all([
      simple[0].of(bag.of(text)),
      simple[1].of(trained.above),
      tuned[0].ask(trained.below),
      tuned[1].ask(untrained.below),
    ]);
    return found.map((one) => Array.from(one));
  };
  const file = async (names: string[]) => {
    const { weights, shapes } = await tuned[0].weights();
    return fileOf(weights, shapes, names);
  };
  const notebook = (names: string[]) =>
    notebookOf({ classes: names, texts, labels, held }, learning, WORDS.notebook);
  return { frames, ask, file, notebook, seconds: (performance.now() - began) / 1000 };
}

function simpleOf(size: number, rows: Features[], classes: number) {
  const learner = new LinearLearner(size, classes);
  const of = (row: Features) => learner.of(row);
  return {
    of,
    all: () => Float32Array.from(rows.flatMap(of)),
    learn: (learns: number[], labels: number[], rate: number) =>
      learner.learn(
        learns.map((i) => rows[i]),
        learns.map((i) => labels[i]),
        rate / USUAL.rate,
      ),
  };
}

function network(
  code: string,
  job: Job,
  signal: AbortSignal,
  on: (event: Event & { kind: "pass" }) => void,
) {
  const open = new Map<number, (found: Float32Array | Learned) => void>();
  let numbers = 0;
  let fail: (error: Error) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  broken.catch(() => {}); // whoever waits hears of it
  let done: () => void = () => {};
  const learned = new Promise<void>((resolve) => {
    done = resolve;
  });
  const worker = openWorker(
    code,
    (event: Event) => {
      if (event.kind === "pass") on(event);
      else if (event.kind === "learned") done();
      else if (event.kind === "answer") {
        open.get(event.number)?.(event.answer);
        open.delete(event.number);
      } else fail(new Error(WORDS.broke({ message: event.message })));
    },
    (message = WORDS.ended) => fail(new Error(WORDS.broke({ message }))),
  );
  signal.addEventListener("abort", () => {
    worker.end();
    fail(signal.reason);
  });
  worker.send({ order: "learn", job });
  const answer = (order: object) =>
    Promise.race([
      broken,
      new Promise<Float32Array | Learned>((resolve) => {
        open.set(++numbers, resolve);
        worker.send({ ...order, number: numbers });
      }),
    ]);
  return {
    learned: Promise.race([learned, broken]),
    ask: (text: Float32Array) => answer({ order: "ask", texts: [text] }) as Promise<Float32Array>,
    weights: () => answer({ order: "weights" }) as Promise<Learned>,
  };
}
