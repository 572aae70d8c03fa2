// BERT's training step: forward, backward, AdamW, as bert_core takes it. Only the order of the work
// differs: the tokens of a batch stand end to end without padding, and the last block works out the
// rows that are asked for.

import { checkBatch } from "./batch.js";
import { TransformerEncoderBlock } from "./block.js";
import { Activated, Classifier, LayerNorm } from "./layers.js";
import { filled, Tensors } from "./tensors.js";

export class BERTTrainer {
  // `config`: the fields of BERTConfig, with `positions` and `segments`, whether the model may tell
  // them apart; widths multiples of 8, GELU, tied decoder. `most`: see Tensors. `make`: from a
  // memory to kernels on it.
  constructor(config, most, make) {
    const t = new Tensors(config, most),
      { num_hiddens: D, ffn_num_hiddens: F, num_blks, vocab_size: V } = config;
    const { tokens: R, pairs, asked: S, length } = most,
      W = filled(length);
    this.t = t;
    t.W = W;
    const take = (...numbers) => numbers.map((n) => t.take(n));
    const rows = (n) => {
      const [start, key] = take(pairs + 1, n);
      return { start, key };
    };
    this.batch = { all: rows(R), kept: rows(pairs + S) };
    [this.tokens, this.segments, this.places, this.cls, this.asked] = take(R, R, R, pairs, S);
    [this.sum, this.embedded] = take(R * D, R * D);
    this.embedding_norm = new LayerNorm(t, "encoder.embedding_norm.0", R);
    this.blks = Array.from(
      { length: num_blks },
      (_, i) => new TransformerEncoderBlock(t, `encoder.blks.${i}`, i === num_blks - 1),
    );
    this.mlm = {
      transform: new Activated(t, "mlm.transform.0", D, D, "gelu", S),
      norm: new LayerNorm(t, "mlm.transform.2", S),
      decoder: new Classifier(t, "encoder.token_embedding.weight", "mlm.decoder.bias", V, S),
    };
    [this.mlm.X, this.mlm.hidden, this.mlm.normed] = take(S * D, S * D, S * D);
    this.nsp = {
      hidden: new Activated(t, "hidden.0", D, D, "tanh", pairs),
      output: new Classifier(t, "nsp.output.weight", "nsp.output.bias", 2, pairs),
    };
    [this.nsp.X, this.nsp.pooled] = take(pairs * D, pairs * D);
    const most_rows = Math.max(R, pairs + S);
    const [Y, dq, one, other, dk, dv, dwide] = take(
      ...Array(4).fill(most_rows * D),
      R * D,
      R * D,
      most_rows * F,
    );
    t.scratch = {
      Y,
      dq,
      one,
      other,
      dk,
      dv,
      dwide,
      T: t.take(D * Math.max(F, D, filled(V), W)),
      S: t.take(W * W),
    };
    t.open(make);
    t.put(
      this.batch.all.key,
      Array.from({ length: R }, (_, i) => i),
    );
    Object.assign(this, { step: 0, left1: 1, left2: 1 });
  }

  // Weights as bert_core draws them; what the model may not tell apart starts, and stays, at zero.
  initialise(random) {
    const {
      t,
      t: {
        config: { init_std, positions, segments },
        kernels,
      },
    } = this;
    for (const [name, shape] of Object.entries(t.shapes)) {
      const silent =
        (!positions && name === "encoder.pos_embedding") || (!segments && /segment/.test(name));
      const draw = () => {
        // normal, cut off at two standard deviations
        for (;;) {
          const x = 4 * random() - 2;
          if (random() < kernels.exponential((-x * x) / 2)) return init_std * x;
        }
      };
      const w = t.read(name),
        constant = silent || name.endsWith("bias") ? 0 : 1;
      if (silent || shape.length === 1) w.fill(constant);
      else for (let i = 0; i < w.length; i++) w[i] = draw();
    }
  }

  // Writes a batch into memory: {tokens, segments, positions} one after the other, `start` of each
  // pair and the end, `asked`: rows, rising, with `labels`; isNext. A RangeError if it is not what
  // `most` has room for.
  load(given) {
    checkBatch(given, this.t);
    const { t, batch, nsp, mlm } = this,
      { tokens, segments, positions, start, asked, labels, isNext } = given;
    const kept = [],
      keptStart = [0],
      cls = [],
      askedRows = [];
    let a = 0;
    for (const [s, first] of start.slice(0, -1).entries()) {
      cls.push(kept.length);
      kept.push(first);
      for (; asked[a] < start[s + 1]; a++) {
        askedRows.push(kept.length);
        kept.push(asked[a]);
      }
      keptStart.push(kept.length);
    }
    for (const [at, whole] of [
      [this.tokens, tokens],
      [this.segments, segments],
      [this.places, positions],
      [batch.all.start, start],
      [batch.kept.start, keptStart],
      [batch.kept.key, kept],
      [this.cls, cls],
      [this.asked, askedRows],
      [mlm.decoder.labels, labels],
      [nsp.output.labels, isNext],
    ])
      t.put(at, whole);
    const [num_pairs, num_tokens, num_kept, num_asked] = [isNext, tokens, kept, asked].map(
      ({ length }) => length,
    );
    Object.assign(batch, { num_pairs, num_tokens, num_kept, num_asked });
  }

  // Logits of the loaded batch.
  forward() {
    const {
      t,
      t: {
        kernels,
        config: { num_hiddens: D },
      },
      batch,
      mlm,
      nsp,
    } = this;
    const { num_tokens: R, num_asked: S, num_pairs: n } = batch;
    kernels.gather(R, D, this.tokens, t.weight("encoder.token_embedding.weight"), this.sum);
    for (const [index, table] of this.tables) {
      kernels.gather(R, D, index, t.weight(table), this.embedded);
      kernels.add(R * D, this.embedded, this.sum);
    }
    this.embedding_norm.forward(R, this.sum, this.embedded);
    const X = this.blks.reduce((X, blk) => blk.forward(X, batch), this.embedded);
    kernels.gather(S, D, this.asked, X, mlm.X);
    mlm.transform.forward(S, mlm.X, mlm.hidden);
    mlm.norm.forward(S, mlm.hidden, mlm.normed);
    mlm.decoder.forward(S, mlm.normed);
    kernels.gather(n, D, this.cls, X, nsp.X);
    nsp.hidden.forward(n, nsp.X, nsp.pooled);
    nsp.output.forward(n, nsp.pooled);
  }

  // The tables that are added to the words', where the model may tell their rows apart.
  get tables() {
    const { positions, segments } = this.t.config;
    const both = [
      segments && [this.segments, "encoder.segment_embedding.weight"],
      positions && [this.places, "encoder.pos_embedding"],
    ];
    return both.filter(Boolean);
  }

  // Losses and accuracies, means over the loaded batch; the logits become the slopes of the sum of
  // both losses.
  scores(nextSentences) {
    const {
      mlm,
      nsp,
      batch: { num_asked, num_pairs },
    } = this;
    const { loss: mlm_loss, accuracy: mlm_accuracy } = mlm.decoder.score(num_asked, 1);
    const { loss: nsp_loss, accuracy: nsp_accuracy } = nsp.output.score(
      num_pairs,
      nextSentences ? 1 : 0,
    );
    return { mlm_loss, nsp_loss, mlm_accuracy, nsp_accuracy };
  }

  backward() {
    const {
      t,
      t: {
        kernels,
        config: { num_hiddens: D },
        scratch: { Y, one, other },
      },
      batch,
      mlm,
      nsp,
    } = this;
    const { num_tokens: R, num_asked: S, num_kept, num_pairs: n } = batch;
    let [dX, spare] = [one, other];
    t.zero(dX, num_kept * D);
    mlm.decoder.backward(S, mlm.normed, Y);
    mlm.norm.backward(S, Y);
    mlm.transform.backward(S, Y, mlm.X, spare);
    kernels.scatter_add(S, D, this.asked, spare, dX);
    nsp.output.backward(n, nsp.pooled, Y);
    nsp.hidden.backward(n, Y, nsp.X, spare);
    kernels.scatter_add(n, D, this.cls, spare, dX);
    for (const blk of this.blks.toReversed()) [dX, spare] = blk.backward(dX, spare, batch);
    this.embedding_norm.backward(R, dX);
    kernels.scatter_add(R, D, this.tokens, dX, t.gradient("encoder.token_embedding.weight"));
    for (const [index, table] of this.tables)
      kernels.scatter_add(R, D, index, dX, t.gradient(table));
  }

  // Scores of a batch, and the gradient of its loss.
  differentiate(given, nextSentences = true) {
    this.load(given);
    this.t.zero(this.t.gradientsAt, this.t.size);
    this.forward();
    const scores = this.scores(nextSentences);
    this.backward();
    return scores;
  }

  // One update; returns the scores before it.
  train(given, rate, nextSentences = true) {
    const scores = this.differentiate(given, nextSentences),
      {
        t,
        t: { kernels, size },
      } = this;
    // at norm 1
    const clip = Math.min(1, 1 / (Math.sqrt(kernels.square(size, t.gradientsAt)) + 1e-6));
    this.step++;
    this.left1 *= 0.9;
    this.left2 *= 0.999;
    const update = (from, to, decay) => {
      const four = [t.weightsAt, t.gradientsAt, t.firstMoments, t.secondMoments].map(
        (at) => at + 4 * from,
      );
      kernels.adamw(to - from, ...four, clip, rate, decay, 1 - this.left1, 1 - this.left2);
    };
    update(0, nextSentences ? t.decaying : t.common, 0.01);
    update(nextSentences ? t.decaying : t.notNext, size, 0);
    return scores;
  }

  score(given) {
    this.load(given);
    this.forward();
    return this.scores(true);
  }

  // The probabilities of all words at each place that `given` asks for, (V,) each.
  probabilities(given) {
    this.load(given);
    this.forward();
    const {
      t,
      mlm: {
        decoder: { classes, ld, logits },
      },
      batch: { num_asked },
    } = this;
    t.kernels.softmax(num_asked, classes, ld, logits);
    return Array.from({ length: num_asked }, (_, i) =>
      t.view(logits + 4 * i * ld, classes).slice(),
    );
  }
}
