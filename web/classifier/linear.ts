// A layer and nothing below it: logistic regression over a text's words, learned by AdamW.

import { HAN } from "../text/plain.ts";

// Of a text those that aren't zero: their places and their values.
type Features = { at: ArrayLike<number>; x: ArrayLike<number> };

const STEPS = 8; // updates in an epoch, each over all texts
const RATE = 0.004;
const DECAY = 0.01;

export class LinearLearner {
  size;
  classes;
  W;
  b;
  #moments: Float64Array[];
  #step = 0;
  // size: how many features there are
  constructor(size: number, classes: number) {
    this.size = size;
    this.classes = classes;
    this.W = new Float64Array(classes * size);
    this.b = new Float64Array(classes);
    this.#moments = [this.W, this.W, this.b, this.b].map(({ length }) => new Float64Array(length));
  }

  of({ at, x }: Features) {
    const scores = Array.from(this.b);
    for (let c = 0; c < this.classes; c++)
      for (let i = 0; i < at.length; i++) scores[c] += this.W[c * this.size + at[i]] * x[i];
    return softmax(scores);
  }

  // One epoch.
  learn(texts: Features[], labels: number[]) {
    for (let step = 0; step < STEPS; step++) {
      const dW = new Float64Array(this.W.length),
        db = new Float64Array(this.classes);
      texts.forEach((text, i) => {
        this.of(text).forEach((p, c) => {
          const slope = (p - Number(labels[i] === c)) / texts.length;
          db[c] += slope;
          for (let j = 0; j < text.at.length; j++)
            dW[c * this.size + text.at[j]] += slope * text.x[j];
        });
      });
      this.#step++;
      const [m, v, mb, vb] = this.#moments;
      this.#update(this.W, dW, m, v, RATE, DECAY);
      this.#update(this.b, db, mb, vb, RATE, 0);
    }
  }

  #update(
    P: Float64Array,
    G: Float64Array,
    m: Float64Array,
    v: Float64Array,
    rate: number,
    decay: number,
  ) {
    const [left1, left2] = [1 - 0.9 ** this.#step, 1 - 0.999 ** this.#step];
    for (let i = 0; i < P.length; i++) {
      m[i] = 0.9 * m[i] + 0.1 * G[i];
      v[i] = 0.999 * v[i] + 0.001 * G[i] ** 2;
      P[i] -= rate * (decay * P[i] + m[i] / left1 / (Math.sqrt(v[i] / left2) + 1e-8));
    }
  }
}

export function softmax(scores: number[]) {
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity),
    all = scores.map((score) => Math.exp(score - most)),
    sum = all.reduce((a, b) => a + b, 0);
  return all.map((one) => one / sum);
}

const { source } = HAN;
const WORD = new RegExp(`${source}+|(?:(?!${source})[\\p{L}\\p{N}])+(?:['’]\\p{L}+)*`, "gu");

// Words as a bag has them: small letters, no marks, no order; of Chinese and Japanese pairs of
// characters.
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().normalize("NFKC").match(WORD) ?? []).flatMap((run) => {
    const [first, ...rest] = run;
    return rest.length && HAN.test(run) ? rest.map((c, i) => (rest[i - 1] ?? first) + c) : run;
  });

// Features of texts by the words of those that it learns from: others count for nothing.
export class Bag {
  #places = new Map<string, number>();
  constructor(texts: string[]) {
    for (const word of texts.flatMap(wordsOf))
      if (!this.#places.has(word)) this.#places.set(word, this.#places.size);
  }
  get size() {
    return this.#places.size;
  }
  of(text: string): Features {
    const at = [...new Set(wordsOf(text))].flatMap((word) => this.#places.get(word) ?? []),
      x = Array(at.length).fill(LENGTH / Math.sqrt(at.length));
    return { at, x };
  }
}

const LENGTH = 4; // of a text's features
