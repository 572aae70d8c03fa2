// The worker's side of original.ts: the reader's files come as they are, then texts.

import type { MiniLM } from "../minilm/model.ts";
import { type ReadRequest, read } from "../minilm/pass.ts";
import { Tokenizer } from "../minilm/tokenizer.ts";
import type { About as Shown } from "../minilm/worker.ts";
import { configOf } from "./config.ts";
import type { Files } from "./files.ts";
import { headerOf, roomFor } from "./load.ts";
import { opened } from "./open.ts";
import { Refusal, refuse } from "./refusal.ts";
import { keep, type Rest, remove, restore, sizeOf } from "./store.ts";
import { WORDS } from "./words.toml";

let model: MiniLM | undefined;
let tokenizer: Tokenizer;
let rest: Rest;

export type About = Shown & {
  heads: string[];
  layer: string;
  seconds: number;
  memory: number;
  size: number; // of what would be kept
  weights: number;
};

function about(seconds: number): About {
  const { config, fills, bytes, places } = model as MiniLM,
    weights = Object.entries(places).reduce(
      (sum, [name, { size }]) => sum + (name.endsWith(".scale") ? 0 : size),
      0,
    );
  const { heads, layer } = rest,
    size = sizeOf(model as MiniLM);
  return { config, fills, heads, layer, seconds, memory: bytes.length, size, weights };
}

const secondsSince = (began: number) => (performance.now() - began) / 1000;

async function open(files: Files, cased: boolean | null, wasm: BufferSource) {
  const began = performance.now(),
    made = await opened(files, cased, wasm, (had, size) => postMessage({ had, size }));
  if (!("model" in made)) return made;
  ({ model, rest } = made);
  tokenizer = new Tokenizer(rest.vocab, rest.style);
  return about(secondsSince(began));
}

async function again(wasm: BufferSource) {
  const began = performance.now();
  const made = await restore((kept) => {
    const config = configOf(kept.fields);
    if (kept.vocab.length !== config.vocab_size) throw new Error("expected another form");
    const header = headerOf(config, kept.vocab, kept.heads);
    return { kept, model: roomFor(header, wasm) };
  }).catch(async (error) => {
    if (error instanceof Refusal) throw error;
    await remove();
    return refuse(WORDS.lost);
  });
  ({ model, kept: rest } = made);
  tokenizer = new Tokenizer(rest.vocab, rest.style);
  return about(secondsSince(began));
}

export type Order =
  | { order: "open"; number: number; files: Files; cased: boolean | null; wasm: BufferSource }
  | { order: "again"; number: number; wasm: BufferSource }
  | { order: "keep"; number: number }
  | { order: "read"; number: number; request: ReadRequest };
globalThis.onmessage = async ({ data }: MessageEvent<Order>) => {
  const { number } = data;
  const post: (answer: unknown, transfer?: Transferable[]) => void = (answer, transfer = []) =>
    postMessage({ number, answer }, { transfer });
  try {
    if (data.order === "open") post(await open(data.files, data.cased, data.wasm));
    else if (data.order === "again") post(await again(data.wasm));
    else if (data.order === "keep") post(await keep(model as MiniLM, rest).then(() => true));
    else {
      const answer = read(model as MiniLM, tokenizer, data.request);
      post(answer, [answer.states.buffer as ArrayBuffer, answer.weights.buffer as ArrayBuffer]);
    }
  } catch (error) {
    const failed = String((error as Error | null)?.message ?? error);
    postMessage({ number, failed, refused: error instanceof Refusal });
  }
};
