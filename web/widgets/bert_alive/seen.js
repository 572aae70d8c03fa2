// What BertAlive shows: one pass of the reader's text, whole and with what is cut. Nothing here
// knows of a page.

import { cutsWithin, forwardPass, largest, reads } from "../../bert/pass.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { Cut, Input, Pass, Trace } from "../../bert/pass.js"
 * @import { Stop } from "./tour.js"
 * @typedef {object} Seen
 * @property {BERTModel} bert
 * @property {Input} input
 * @property {Pass} plain the pass without cuts
 * @property {Pass} pass the one with them
 * @property {Cut[]} own the reader's cuts that this model has
 * @property {Cut[]} cuts with the tour's
 */

// What a stop of the tour traces in this pass, and what it cuts.
/**
 * @param {Stop | undefined} stop @param {Pass} plain
 * @returns {{ trace: Trace | null, cuts: Cut[] }}
 */
export function stopIn(stop, plain) {
  if (stop?.trace === undefined) return { trace: null, cuts: [] };
  const query = plain.masks[0] ?? Math.min(1, plain.T - 1);
  const [key] = largest(reads(plain.blocks[stop.trace], plain.T, query), 1);
  return {
    trace: { query, block: stop.trace },
    cuts: stop.cut ? [[stop.trace, -1, query, key]] : [],
  };
}

/**
 * @param {BERTModel} bert @param {Input} input @param {Cut[]} cut @param {Stop | undefined} stop
 * @returns {Seen}
 */
export function see(bert, input, cut, stop) {
  const plain = forwardPass(bert, input),
    own = cutsWithin(cut, bert.config, plain.T),
    cuts = [...own, ...stopIn(stop, plain).cuts];
  const pass = cuts.length ? forwardPass(bert, input, cuts) : plain;
  return { bert, input, plain, pass, own, cuts };
}
