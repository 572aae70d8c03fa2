// BERT's training step: forward, backward, AdamW, as in bert_core. Only the order of the work
// differs: the tokens of a batch are packed end to end without padding, and the last block computes
// only the rows that are needed.

import type { Address } from "../engine/memory.ts";
import { BATCH } from "../engine/structs.ts";
import { layBatch, TransformerEncoderBlock } from "./block.ts";
import type { Batch, Random } from "./corpus.ts";
import { Activated, Classifier, LayerNorm } from "./layers.ts";
import { type Config, type Most, Tensors } from "./tensors.ts";

export class BERTTrainer {
  t;
  batch;
  num = { tokens: 0, preds: 0, pairs: 0, kept: 0 }; // of the loaded batch
  tokens;
  segments;
  places;
  cls;
  pred_positions;
  sum;
  embedded;
  embedding_norm;
  blks;
  mlm;
  nsp;
  step;
  left1;
  left2;
  // config: with GELU and a tied decoder
  constructor(config: Config, most: Most, wasm: BufferSource) {
    const t = new Tensors(config, most),
      { num_hiddens: D, num_blks, vocab_size: V } = config;
    const { tokens: R, pairs, pred_positions: S } = most;
    this.t = t;
    const batch = layBatch(t, pairs + S);
    this.batch = batch;
    this.tokens = t.take(R);
    this.segments = t.take(R);
    this.places = t.take(R);
    this.cls = t.take(pairs);
    this.pred_positions = t.take(S);
    this.sum = t.take(R * D);
    this.embedded = t.take(R * D);
    this.embedding_norm = new LayerNorm(t, "encoder.embedding_norm.0", R);
    this.blks = Array.from(
      { length: num_blks },
      (_, i) => new TransformerEncoderBlock(t, `encoder.blks.${i}`, batch, i === num_blks - 1),
    );
    this.mlm = {
      transform: new Activated(t, "mlm.transform.0", "gelu", S),
      norm: new LayerNorm(t, "mlm.transform.2", S),
      decoder: new Classifier(t, "encoder.token_embedding.weight", "mlm.decoder.bias", V, S),
      X: t.take(S * D),
      hidden: t.take(S * D),
      normed: t.take(S * D),
    };
    this.nsp = {
      hidden: new Activated(t, "hidden.0", "tanh", pairs),
      output: new Classifier(t, "nsp.output.weight", "nsp.output.bias", 2, pairs),
      X: t.take(pairs * D),
      pooled: t.take(pairs * D),
      slope: t.take(pairs * D),
    };
    t.open(wasm);
    t.put(batch.key, [...Array(R).keys()]);
    this.step = 0;
    this.left1 = this.left2 = 1;
  }

  // Weights as bert_core draws them.
  initialise(random: Random) {
    const { t } = this,
      { init_std } = t.config;
    for (const [name, shape] of Object.entries(t.shapes)) {
      const draw = () => {
        // normal, cut off at two standard deviations
        for (;;) {
          const x = 4 * random() - 2;
          if (random() < t.kernels.exponential((-x * x) / 2)) return init_std * x;
        }
      };
      const w = t.read(name),
        constant = name.endsWith("bias") ? 0 : 1;
      if (shape.length === 1) w.fill(constant);
      else for (let i = 0; i < w.length; i++) w[i] = draw();
    }
  }

  // Writes a batch into memory, for which `most` has room.
  load(given: Batch) {
    const { t, batch, nsp, mlm } = this,
      { tokens, segments, positions, start, pred_positions, labels, isNext } = given;
    const kept = [],
      keptStart = [0],
      cls = [],
      predRows = [];
    let a = 0;
    for (const [s, first] of start.slice(0, -1).entries()) {
      cls.push(kept.length);
      kept.push(first);
      for (; pred_positions[a] < start[s + 1]; a++) {
        predRows.push(kept.length);
        kept.push(pred_positions[a]);
      }
      keptStart.push(kept.length);
    }
    const lists: [Address, number[]][] = [
      [this.tokens, tokens],
      [this.segments, segments],
      [this.places, positions],
      [batch.start, start],
      [batch.kept_start, keptStart],
      [batch.kept_key, kept],
      [this.cls, cls],
      [this.pred_positions, predRows],
      [mlm.decoder.labels, labels],
      [nsp.output.labels, isNext],
    ];
    for (const [at, whole] of lists) t.put(at, whole);
    this.num = {
      tokens: tokens.length,
      preds: pred_positions.length,
      pairs: isNext.length,
      kept: kept.length,
    };
    t.set(batch.at, BATCH, { n: isNext.length, rows: tokens.length, kept: kept.length });
  }

  // Logits of the loaded batch.
  forward() {
    const { t, mlm, nsp } = this,
      { kernels } = t,
      D = t.config.num_hiddens;
    const { tokens: R, preds: S, pairs: n } = this.num;
    kernels.gather(R, D, this.tokens, t.weight("encoder.token_embedding.weight"), this.sum);
    for (const [index, table] of this.tables) {
      kernels.gather(R, D, index, t.weight(table), this.embedded);
      kernels.add(R * D, this.embedded, this.sum);
    }
    this.embedding_norm.forward(R, this.sum, this.embedded);
    const X = this.blks.reduce((X, blk) => blk.forward(X), this.embedded);
    kernels.gather(S, D, this.pred_positions, X, mlm.X);
    mlm.transform.forward(S, mlm.X, mlm.hidden);
    mlm.norm.forward(S, mlm.hidden, mlm.normed);
    mlm.decoder.forward(S, mlm.normed);
    kernels.gather(n, D, this.cls, X, nsp.X);
    nsp.hidden.forward(n, nsp.X, nsp.pooled);
    nsp.output.forward(n, nsp.pooled);
  }

  // The tables that are added to the words'.
  get tables(): [Address, string][] {
    return [
      [this.segments, "encoder.segment_embedding.weight"],
      [this.places, "encoder.pos_embedding"],
    ];
  }

  // Losses and accuracies, means over the loaded batch; the logits become the slopes of the sum of
  // both losses.
  scores() {
    const { mlm, nsp, num } = this,
      { loss: mlm_loss, accuracy: mlm_accuracy } = mlm.decoder.score(num.preds),
      { loss: nsp_loss, accuracy: nsp_accuracy } = nsp.output.score(num.pairs);
    return { mlm_loss, nsp_loss, mlm_accuracy, nsp_accuracy };
  }

  backward() {
    const { t, mlm, nsp } = this,
      { kernels } = t,
      D = t.config.num_hiddens;
    const { tokens: R, preds: S, pairs: n, kept } = this.num;
    let [dX, spare] = this.batch.slopes;
    t.zero(dX, kept * D);
    mlm.decoder.backward(S, mlm.normed, mlm.hidden);
    mlm.norm.backward(S, mlm.hidden);
    mlm.transform.backward(S, mlm.hidden, mlm.X, spare);
    kernels.scatter_add(S, D, this.pred_positions, spare, dX);
    nsp.output.backward(n, nsp.pooled, nsp.slope);
    nsp.hidden.backward(n, nsp.slope, nsp.X, spare);
    kernels.scatter_add(n, D, this.cls, spare, dX);
    for (const blk of this.blks.toReversed()) [dX, spare] = blk.backward(dX, spare);
    this.embedding_norm.backward(R, dX);
    kernels.scatter_add(R, D, this.tokens, dX, t.gradient("encoder.token_embedding.weight"));
    for (const [index, table] of this.tables)
      kernels.scatter_add(R, D, index, dX, t.gradient(table));
  }

  // Scores of a batch, and the gradient of its loss.
  differentiate(given: Batch) {
    this.load(given);
    this.t.zero(this.t.gradientsAt, this.t.size);
    this.forward();
    const scores = this.scores();
    this.backward();
    return scores;
  }

  // One update; returns the scores before it.
  train(given: Batch, rate: number) {
    const scores = this.differentiate(given),
      {
        t,
        t: { kernels, size },
      } = this;
    // at norm 1
    const clip = Math.min(1, 1 / (Math.sqrt(kernels.square(size, t.gradientsAt)) + 1e-6));
    this.step++;
    this.left1 *= 0.9;
    this.left2 *= 0.999;
    const update: (from: number, to: number, decay: number) => void = (from, to, decay) => {
      const [P, G, m, v] = [t.weightsAt, t.gradientsAt, t.firstMoments, t.secondMoments].map(
        (at) => at + 4 * from,
      );
      kernels.adamw(to - from, P, G, m, v, clip, rate, decay, 1 - this.left1, 1 - this.left2);
    };
    update(0, t.decaying, 0.01);
    update(t.decaying, size, 0);
    return scores;
  }

  score(given: Batch) {
    this.load(given);
    this.forward();
    return this.scores();
  }

  // The probabilities of all words at each place that `given` asks for, (V,) each.
  probabilities(given: Batch) {
    this.load(given);
    this.forward();
    const {
      t,
      mlm: {
        decoder: { classes, ld, logits },
      },
      num: { preds },
    } = this;
    t.kernels.softmax(preds, classes, ld, logits);
    return Array.from({ length: preds }, (_, i) => t.view(logits + 4 * i * ld, classes).slice());
  }
}
