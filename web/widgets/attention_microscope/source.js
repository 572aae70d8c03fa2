// Where AttentionMicroscope's numbers come from: the little world's model, which computes here, the
// same with weights that the reader's own code has made of it, or a released one in its worker.

import { attention_mask, weighted_sum } from "../../bert/attention.js";
import { MOST, readTexts } from "../../bert/pass.js";
import { shownPiece } from "../../real/pieces.js";
import { remember } from "../../shared/lifecycle.js";
import { attend, closedBy, padded, share } from "./head.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { Config } from "../../bert/packed.js"
 * @import { Released } from "../../real/released.js"
 * @import { Attention, Settings } from "./head.js"
 * @import { Chosen } from "./view.js"
 * @typedef {Pick<Chosen, "text" | "padding" | "padding_mask" | "causal_mask" | "block" | "root">} Asked
 * @typedef {object} Found
 * @property {string[]} tokens
 * @property {string[]} unknown
 * @property {number[]} [words] the word that each token is of, -1 for none
 * @property {Attention | null} attention if there is room for the tokens
 * @typedef {object} Source
 * @property {Pick<Config, "num_blks" | "num_heads" | "max_len" | "causal">} config
 * @property {boolean} [given] whether text and block are what they are
 * @property {(asked: Asked) => Found | Promise<Found | null>} find null if it was asked again since
 */

/** @param {BERTModel} bert @returns {Source} */
export function toySource(bert) {
  /** @typedef {[{ tokens: string[], segments: number[] }, Settings]} Given */
  // to let another token ask is no new pass
  const attended = remember((/** @type {string} */ given) =>
    attend(bert, .../** @type {Given} */ (JSON.parse(given))),
  );
  /** @type {Source["find"]} */
  const find = ({ text, padding, padding_mask, causal_mask: causal, block, root }) => {
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
/** @param {BERTModel} bert @param {number[][][]} given @returns {Source} */
export function givenSource(bert, given) {
  const toy = toySource(bert),
    weights = Float32Array.from(given.flat(2));
  /** @type {Source["find"]} */
  const find = (asked) => {
    const found = /** @type {Found} */ (toy.find(asked)),
      { attention } = found;
    if (attention?.weights.length !== weights.length) return found;
    const read = weighted_sum(weights, attention.v, attention.N);
    return { ...found, attention: { ...attention, weights, read } };
  };
  return { ...toy, find, given: true };
}

/** @param {Released} released @param {string} who @returns {Source} */
export function realSource(released, who) {
  const { config } = /** @type {NonNullable<Released["about"]>} */ (released.about), // it is there
    { num_hiddens, num_heads: N } = config;
  // Masks are cuts in all blocks; how many tokens they are about, a first pass says.
  /** @param {Omit<Asked, "root">} asked */
  const pass = async ({ text, padding, padding_mask, causal_mask, block }) => {
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
  const read = remember((/** @type {string} */ asked) => pass(JSON.parse(asked)));
  /** @type {Source["find"]} */
  const find = async ({ text, padding, padding_mask, causal_mask, block, root }) => {
    const asked = { text, padding, padding_mask, causal_mask, block },
      found = await read(JSON.stringify(asked));
    if (!found) return null;
    const { tokens, words, mask, projections } = found,
      [q, k, v] = /** @type {Float32Array[]} */ (projections), // they were asked for
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
