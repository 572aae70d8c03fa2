// The worker's end of reader.js: the file comes in parts, then texts do, each with a number that
// its answer bears.

/** @import { RealBERT } from "./model.js" */

import { encode } from "./input.js";
import { hasSimd } from "./kernels.js";
import { load } from "./model.js";
import { Tokenizer } from "./tokenizer.js";

const MOST = 128; // tokens
/** @type {ReadableStreamDefaultController} */
let feed;
/** @type {RealBERT} */
let model;
/** @type {Tokenizer} */
let tokenizer;

/**
 * What a pass leaves: states (num_blks + 1, T, D), attention weights (num_blks, N, T, T), and how
 * many pieces there was no room for.
 * @typedef {{ tokens: string[], segments: number[], left: number, states: Float32Array,
 *   weights: Float32Array }} Pass
 */
/** @typedef {{ simd: boolean, config: RealBERT["config"] }} About */

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
  return { simd, config: model.config };
}

/** @param {string} first @param {string} second @returns {Pass} */
function read(first, second) {
  const { ids, segments, left } = encode(tokenizer, model.most, first, second);
  model.run(ids, segments);
  const tokens = ids.map((id) => model.vocab[id]);
  return { tokens, segments, left, states: model.states(), weights: model.weights() };
}

/**
 * @typedef {{ order: "load", number: number, wasm: BufferSource } |
 *   { order: "part", bytes: Uint8Array | null } |
 *   { order: "read", number: number, first: string, second: string }} Order
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
      const answer = read(data.first, data.second);
      post({ number, answer }, [answer.states.buffer, answer.weights.buffer]);
    }
  } catch (error) {
    post({ number, failed: String(/** @type {Error | null} */ (error)?.message ?? error) });
  }
};
