// A training run, from the grammar to trained weights. `recipe` is what complete() in recipe.ts
// gives.

import {
  ask_masks,
  type Batch,
  draw_batches,
  HELD_OUT,
  in_order,
  make_batch,
  random,
  reference_lines,
  sentence_pairs,
  sequence,
  split,
  UNK,
} from "./corpus.ts";
import { BERTTrainer } from "./model.ts";
import type { Complete } from "./recipe.ts";
import type { Done, Guess, Parts, Pictured, RunEvent, Scored } from "./run_in_worker.ts";
import { pack } from "./weights.ts";

// what run_in_worker.ts sends
export type Job = Omit<Parts, "code"> & { recipe: Complete };

const LONGEST = 32; // tokens in a pair; that file lets no longer one through
const YIELD_EVERY = 50; // ms between two looks at the reader's messages

// The structure of the book's mini-BERT.
export const MINI = {
  num_hiddens: 64,
  ffn_num_hiddens: 256,
  num_heads: 4,
  num_blks: 2,
  dropout: 0,
  max_len: 64,
  activation: "gelu",
  embedding_norm: true,
  tied_decoder: true,
  norm_eps: 1e-12,
  init_std: 0.07,
  causal: false,
};

// All that a run reads: vocabulary, pairs to train on, and what held-out pairs ask.
export function prepare({ grammar, vocab, recipe }: Omit<Job, "kernels">) {
  const { own, repeat, seed, masking, batch } = recipe;
  const words = [...new Set([...vocab, ...own.flat(2)])],
    ids = new Map(words.map((word, id) => [word, id])),
    V = words.length;
  const read: (words: string[]) => number[] = (words) => words.map((word) => ids.get(word) ?? UNK);
  const encode: (stories: string[][][]) => number[][][] = (stories) =>
    stories.map((story) => story.map(read));
  const { train, held_out } = split(grammar, recipe.stories, seed);
  const stories = [...train, ...own.flatMap((story) => Array(repeat).fill(story))];
  const rng = random(seed + 1),
    fixed = random(HELD_OUT.seed),
    pairs = sentence_pairs(encode(stories), rng);
  const held_pairs = sentence_pairs(encode(held_out), fixed);
  const held_batches = in_order(held_pairs, batch).map((some) =>
    make_batch(some, V, fixed, masking),
  );
  return {
    words,
    ids,
    read,
    pairs,
    held_batches,
    lines: reference_lines(pairs, V, held_batches),
    rng,
  };
}

export function build(
  { config, batch, masking, seed }: Pick<Complete, "config" | "batch" | "masking" | "seed">,
  vocab_size: number,
  wasm: BufferSource,
) {
  const predictions = batch * Math.max(1, Math.round(masking.rate * LONGEST));
  const most = {
    pairs: batch,
    tokens: batch * LONGEST,
    pred_positions: Math.min(predictions, batch * (LONGEST - 3)),
    length: LONGEST,
  };
  const trainer = new BERTTrainer({ ...MINI, ...config, vocab_size }, most, wasm);
  trainer.initialise(random(seed + 2));
  return trainer;
}

// The learning rate of a step: up during the warm-up, then down to zero, both in a straight line.
export function rate_at(
  step: number,
  { steps, rate, warmup }: Pick<Complete, "steps" | "rate" | "warmup">,
) {
  const rising = Math.floor(warmup * steps);
  return (
    rate *
    Math.max(
      0,
      Math.min((step + 1) / Math.max(1, rising), (steps - step) / Math.max(1, steps - rising)),
    )
  );
}

// Scores on the held-out batches.
function judge(trainer: BERTTrainer, batches: Batch[]) {
  const sum = { loss: 0, predictions: 0, right: 0, pairs: 0 };
  for (const batch of batches) {
    const { mlm_loss, nsp_accuracy } = trainer.score(batch),
      S = batch.pred_positions.length,
      n = batch.isNext.length;
    sum.loss += mlm_loss * S;
    sum.predictions += S;
    sum.right += nsp_accuracy * n;
    sum.pairs += n;
  }
  return { loss: sum.loss / sum.predictions, nsp: sum.right / sum.pairs };
}

// For each text the three best words at its <mask>, then its `answer` where it has one.
function probe(
  trainer: BERTTrainer,
  { words, ids, read }: ReturnType<typeof prepare>,
  { texts, batch }: Complete,
): Guess[][] {
  const probabilities = in_order(texts, batch).flatMap((some) => {
    const sequences = some.map(({ first, second }) =>
      sequence(read(first), second && read(second)),
    );
    return trainer.probabilities(ask_masks(sequences));
  });
  return texts.map(({ answer }, i) => {
    const best = [...probabilities[i].keys()]
      .sort((a, b) => probabilities[i][b] - probabilities[i][a])
      .slice(0, 3);
    return [...best, ...(answer ? [ids.get(answer) ?? UNK] : [])].map((id) => ({
      word: words[id],
      p: probabilities[i][id],
    }));
  });
}

// What a reader wants of a run: `yieldToMessages` lasts while the run pauses, which it does once,
// however often it is told.
export class RunControl {
  stopped = false;
  #running = Promise.resolve();
  #go: ((nothing?: undefined) => void) | null = null;

  stop() {
    this.stopped = true;
    this.resume();
  }
  pause() {
    if (!this.stopped && !this.#go)
      this.#running = new Promise((go) => {
        this.#go = go;
      });
  }
  resume() {
    this.#go?.();
    this.#go = null;
  }

  async yieldToMessages() {
    const start = performance.now();
    const { port1, port2 } = new MessageChannel();
    await new Promise((go) => {
      port1.onmessage = go;
      port2.postMessage(0);
    });
    port1.close();
    await this.#running;
    return performance.now() - start;
  }
}

// Posts the events that run_in_worker.ts promises.
export async function run(
  parts: Job,
  post: (event: RunEvent, transfer?: ArrayBuffer[]) => void,
  control: RunControl,
) {
  const { recipe, kernels, grammar } = parts,
    { steps, every, picturesPerSecond, batch, masking } = recipe;
  const started = performance.now(),
    world = prepare(parts),
    { words, held_batches, rng } = world,
    V = words.length;
  const trainer = build(recipe, V, kernels);
  const { rate, mask, swap, least } = masking;
  // the floor is that of the book's questions
  const usual =
    !recipe.own.length && rate === 0.15 && mask === 0.8 && swap === 0.1 && least >= rate;
  const lines = { ...world.lines, ...(usual && { floor: grammar.floor }) };
  post({
    kind: "prepared",
    lines,
    vocab: words,
    seconds: (performance.now() - started) / 1e3,
  });
  const batches = draw_batches(world.pairs, batch, V, rng, masking);
  let begun = performance.now(),
    yielded = begun,
    pictured = -Infinity,
    step = 0;
  const seconds = () => (performance.now() - begun) / 1e3;
  const picture = () => {
    pictured = performance.now();
    return pack(trainer.t, words);
  };
  const send: (event: Scored | Pictured | Done) => void = (event) =>
    post(event, event.weights ? [event.weights.buffer] : []);
  for (; ; step++) {
    if (performance.now() - yielded > YIELD_EVERY) {
      begun += await control.yieldToMessages();
      yielded = performance.now();
    }
    const last = step === steps || control.stopped,
      due = performance.now() - pictured >= 1e3 / picturesPerSecond;
    if (step % every === 0 || last) {
      const scores = judge(trainer, held_batches),
        probes = probe(trainer, world, recipe);
      send({
        kind: "scored",
        step,
        steps,
        seconds: seconds(),
        ...scores,
        probes,
        ...(picturesPerSecond > 0 && { weights: picture() }),
      });
    } else if (due) send({ kind: "pictured", step, steps, seconds: seconds(), weights: picture() });
    if (last) break;
    trainer.train(batches.next().value, rate_at(step, recipe));
  }
  send({ kind: "done", step, seconds: seconds(), weights: pack(trainer.t, words) });
}
