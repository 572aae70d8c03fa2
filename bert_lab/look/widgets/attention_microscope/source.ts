// Where AttentionMicroscope's numbers come from: the little world's model, which computes here, the
// same with weights that the reader's own code has made of it, or a released one in its worker.

import { attention_mask, weighted_sum } from "#web/bert/attention.ts";
import type { BERTModel } from "#web/bert/model.ts";
import type { Config } from "#web/bert/packed.ts";
import { MOST, readTexts } from "#web/bert/pass.ts";
import { shownPiece } from "#web/minilm/pieces.ts";
import type { Released } from "#web/minilm/released.ts";
import { remember } from "#web/shared/lifecycle.ts";
import { type Attention, attend, closedBy, padded, type Settings, share } from "./head.ts";
import type { Chosen } from "./state.ts";

export type Inputs = Pick<
  Chosen,
  "text" | "padding" | "padding_mask" | "causal_mask" | "block" | "root"
>;
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
  const find: Source["find"] = ({
    text,
    padding,
    padding_mask,
    causal_mask: causal,
    block,
    root,
  }) => {
    const input = readTexts(bert, { text, second: "", hidden: [] }),
      { tokens, segments } = padded(input, padding),
      valid_len = padding_mask ? input.tokens.length : tokens.length,
      fits = tokens.length <= Math.min(MOST, bert.config.max_len);
    const given = JSON.stringify([
      { tokens, segments },
      { block, root, valid_len, causal },
    ]);
    return { tokens, unknown: input.unknown, attention: fits ? attended(given) : null };
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
  // Masks are cuts in all blocks; how many tokens they are about, a first pass says.
  const pass = async ({
    text,
    padding,
    padding_mask,
    causal_mask,
    block,
  }: Omit<Inputs, "root">) => {
    const texts = { text, padding, block },
      open = await released.read(who, texts);
    if (!open) return null;
    const T = open.tokens.length,
      mask = attention_mask(padding_mask ? T - padding : T, T, causal_mask),
      cut = closedBy(mask, T);
    if (!cut.length || T > MOST) return { ...open, mask };
    const closed = await released.read(who, { ...texts, cut });
    return closed && { ...closed, mask };
  };
  const read = remember((inputs: string) => pass(JSON.parse(inputs)));
  const find: Source["find"] = async ({
    text,
    padding,
    padding_mask,
    causal_mask,
    block,
    root,
  }) => {
    const inputs = { text, padding, padding_mask, causal_mask, block },
      found = await read(JSON.stringify(inputs));
    if (!found) return null;
    const { tokens, words, mask, projections } = found,
      [q, k, v] = projections as Float32Array[], // they were asked for
      sizes = { T: tokens.length, N, K: num_hiddens / N };
    const fits = tokens.length <= MOST;
    return {
      tokens: tokens.map(shownPiece),
      words,
      unknown: [],
      attention: fits ? share({ ...sizes, q, k, v, mask }, root) : null,
    };
  };
  return { config, find };
}
