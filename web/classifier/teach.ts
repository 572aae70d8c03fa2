// Three learners and the same texts: the encoder fine-tuned, its untrained twin, which is tuned in
// the same way, and a bag of words.

import type { Pass } from "../minilm/pass.ts";
import type { Released } from "../minilm/released.ts";
import { openWorker } from "../shared/worker.ts";
import { heldOut, LEARNERS, type Learning } from "./epochs.ts";
import type { Job } from "./job.ts";
import { Bag, LinearLearner } from "./linear.ts";
import type { States } from "./tuner.ts";
import { WORDS } from "./words.toml";
import type { Event } from "./worker.ts";

export type Task = { texts: string[]; labels: number[]; classes: number };
// What a press brings: the worker's text and its kernels.
export type Parts = { code: string; kernels: BufferSource };
// By learner, after each epoch: (n, classes).
export type Frames = Float32Array[][];
export type Progress =
  | { kind: "reading"; read: number; all: number }
  | { kind: "epoch"; frames: Frames };
// `ask`: of the fine-tuned one the probabilities of the classes; `unknown`: words that it can't read, of
// what is asked, and of what it has learned from
export type Answer = { shares: number[]; unknown: string[] };
export type Taught = {
  seconds: number;
  unknown: string[];
  ask: (text: string) => Promise<Answer>;
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
    held = heldOut(labels, learning.seed),
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
      unknown: pass.unknown,
      below: pass.states.slice(from, from + size) as States, // what the blocks that learn start from
    };
  };
  const below: States[][] = [[], []],
    unknown = new Set<string>();
  for (const [i, text] of texts.entries()) {
    on({ kind: "reading", read: i, all: texts.length });
    for (const [which, own] of below.entries()) {
      const found = await read(text, which === 1);
      own.push(found.below);
      for (const word of found.unknown) unknown.add(word);
    }
  }
  const frames: Frames = LEARNERS.map(() => []),
    [first] = texts,
    length = Math.max(...below[0].map((states) => states.length / D));
  const bag = new Bag(learns.map((i) => texts[i])),
    rows = texts.map((text) => bag.of(text)),
    line = new LinearLearner(bag.size, classes);
  const byWords = () => Float32Array.from(rows.flatMap((row) => line.of(row)));
  frames[2].push(byWords());
  const networks: ReturnType<typeof network>[] = [];
  for (const [which, own] of below.entries()) {
    const { weights } = await read(first, which === 1, learning.blocks),
      kernels = parts.kernels,
      data = { kernels, labels, learns, classes, length, texts: own };
    const hear = ({ epoch, probabilities }: Event & { kind: "epoch" }) => {
      frames[which].push(probabilities);
      if (epoch >= frames[2].length) {
        line.learn(
          learns.map((i) => rows[i]),
          learns.map((i) => labels[i]),
        );
        frames[2].push(byWords());
      }
      on({ kind: "epoch", frames });
    };
    networks.push(network(parts.code, { ...learning, config, weights, ...data }, signal, hear));
  }
  await Promise.all(networks.map(({ learned }) => learned));
  const ask = async (text: string) => {
    const { below, unknown } = await read(text, false);
    return { shares: Array.from(await networks[0].ask(below)), unknown };
  };
  return { ask, unknown: [...unknown], seconds: (performance.now() - began) / 1000 };
}

function network(
  code: string,
  job: Job,
  signal: AbortSignal,
  on: (event: Event & { kind: "epoch" }) => void,
) {
  const open = new Map<number, (found: Float32Array) => void>();
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
      if (event.kind === "epoch") on(event);
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
  const ask = (text: States) =>
    Promise.race([
      broken,
      new Promise<Float32Array>((resolve) => {
        open.set(++numbers, resolve);
        worker.send({ order: "ask", texts: [text], number: numbers });
      }),
    ]);
  return { learned: Promise.race([learned, broken]), ask };
}
