// The worker's end of reader.js: the file comes in parts, then texts do, each with a number that
// its answer bears.

/** @import { Cut } from "../bert/pass.js" */
/** @import { Texts } from "./input.js" */
/** @import { Gap } from "./gaps.js" */
/** @import { RealBERT } from "./model.js" */

import { gapsOf } from "./gaps.js";
import { encode } from "./input.js";
import { projections, tableRows } from "./inside.js";
import { hasSimd, NoRoom } from "./kernels.js";
import { load } from "./model.js";
import { byPosition } from "./others.js";
import { Tokenizer } from "./tokenizer.js";

const MOST = 128; // tokens
/** @type {ReadableStreamDefaultController} */
let feed;
/** @type {RealBERT} */
let model;
/** @type {Tokenizer} */
let tokenizer;

/**
 * Texts; entries of the attention that are closed; whether the queries, keys and values of a block,
 * the tokens' rows of the table, or the attention of other texts as long, are wanted, too.
 * @typedef {Texts & { cut?: Cut[], block?: number, table?: boolean, position?: boolean }} Asked
 */
/**
 * What a pass leaves: `tokens`, which are `typed` with what is hidden behind [MASK], and the rest
 * of input.js; states (num_blks + 1, T, D), attention weights (num_blks, N, T, T); if they were
 * asked for, `projections` (3, N, T, K), `table` (T, D), and `position`, mean weights of other texts
 * as long. With a [MASK] in it the gap filler's adapter is on, and `gaps` are its guesses.
 * @typedef {{ tokens: string[], typed: string[], words: number[], segments: number[], left: number,
 *   gaps: Gap[], states: Float32Array, weights: Float32Array, projections?: Float32Array[],
 *   table?: Float32Array, position?: Float32Array }} Pass
 */
/** `fills`: whether the gap filler is there. @typedef {{ simd: boolean, config: RealBERT["config"], fills: boolean }} About */

/** @param {BufferSource} wasm @returns {Promise<About>} */
async function begin(wasm) {
  const file = new ReadableStream({
    start(controller) {
      feed = controller;
    },
  });
  const simd = hasSimd(wasm);
  model = await load(file.pipeThrough(new DecompressionStream("gzip")), simd ? wasm : null, MOST);
  tokenizer = new Tokenizer(model.vocab);
  return { simd, config: model.config, fills: model.rank > 0 };
}

/** @param {Asked} asked @returns {Pass} */
function read({ cut, block, table, position, ...texts }) {
  const { ids, typed, ...rest } = encode(tokenizer, model.most, texts),
    piecesOf = (/** @type {number[]} */ all) => all.map((id) => model.vocab[id]),
    MASK = tokenizer.idOf("[MASK]"),
    masks = [...ids.keys()].filter((t) => ids[t] === MASK),
    filling = model.rank > 0 && masks.length > 0;
  model.run(ids, rest.segments, cut, filling);
  return {
    ...{ ...rest, tokens: piecesOf(ids), typed: piecesOf(typed) },
    gaps: filling ? gapsOf(model, masks) : [],
    ...{ states: model.states(), weights: model.weights() },
    ...(block !== undefined && { projections: projections(model, block) }),
    ...(table && { table: tableRows(model, ids) }),
    ...(position && { position: byPosition(model, tokenizer, ids, rest.segments, filling) }),
  };
}

/**
 * @typedef {{ order: "load", number: number, wasm: BufferSource } |
 *   { order: "part", bytes: Uint8Array | null } |
 *   { order: "read", number: number, asked: Asked }} Order
 */
/** @param {MessageEvent<Order>} message */
globalThis.onmessage = async ({ data }) => {
  /** @type {(answer: object, transfer?: ArrayBufferLike[]) => void} */
  const post = (answer, transfer = []) => /** @type {any} */ (postMessage)(answer, transfer);
  if (data.order === "part") {
    try {
      if (data.bytes) feed.enqueue(data.bytes);
      else feed.close();
    } catch {
      // loading has failed, and has said so
    }
    return;
  }
  const { number } = data;
  try {
    if (data.order === "load") post({ number, answer: await begin(data.wasm) });
    else {
      const answer = read(data.asked);
      post({ number, answer }, [answer.states.buffer, answer.weights.buffer]);
    }
  } catch (error) {
    const failed = String(/** @type {Error | null} */ (error)?.message ?? error);
    post({ number, failed, noRoom: error instanceof NoRoom });
  }
};
