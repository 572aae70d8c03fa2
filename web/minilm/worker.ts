// The worker's side of reader.ts: receives the file in parts, then texts, each with a number that
// its answer repeats.

import { NoRoom } from "../engine/memory.ts";
import { untrained } from "./learning.ts";
import { load, type MiniLM } from "./model.ts";
import { type ReadRequest, read } from "./pass.ts";
import { Tokenizer } from "./tokenizer.ts";

const MOST = 128; // tokens
let feed: ReadableStreamDefaultController;
let model: MiniLM;
let tokenizer: Tokenizer;
let twin: () => MiniLM; // made when it is first asked for

// `fills`: whether the gap filler is there.
export type About = { config: MiniLM["config"]; fills: boolean };

async function begin(wasm: BufferSource): Promise<About> {
  const file = new ReadableStream({
    start(controller) {
      feed = controller;
    },
  });
  model = await load(file.pipeThrough(new DecompressionStream("gzip")), wasm, MOST);
  tokenizer = new Tokenizer(model.vocab);
  let made: MiniLM | undefined;
  twin = () => {
    made ??= untrained(model, wasm);
    return made;
  };
  return { config: model.config, fills: model.fills };
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
      const { untrained, ...request } = data.request,
        answer = read(untrained ? twin() : model, tokenizer, request);
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
