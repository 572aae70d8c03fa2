// What TeachIt records: {path, kernels, learning, sets: [{classes: [[text, ...], ...], new}]} on
// stdin, of each set the probabilities of all texts before the first pass and after each, of all
// learners: {held: [...], frames: [[[...], ...], ...], answers: [[[...], ...], ...]} as JSON on
// stdout.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { open, passes } from "../web/classifier/job.ts";
import { Bag, dense, LinearLearner, pooled } from "../web/classifier/linear.ts";
import { heldOut, USUAL } from "../web/classifier/passes.ts";
import { encode } from "../web/minilm/input.ts";
import { lastBlocks, untrained } from "../web/minilm/learning.ts";
import { load } from "../web/minilm/model.ts";
import { Tokenizer } from "../web/minilm/tokenizer.ts";

const { path, kernels: file, learning: given, sets } = await json(process.stdin);
const kernels = await readFile(file);
const stream = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const model = await load(stream, kernels, 128),
  twin = untrained(model, kernels),
  tokenizer = new Tokenizer(model.vocab),
  { config } = model,
  D = config.num_hiddens,
  learning = { ...USUAL, ...given };

function read(network, text) {
  const { ids, segments } = encode(tokenizer, network.most, { text }),
    size = ids.length * D,
    from = (config.num_blks - learning.blocks) * size;
  network.run(ids, segments);
  const states = network.states();
  return {
    below: states.slice(from, from + size),
    above: dense(pooled(states.subarray(config.num_blks * size), D)),
  };
}

function recorded({ classes, new: asked }) {
  const texts = classes.flat(),
    labels = classes.flatMap((some, label) => some.map(() => label)),
    held = heldOut(labels, learning.seed),
    learns = [...labels.keys()].filter((i) => !held[i]),
    of = (all) => learns.map((i) => all[i]);
  const bag = new Bag(of(texts)),
    [seen, fresh] = [model, twin].map((network) => texts.map((text) => read(network, text)));
  const simple = [texts.map((text) => bag.of(text)), seen.map(({ above }) => above)].map((rows, i) => {
    const learner = new LinearLearner(i ? D : bag.size, classes.length),
      all = () => rows.flatMap((row) => learner.of(row)),
      frames = [all()];
    for (let pass = 0; pass < learning.passes; pass++) {
      learner.learn(of(rows), of(labels));
      frames.push(all());
    }
    return { learner, frames };
  });
  const tuned = [seen, fresh].map((rows, i) => {
    const network = i ? twin : model,
      weights = lastBlocks(network, learning.blocks),
      length = Math.max(...rows.map(({ below }) => below.length / D), 64);
    const job = { ...learning, config, weights, kernels, labels, learns, length };
    Object.assign(job, { classes: classes.length, texts: rows.map(({ below }) => below) });
    const tuner = open(job);
    return { tuner, frames: [...passes(tuner, job)].map((one) => [...one]) };
  });
  const answers = asked.map((text) => [
    simple[0].learner.of(bag.of(text)),
    simple[1].learner.of(read(model, text).above),
    ...tuned.map(({ tuner }, i) => [...tuner.probabilities([read(i ? twin : model, text).below])]),
  ]);
  return { held, frames: [...simple, ...tuned].map(({ frames }) => frames), answers };
}

process.stdout.write(JSON.stringify(sets.map(recorded)));
