// The page's side of teach_it.py: {path, kernels, learning, texts: [{text, second}], labels,
// learns, classes} on stdin, where the first so many texts are learned from. On stdout of each
// learner [accuracy, seconds of reading and learning], and bytes of a tuner and, at its peak, of the
// process.
import { createReadStream, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { rightOf, simpleCrossed } from "../web/classifier/cross.ts";
import { crossed, open } from "../web/classifier/job.ts";
import { dense, pooled } from "../web/classifier/linear.ts";
import { USUAL } from "../web/classifier/passes.ts";
import { encode } from "../web/minilm/input.ts";
import { lastBlocks, untrained } from "../web/minilm/learning.ts";
import { load } from "../web/minilm/model.ts";
import { Tokenizer } from "../web/minilm/tokenizer.ts";

const clock = () => process.cpuUsage().user / 1e6; // seconds

const { path, kernels: file, learning: given, ...task } = await json(process.stdin);
const { texts, labels, learns, classes } = task;
const kernels = await readFile(file);
const stream = Readable.toWeb(createReadStream(path)).pipeThrough(new DecompressionStream("gzip"));
const model = await load(stream, kernels, 128),
  networks = [model, untrained(model, kernels)],
  tokenizer = new Tokenizer(model.vocab),
  { config } = model,
  D = config.num_hiddens,
  learning = { ...USUAL, ...given },
  from = config.num_blks - learning.blocks;

function read(network, text) {
  const { ids, segments } = encode(tokenizer, model.most, text),
    began = clock(),
    size = ids.length * D;
  network.run(ids, segments);
  const states = network.states();
  return {
    below: states.slice(from * size, (from + 1) * size),
    above: dense(pooled(states.subarray(config.num_blks * size), D)),
    seconds: clock() - began,
  };
}

const folds = [
  [...texts.keys()].slice(learns), // what is new stands first
  [...Array(learns).keys()],
];
const seen = networks.map((network) => texts.map((text) => read(network, text))),
  reading = seen.map((all) => all.slice(0, learns).reduce((sum, { seconds }) => sum + seconds, 0)),
  share = (shares) => rightOf([shares], { labels, folds: [folds[0]] }, classes) / folds[0].length;
const words = texts.map(({ text, second }) => `${text} ${second ?? ""}`),
  above = seen[0].map((one) => one.above);
const began = clock();
const simple = simpleCrossed(words, above, classes, { labels, folds }, learning).next().value;
const both = clock() - began;
const found = [
  [share(simple[0]), both],
  [share(simple[1]), reading[0] + both],
];
let tuned = 0;
for (const [which, network] of networks.entries()) {
  const rows = seen[which].map((one) => one.below),
    length = Math.max(...rows.map((row) => row.length / D));
  const job = { ...learning, config, weights: lastBlocks(network, learning.blocks), kernels };
  Object.assign(job, { texts: rows, labels, classes, length, learns: [] });
  const tuner = open(job);
  let seconds = 0;
  const train = tuner.train.bind(tuner);
  tuner.train = (...all) => {
    const start = clock(),
      loss = train(...all);
    seconds += clock() - start;
    return loss;
  };
  const shares = crossed(tuner, job, folds).next().value;
  found.push([share(shares), reading[which] + seconds]);
  tuned = tuner.t.end;
}
// What `process.resourceUsage` says counts the process that started this one, too.
const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"));
process.stdout.write(
  JSON.stringify({ learners: found, tuner: tuned, process: 1024 * Number(kilobytes) }),
);
