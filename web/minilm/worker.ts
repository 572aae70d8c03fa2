// The worker's side of reader.ts: receives the file in parts, then texts, each with a number that
// its answer repeats.

import type { Cut } from "../bert/close.ts";
import { type Gap, gapsOf } from "./gaps.ts";
import { encode, type Texts } from "./input.ts";
import { hasSimd, NoRoom } from "./kernels.ts";
import { lastBlocks, untrained } from "./learning.ts";
import { load, type MiniLM } from "./model.ts";
import { projections, tableRows } from "./pass_extras.ts";
import { positionBaseline } from "./position_baseline.ts";
import { Tokenizer } from "./tokenizer.ts";

const MOST = 128; // tokens
let feed: ReadableStreamDefaultController;
let model: MiniLM;
let tokenizer: Tokenizer;
let twin: () => MiniLM; // made when it is first asked for

// Texts; entries of the attention that are closed; whether the queries, keys and values of a block,
// the tokens' rows of the table, or the attention of other texts as long, are wanted, too.
export type ReadRequest = Texts & {
  cut?: Cut[];
  block?: number;
  table?: boolean;
  position?: boolean;
  untrained?: boolean;
  learning?: number;
};
// What a pass leaves: `tokens`, which are `typed` with what is hidden behind [MASK], and the rest
// of input.ts; states (num_blks + 1, T, D), attention weights (num_blks, N, T, T); if they were
// asked for, `projections` (3, N, T, K), `table` (T, D), and `position`, mean weights of other texts
// as long. With a [MASK] in it the gap filler's adapter is on, and `gaps` are its guesses.
export type Pass = {
  tokens: string[];
  typed: string[];
  words: number[];
  segments: number[];
  left: number;
  gaps: Gap[];
  states: Float32Array;
  weights: Float32Array;
  projections?: Float32Array[];
  table?: Float32Array;
  position?: Float32Array;
  learning?: Record<string, Float32Array>;
};
// `fills`: whether the gap filler is there.
export type About = { simd: boolean; config: MiniLM["config"]; fills: boolean };

async function begin(wasm: BufferSource): Promise<About> {
  const file = new ReadableStream({
    start(controller) {
      feed = controller;
    },
  });
  const simd = hasSimd(wasm);
  model = await load(file.pipeThrough(new DecompressionStream("gzip")), simd ? wasm : null, MOST);
  tokenizer = new Tokenizer(model.vocab);
  let made: MiniLM | undefined;
  twin = () => {
    made ??= untrained(model, simd ? wasm : null);
    return made;
  };
  return { simd, config: model.config, fills: model.rank > 0 };
}

function read({ untrained, ...request }: ReadRequest): Pass {
  return readWith(untrained ? twin() : model, request);
}
function readWith(
  model: MiniLM,
  { cut, block, table, position, learning, ...texts }: Omit<ReadRequest, "untrained">,
): Pass {
  const { ids, typed, ...rest } = encode(tokenizer, model.most, texts),
    piecesOf = (all: number[]) => all.map((id) => model.vocab[id]),
    MASK = tokenizer.idOf("[MASK]"),
    masks = [...ids.keys()].filter((t) => ids[t] === MASK),
    filling = model.rank > 0 && masks.length > 0;
  model.run(ids, rest.segments, cut, filling);
  return {
    ...{ ...rest, tokens: piecesOf(ids), typed: piecesOf(typed) },
    gaps: filling ? gapsOf(model, masks, ids, typed) : [],
    ...{ states: model.states(), weights: model.weights() },
    ...(block !== undefined && { projections: projections(model, block) }),
    ...(table && { table: tableRows(model, ids) }),
    ...(position && { position: positionBaseline(model, tokenizer, ids, rest.segments, filling) }),
    ...(learning && { learning: lastBlocks(model, learning) }),
  };
}

export type Order =
  | { order: "load"; number: number; wasm: BufferSource }
  | { order: "part"; bytes: Uint8Array | null }
  | { order: "read"; number: number; request: ReadRequest };
globalThis.onmessage = async ({ data }: MessageEvent<Order>) => {
  const post: (answer: object, transfer?: Transferable[]) => void = (answer, transfer = []) =>
    postMessage(answer, { transfer });
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
      const answer = read(data.request);
      post({ number, answer }, [
        answer.states.buffer as ArrayBuffer,
        answer.weights.buffer as ArrayBuffer,
      ]);
    }
  } catch (error) {
    const failed = String((error as Error | null)?.message ?? error);
    post({ number, failed, noRoom: error instanceof NoRoom });
  }
};
