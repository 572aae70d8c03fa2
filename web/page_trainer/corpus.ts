import type { Masking } from "./recipe.ts";

// The training data: stories from the grammar of the mini-world, and pairs, masks and batches of
// them.

// Names of fields, and rows of values for them.
export type Draw = { names: string[]; rows: string[][] };
// `draws`: indices of the grammar's; `sentences`: with `{field}`s.
export type Plot = { draws: number[]; sentences: string[] };
// As mini_world.py has it: plots by topic. `floor`: the least loss that anybody can have on the
// book's questions.
export type Grammar = { topics: Plot[][]; draws: Draw[]; floor: number };
// One text or two between special tokens; `cut`: where the second begins.
export type Sequence = { ids: number[]; cut: number; is_next: boolean };
// `tokens`, `segments` and `positions` of all pairs, one after the other; `start` of each pair, and
// the end; `pred_positions`: rows, rising, with `labels`; `isNext` of each pair.
export type Batch = Record<
  "tokens" | "segments" | "positions" | "start" | "pred_positions" | "labels" | "isNext",
  number[]
>;
// The next number from 0 to 1.
export type Random = () => number;

export const [, UNK, CLS, SEP, MASK] = [0, 1, 2, 3, 4],
  NUM_SPECIALS = 5;
export const HELD_OUT = { stories: 125, seed: 1 }; // the same for every run: 500 pairs

// Numbers from 0 to 1, the same in every browser: the generator sfc32 (C. Doty-Humphrey,
// PractRand).
export function random(seed: number): Random {
  let [a, b, c, count] = [seed | 0, 0x2545f491, 0x1b873593, 1];
  const next = () => {
    const sum = (a + b + count++) | 0;
    [a, b] = [b ^ (b >>> 9), (c + (c << 3)) | 0];
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 16; i++) next(); // until no trace of the seed is left
  return next;
}

const below: (rng: Random, bound: number) => number = (rng, bound) => Math.floor(rng() * bound);
const pick: <T>(rng: Random, list: T[]) => T = (rng, list) => list[below(rng, list.length)];

// The first `wanted` of a list become a random choice of it, in random order.
function shuffle<T>(list: T[], rng: Random, wanted = list.length) {
  for (let i = 0; i < wanted; i++) {
    const j = i + below(rng, list.length - i);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

// A story, as mini_world.py tells it: a topic, a plot of it and each of its draws, all uniform.
export function tell(
  { topics, draws }: Pick<Grammar, "topics" | "draws">,
  rng: Random,
): string[][] {
  const plot = pick(rng, pick(rng, topics));
  const fields: Record<string, string> = {};
  for (const { names, rows } of plot.draws.map((draw) => draws[draw])) {
    const row = pick(rng, rows);
    names.forEach((name, i) => {
      fields[name] = row[i];
    });
  }
  return plot.sentences.map((sentence) =>
    sentence.replace(/\{(\w+)\}/g, (_, name) => fields[name]).split(" "),
  );
}

// Stories to train on, and held-out ones that are not among them.
export function split(grammar: Grammar, stories: number, seed: number) {
  const held_out = new Map<string, string[][]>(),
    train: string[][][] = [],
    text = (story: string[][]) => story.join();
  for (const rng = random(HELD_OUT.seed); held_out.size < HELD_OUT.stories; ) {
    const story = tell(grammar, rng);
    held_out.set(text(story), story);
  }
  for (const rng = random(seed); train.length < stories; ) {
    const story = tell(grammar, rng);
    if (!held_out.has(text(story))) train.push(story);
  }
  return { train, held_out: [...held_out.values()] };
}

// As bert_core.pairs: each two neighbouring sentences, or a negative pair, where the second one is
// exchanged for one that follows another elsewhere.
// documents: lists of sentences, which are lists of ids
export function sentence_pairs(documents: number[][][], rng: Random) {
  const seconds = documents.flatMap((document, d) =>
    document.slice(1).map((second) => ({ second, d })),
  );
  return documents.flatMap((document, d) =>
    document.slice(1).map((next, i) => {
      const is_next = rng() < 0.5;
      let other = { second: next, d };
      if (!is_next)
        do other = pick(rng, seconds);
        while (other.d === d);
      return sequence(document[i], other.second, is_next);
    }),
  );
}

export function sequence(first: number[], second?: number[] | null, is_next = false): Sequence {
  return {
    ids: [CLS, ...first, SEP, ...(second ? [...second, SEP] : [])],
    cut: first.length + 2,
    is_next,
  };
}

// As bert_core.masking; with a share that is drawn, as bert_lab/training_loop/any_share.py.
export function make_batch(
  pairs: Sequence[],
  V: number,
  rng: Random,
  { rate, mask, swap, least }: Masking,
) {
  const batch = together(pairs),
    share = least < rate ? least + (rate - least) * rng() : rate;
  pairs.forEach(({ ids }, p) => {
    const first = batch.start[p],
      words = [...ids.keys()].filter((t) => ids[t] >= NUM_SPECIALS);
    const wanted = Math.min(words.length, Math.max(1, evenly(share * ids.length)));
    const chosen = shuffle(words, rng, wanted)
      .slice(0, wanted)
      .sort((a, b) => a - b);
    for (const t of chosen) {
      batch.pred_positions.push(first + t);
      batch.labels.push(ids[t]);
      const fate = rng();
      if (fate < mask) batch.tokens[first + t] = MASK;
      else if (fate < mask + swap)
        batch.tokens[first + t] = NUM_SPECIALS + below(rng, V - NUM_SPECIALS);
    }
  });
  return batch;
}

// As Python rounds: a half goes to the even number.
const evenly = (x: number) => (x % 1 === 0.5 ? 2 * Math.round(x / 2) : Math.round(x));

// What is asked at the first <mask> of each text, whichever word it stands for.
export function ask_masks(sequences: Sequence[]): Batch {
  const batch = together(sequences);
  sequences.forEach(({ ids }, p) => batch.pred_positions.push(batch.start[p] + ids.indexOf(MASK)));
  return { ...batch, labels: batch.pred_positions.map(() => UNK) };
}

// Sequences end to end; nothing is asked yet.
function together(sequences: Sequence[]) {
  const batch: Batch = {
    tokens: [],
    segments: [],
    positions: [],
    start: [0],
    pred_positions: [],
    labels: [],
    isNext: [],
  };
  for (const { ids, cut, is_next } of sequences) {
    ids.forEach((id, t) => {
      batch.tokens.push(id);
      batch.segments.push(t < cut ? 0 : 1);
      batch.positions.push(t);
    });
    batch.start.push(batch.tokens.length);
    batch.isNext.push(is_next ? 1 : 0);
  }
  return batch;
}

// Batches without end: in every epoch all pairs in a new order, with new masks. Where there are
// fewer, a batch has all.
// wanted: in a batch
export function* draw_batches(
  pairs: Sequence[],
  wanted: number,
  V: number,
  rng: Random,
  masking: Masking,
): Generator<Batch, never> {
  const order = [...pairs],
    size = Math.min(wanted, order.length);
  for (;;) {
    shuffle(order, rng);
    for (let at = 0; at + size <= order.length; at += size)
      yield make_batch(order.slice(at, at + size), V, rng, masking);
  }
}

// In order, the incomplete last one too.
export const in_order: <T>(list: T[], size: number) => T[][] = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );

// Mean -ln p of the words to be predicted in `batches`, as predictors see them that count in
// `pairs`: all words alike, the frequencies of words, and those behind the token on the left (see
// counting.py; where that is <mask>, the former). Both overlook what stands in the asked word's own
// place. They answer the run's own questions, whatever its masks.
export function reference_lines(pairs: Sequence[], V: number, batches: Batch[]) {
  const words = new Float64Array(V).fill(1, NUM_SPECIALS),
    behind = new Float64Array(V),
    both = new Map();
  for (const { ids } of pairs)
    ids.forEach((id, t) => {
      if (id < NUM_SPECIALS) return;
      words[id]++;
      behind[ids[t - 1]]++;
      both.set(ids[t - 1] * V + id, (both.get(ids[t - 1] * V + id) ?? 0) + 1);
    });
  const all = words.reduce((a, b) => a + b, 0),
    sums = { unigram: 0, bigram: 0 };
  for (const batch of batches)
    batch.pred_positions.forEach((row, i) => {
      const label = batch.labels[i],
        left = batch.tokens[row - 1],
        p = words[label] / all;
      sums.unigram -= Math.log(p);
      sums.bigram -= Math.log(
        left === MASK ? p : ((both.get(left * V + label) ?? 0) + p) / (behind[left] + 1),
      );
    });
  const number = batches.reduce((sum, batch) => sum + batch.pred_positions.length, 0);
  return { uniform: Math.log(V), unigram: sums.unigram / number, bigram: sums.bigram / number };
}
