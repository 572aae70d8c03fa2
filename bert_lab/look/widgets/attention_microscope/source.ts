// Where AttentionMicroscope's numbers come from: the little world's model, which computes here, the
// same with weights that the reader's own code has made of it, or a released one in its worker.

import { attention_mask, weighted_sum } from "#web/bert/attention.ts";
import type { BERTModel } from "#web/bert/model.ts";
import type { Config } from "#web/bert/packed.ts";
import { MOST, readTexts } from "#web/bert/pass.ts";
import { shownPiece } from "#web/minilm/pieces.ts";
import type { Released } from "#web/minilm/released.ts";
import { remember } from "#web/shared/lifecycle.ts";
import { type Attention, attend, type Settings, share } from "./head.ts";
import type { Chosen } from "./state.ts";

export type Inputs = Pick<Chosen, "text" | "block" | "root">;
export interface Found {
  tokens: string[];
  unknown: string[];
  words?: number[]; // the word that each token is of, -1 for none
  attention: Attention | null; // if there is room for the tokens
}
export interface Source {
  config: Pick<Config, "num_blks" | "num_heads" | "max_len" | "causal">;
  given?: boolean; // whether text and block are what they are
  find: (inputs: Inputs) => Found | Promise<Found | null>; // null if it was asked again since
}

export function toySource(bert: BERTModel): Source {
  type Given = [{ tokens: string[]; segments: number[] }, Settings];
  // to let another token ask is no new pass
  const attended = remember((given: string) => attend(bert, ...(JSON.parse(given) as Given)));
  const find: Source["find"] = ({ text, block, root }) => {
    const { tokens, segments, unknown } = readTexts(bert, { text, second: "", hidden: [] }),
      fits = tokens.length <= Math.min(MOST, bert.config.max_len);
    const given = JSON.stringify([
      { tokens, segments },
      { block, root },
    ]);
    return { tokens, unknown, attention: fits ? attended(given) : null };
  };
  return { config: bert.config, find };
}

// The weights (N, T, T) are given, for this text and block alone; what is read follows from them.
export function givenSource(bert: BERTModel, given: number[][][]): Source {
  const toy = toySource(bert),
    weights = Float32Array.from(given.flat(2));
  const find: Source["find"] = (inputs) => {
    const found = toy.find(inputs) as Found,
      { attention } = found;
    if (attention?.weights.length !== weights.length) return found;
    const read = weighted_sum(weights, attention.v, attention.N);
    return { ...found, attention: { ...attention, weights, read } };
  };
  return { ...toy, find, given: true };
}

export function releasedSource(released: Released, who: string): Source {
  const { config } = released.about as NonNullable<Released["about"]>, // it is there
    { num_hiddens, num_heads: N } = config;
  const read = remember((inputs: string) => released.read(who, JSON.parse(inputs)));
  const find: Source["find"] = async ({ text, block, root }) => {
    const found = await read(JSON.stringify({ text, block }));
    if (!found) return null;
    const { tokens, words, projections } = found,
      [q, k, v] = projections as Float32Array[], // they were asked for
      T = tokens.length,
      sizes = { T, N, K: num_hiddens / N },
      mask = attention_mask(T, T);
    const fits = T <= MOST;
    return {
      tokens: tokens.map(shownPiece),
      words,
      unknown: [],
      attention: fits ? share({ ...sizes, q, k, v, mask }, root) : null,
    };
  };
  return { config, find };
}
