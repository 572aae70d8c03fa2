// The last blocks of a released BERT and a layer on top, which learn together: forward, backward,
// AdamW, with the trainer's layers and kernels. What comes from the frozen blocks below is given.

import type { Config } from "../bert/packed.ts";
import { BATCH } from "../engine/structs.ts";
import { layBatch, TransformerEncoderBlock } from "../page_trainer/block.ts";
import { Classifier } from "../page_trainer/layers.ts";
import { layBlock, type Parameter, parts, Tensors } from "../page_trainer/tensors.ts";

// A text as the last frozen block leaves it: (T, D).
export type States = Float32Array;
// By bert_core's name, the weights of the blocks that learn.
export type Weights = Record<string, Float32Array>;

const TOKENS = 512; // of a batch
const PAIRS = 64; // texts of a batch
const HEAD = 10; // times the rate: the layer on top starts from zero

export class FineTuner {
  t;
  D;
  classes;
  blks;
  output;
  batch;
  pooled;
  slope;
  X;
  lengths: number[] = [];
  last = 0;
  step = 0;
  left1 = 1;
  left2 = 1;

  // config: of the released BERT
  // learning: how many of its blocks, the last ones, learn
  // length: tokens of the longest text
  constructor(
    config: Config,
    learning: number,
    classes: number,
    length: number,
    wasm: BufferSource,
  ) {
    const { num_hiddens: D, ffn_num_hiddens: F, num_blks } = config,
      first = num_blks - learning,
      lists = parts();
    const names = Array.from({ length: learning }, (_, i) => `encoder.blks.${first + i}`);
    for (const name of names) layBlock(lists, name, D, F);
    const heads: Record<"matrices" | "vectors", Parameter[]> = {
      matrices: [["output.weight", classes, D]],
      vectors: [["output.bias", classes]],
    };
    const most = { tokens: Math.max(TOKENS, length), pairs: PAIRS, pred_positions: 0, length },
      whole = { ...config, init_std: 0, positions: true, segments: true },
      t = new Tensors(whole, most, { ...lists, heads });
    this.t = t;
    this.D = D;
    this.classes = classes;
    const batch = layBatch(t, 0);
    this.batch = batch;
    this.blks = names.map((name) => new TransformerEncoderBlock(t, name, batch, false));
    this.output = new Classifier(t, "output.weight", "output.bias", classes, PAIRS);
    this.X = t.take(most.tokens * D);
    this.pooled = t.take(PAIRS * D);
    this.slope = t.take(PAIRS * D);
    t.open(wasm);
    t.put(batch.key, [...Array(most.tokens).keys()]);
  }

  // Starts from these; the layer on top from zero.
  start(weights: Weights) {
    const { t } = this;
    for (const name of Object.keys(t.shapes))
      if (name in weights) t.read(name).set(weights[name]);
      else t.read(name).fill(0);
    t.zero(t.firstMoments, t.size);
    t.zero(t.secondMoments, t.size);
    [this.step, this.left1, this.left2] = [0, 1, 1];
  }

  // Places of texts, so many together as a batch may have.
  *batches(texts: States[], at: number[], most = PAIRS) {
    for (let from = 0; from < at.length; ) {
      let to = from,
        tokens = 0;
      for (; to < at.length && to - from < Math.min(most, PAIRS); to++) {
        tokens += texts[at[to]].length / this.D;
        if (tokens > this.t.most.tokens) break;
      }
      yield at.slice(from, to);
      from = to;
    }
  }

  forward(texts: States[]) {
    const { t, D, batch, X, pooled } = this,
      starts = [0];
    for (const text of texts) {
      t.floats.set(text, X / 4 + D * starts[starts.length - 1]);
      starts.push(starts[starts.length - 1] + text.length / D);
    }
    t.put(batch.start, starts);
    t.set(batch.at, BATCH, { n: texts.length, rows: starts[texts.length] });
    this.lengths = texts.map((text) => text.length / D);
    this.last = this.blks.reduce((at, blk) => blk.forward(at), X);
    t.zero(pooled, texts.length * D);
    this.eachRow((text, row, share) => {
      for (let d = 0; d < D; d++)
        t.floats[pooled / 4 + text * D + d] += share * t.floats[this.last / 4 + row * D + d];
    });
    this.output.forward(texts.length, pooled);
  }

  // The mean of its tokens stands for a text.
  eachRow(act: (text: number, row: number, share: number) => void) {
    let row = 0;
    for (const [text, length] of this.lengths.entries())
      for (let i = 0; i < length; i++) act(text, row++, 1 / length);
  }

  backward() {
    const { t, D, batch, pooled, slope } = this;
    let [dX, spare] = batch.slopes;
    this.output.backward(this.lengths.length, pooled, slope);
    this.eachRow((text, row, share) => {
      for (let d = 0; d < D; d++)
        t.floats[dX / 4 + row * D + d] = share * t.floats[slope / 4 + text * D + d];
    });
    for (const blk of this.blks.toReversed()) [dX, spare] = blk.backward(dX, spare);
  }

  // Mean loss of these texts, and its gradient.
  differentiate(texts: States[], labels: number[]) {
    const { t, output } = this;
    t.zero(t.gradientsAt, t.size);
    this.forward(texts);
    t.put(output.labels, labels);
    const { loss } = output.score(texts.length);
    this.backward();
    return loss;
  }

  // One update; the loss before it.
  train(texts: States[], labels: number[], rate: number) {
    const loss = this.differentiate(texts, labels),
      { t } = this;
    const norm = Math.sqrt(t.kernels.square(t.size, t.gradientsAt)),
      clip = Math.min(1, 1 / (norm + 1e-6));
    this.step++;
    this.left1 *= 0.9;
    this.left2 *= 0.999;
    const update = (from: number, to: number, rate: number, decay: number) => {
      const [P, G, m, v] = [t.weightsAt, t.gradientsAt, t.firstMoments, t.secondMoments].map(
        (at) => at + 4 * from,
      );
      t.kernels.adamw(to - from, P, G, m, v, clip, rate, decay, 1 - this.left1, 1 - this.left2);
    };
    update(0, t.common, rate, 0.01);
    update(t.common, t.notNext, HEAD * rate, 0.01);
    update(t.notNext, t.size, rate, 0);
    return loss;
  }

  // (n, classes)
  probabilities(texts: States[]) {
    const { t, output, classes } = this,
      found = new Float32Array(texts.length * classes);
    let done = 0;
    for (const places of this.batches(texts, [...texts.keys()])) {
      this.forward(places.map((i) => texts[i]));
      t.kernels.softmax(places.length, classes, output.ld, output.logits);
      for (let i = 0; i < places.length; i++, done += classes)
        found.set(t.view(output.logits + 4 * i * output.ld, classes), done);
    }
    return found;
  }
}
