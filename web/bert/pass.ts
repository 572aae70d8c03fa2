// BertAlive's forward pass: keeps every intermediate result, and applies cuts. No DOM here.

import { isEither, isListOf, isOneOf, isPlaceIn, isTuple } from "../shared/allowed.ts";
import type { Cut } from "./close.ts";
import type { BERTModel } from "./model.ts";
import type { Config } from "./packed.ts";
import { get_tokens_and_segments } from "./tokens.ts";
import { softmax } from "./torch.ts";
import { plainWords } from "./vocabulary.ts";

export const MOST = 28; // tokens that the picture has room for
export const SPECIAL = /^<(?:pad|unk|cls|sep|mask)>$/;

// The texts as the model reads them, with the words at the places `hidden` behind <mask>.
export type Texts = { text: string; second: string; hidden: number[] };
export type Input = ReturnType<typeof readTexts>;
export function readTexts(bert: BERTModel, { text, second, hidden }: Texts) {
  const [a, b] = [plainWords(text), plainWords(second)];
  const { tokens: typed, segments } = get_tokens_and_segments(a, b.length ? b : undefined);
  const tokens = typed.map((token, t) =>
    hidden.includes(t) && !SPECIAL.test(token) ? "<mask>" : token,
  );
  const unknown = [...new Set(typed.filter((token) => !bert.known.has(token)))];
  return { typed, tokens, segments, unknown, pair: b.length > 0 };
}

const isAll = isOneOf(-1),
  isBlock = isPlaceIn("num_blks"),
  isHead = isPlaceIn("num_heads"),
  isToken = isPlaceIn("max_len");
export const isCut = isEither(
  isTuple(isAll, isAll, isAll, isToken),
  isTuple(isBlock, isHead, isAll, isAll),
  isTuple(isBlock, isEither(isAll, isHead), isToken, isToken),
);
export const isCuts = isListOf(isCut, 100);

// Those of the cuts that this model has, and T tokens.
export const cutsWithin: (
  cuts: Cut[],
  config: Pick<Config, "num_blks" | "num_heads">,
  T: number,
) => Cut[] = (cuts, { num_blks, num_heads }, T) =>
  cuts.filter(
    ([block, head, query, key]) => block < num_blks && head < num_heads && Math.max(query, key) < T,
  );

// The cuts with this one, or without it if it was among them.
export function toggled(cuts: Cut[], cut: Cut) {
  const rest = cuts.filter((one) => one.join() !== cut.join());
  return rest.length < cuts.length ? rest : [...cuts, cut];
}

// All that the picture shows: `vectors` and each block's `state` (T, D), `weights` (N, T, T),
// `wide` (T, F); `guesses` (V,) for each place in `masks`; `next` (2,).
export type Block = { weights: Float32Array; wide: Float32Array; state: Float32Array };
export interface Pass {
  T: number;
  masks: number[]; // the places of <mask>
  vectors: Record<"word" | "segment" | "position" | "sum", Float32Array>;
  blocks: Block[];
  guesses: Float32Array[];
  next: Float32Array;
}
export function forwardPass(
  bert: BERTModel,
  { tokens, segments }: { tokens: string[]; segments: number[] },
  cuts: Cut[] = [],
): Pass {
  const { config } = bert,
    ids = bert.ids(tokens),
    T = ids.length,
    V = config.vocab_size;
  const { word, segment, position } = bert.embed(ids, segments),
    { hidden_states, attention_weights, wide } = bert.trace(ids, segments, T, cuts),
    [sum] = hidden_states,
    vectors = { word, segment, position, sum },
    X = hidden_states[config.num_blks];
  const blocks = attention_weights.map((weights, b) => ({
    weights,
    wide: wide[b],
    state: hidden_states[b + 1],
  }));
  const masks = tokens.flatMap((token, t) => (token === "<mask>" ? [t] : []));
  // a model from left to right says what comes next
  const pred_positions = config.causal ? masks.map((t) => t - 1) : masks;
  const logits = bert.decode(X, pred_positions);
  const guesses = masks.map((_, p) => softmax(logits.subarray(p * V, (p + 1) * V)));
  return {
    T,
    masks,
    vectors,
    blocks,
    guesses,
    next: softmax(bert.follows(X)),
  };
}

// Between two passes over as many tokens with <mask> at the same places; t from 0 to 1.
export function between(from: Pass, to: Pass, t: number): Pass {
  if (t >= 1 || from.T !== to.T || from.masks.join() !== to.masks.join()) return to;
  return { ...blend(from, to, t), T: to.T, masks: to.masks };
}

// All numbers between two things of one form; what is no number is the second's.
// biome-ignore lint/suspicious/noExplicitAny: of any form
export function blend(x: any, y: any, t: number): any {
  if (typeof x === "number") return x + (y - x) * t;
  if (x instanceof Float32Array) return x.map((value, i) => value + (y[i] - value) * t);
  if (Array.isArray(x)) return x.map((value, i) => blend(value, y[i], t));
  if (x && typeof x === "object")
    return Object.fromEntries(Object.keys(x).map((key) => [key, blend(x[key], y[key], t)]));
  return y;
}

// The shares (T,) that a query gives to each token in one block: of one head, or the mean of all.
export function reads({ weights }: Block, T: number, query: number, head?: number): Float32Array {
  const N = weights.length / (T * T),
    heads = head === undefined ? [...Array(N).keys()] : [head];
  return Float32Array.from({ length: T }, (_, key) =>
    heads.reduce((sum, n) => sum + weights[(n * T + query) * T + key] / heads.length, 0),
  );
}

// How much each token matters to what is traced back from `query` in `block`, as a product of
// shares along the ribbons: `readers[b]` (T,) of those that read in block b, `sources` (T,) of the
// embeddings. It is a way of reading; whether something is needed only a cut can tell.
export type Trace = { query: number; block: number };
export function traceBack({ T, blocks }: Pick<Pass, "T" | "blocks">, { query, block }: Trace) {
  const readers: (Float32Array | null)[] = blocks.map(() => null);
  let sources: Float32Array = new Float32Array(T);
  sources[query] = 1;
  for (let b = block; b >= 0; b--) {
    readers[b] = sources;
    const before = sources.slice(); // the residual connection keeps what was there
    sources.forEach(
      (share, i) =>
        share > 0.02 &&
        reads(blocks[b], T, i).forEach((weight, j) => {
          before[j] = Math.min(1, before[j] + share * weight);
        }),
    );
    sources = before;
  }
  return { readers, sources };
}

export const largest = (shares: Float32Array | number[], k: number) =>
  [...shares.keys()].sort((a, b) => shares[b] - shares[a]).slice(0, k);

// What cuts have changed most: at which <mask> which word's share, or without any the verdict.
export type Effect = { p: number; id?: number; before: number; after: number };
export function effectOf(plain: Pass, pass: Pass): Effect {
  const effects = pass.masks.map((_, p) => {
    const [id] = largest(plain.guesses[p], 1);
    return { p, id, before: plain.guesses[p][id], after: pass.guesses[p][id] };
  });
  if (!effects.length) return { p: -1, before: plain.next[1], after: pass.next[1] };
  const moved = ({ before, after }: Effect) => Math.abs(before - after);
  return effects.reduce((best, one) => (moved(one) > moved(best) ? one : best));
}
