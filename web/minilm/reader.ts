// The page's side of the MiniLM worker: loads the model on demand and requests passes.

import { canRun } from "../engine/memory.ts";
import { innerLife } from "../shared/lifecycle.ts";
import { openWorker } from "../shared/worker.ts";
import type { Pass, ReadRequest } from "./pass.ts";
import { type Coming, fetched, forget, type Place, picked } from "./source.ts";
import { WORDS } from "./words.toml";
import type { About } from "./worker.ts";

// `code`: text of the worker.
export type Parts = Place & { code: string; wasm: BufferSource };
// The pass of a text or of two; null if the same caller, `who`, has requested another one since.
export type Read = (who: string, request: ReadRequest) => Promise<Pass | null>;

// file: that the reader picked, or null to fetch it
// onProgress: hears how much has come, from 0 to 1
// signal: ends the worker
export async function openMiniLM(
  parts: Parts,
  file: File | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<{ about: About; read: Read }> {
  if (typeof DecompressionStream !== "function") throw new Error(WORDS.old);
  const life = innerLife(signal),
    worker = conversation(parts, life.signal);
  let coming: Coming | undefined;
  try {
    const loaded = worker.ask({ order: "load", wasm: parts.wasm }, WORDS.damaged);
    loaded.catch(() => {}); // it is waited for below
    coming = file ? picked(file, parts.size) : await fetched(parts, life.signal);
    await Promise.race([loaded, pour(coming.stream, parts.size, worker.send, onProgress)]);
    return { about: (await loaded) as About, read: newestOnly(worker.ask) };
  } catch (error) {
    life.abort(error);
    await coming?.kept;
    signal.throwIfAborted(); // nothing was wrong with what is kept
    const noRoom = error instanceof Error && error.message === WORDS.noRoom;
    if (!file && !noRoom) await forget();
    throw error;
  }
}

async function pour(
  stream: Coming["stream"],
  size: number,
  send: Conversation["send"],
  onProgress: (share: number) => void,
) {
  const reader = stream.getReader();
  for (let had = 0; ; ) {
    const { value } = await reader.read().catch(() => Promise.reject(new Error(WORDS.line)));
    if (!value) break;
    had += value.length;
    onProgress(Math.min(had / size, 1));
    send({ order: "part", bytes: value });
  }
  send({ order: "part", bytes: null });
}

export type Conversation = ReturnType<typeof conversation>;
// Messages to the worker: `ask` waits for an answer, `send` doesn't.
// hear: what it says without being asked
export function conversation(
  { code, wasm }: Pick<Parts, "code" | "wasm">,
  signal: AbortSignal,
  hear: (said: { had?: number; size?: number }) => void = () => {},
) {
  if (!canRun(wasm)) throw new Error(WORDS.noSimd);
  type Answer = {
    number?: number;
    answer?: unknown;
    failed?: string;
    noRoom?: boolean;
    refused?: boolean;
  };
  const open = new Map<
    number,
    { resolve(answer: unknown): void; reject(why: unknown): void; say: string }
  >();
  let numbers = 0;
  const life = innerLife(signal);
  const worker = openWorker(
    code,
    (said: Answer) => {
      const { number, answer, failed, noRoom, refused } = said;
      if (number === undefined) return hear(said as { had?: number; size?: number });
      const pending = open.get(number);
      open.delete(number);
      if (failed === undefined) pending?.resolve(answer);
      else {
        const sentence = refused ? failed : noRoom ? WORDS.noRoom : pending?.say;
        pending?.reject(new Error(sentence, { cause: failed }));
      }
    },
    (message) => life.abort(new Error(WORDS.stopped, { cause: message })),
  );
  life.signal.addEventListener("abort", () => {
    worker.end();
    for (const { reject } of open.values()) reject(life.signal.reason);
  });
  // say: the sentence if it fails
  const ask = (order: object, say: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (life.signal.aborted) return reject(life.signal.reason);
      open.set(++numbers, { resolve, reject, say });
      worker.send({ ...order, number: numbers });
    });
  return { ask, send: worker.send };
}

/** While a text is read, of each reader's others only the newest waits. */
export function newestOnly(ask: Conversation["ask"]): Read {
  type Wish = {
    order: object;
    resolve(pass: Awaited<ReturnType<Read>>): void;
    reject(why: unknown): void;
  };
  const wishes = new Map<string, Wish>();
  let busy = false;
  const next = async () => {
    const [first] = wishes;
    if (busy || !first) return;
    const [who, { order, resolve, reject }] = first;
    wishes.delete(who);
    busy = true;
    await ask(order, WORDS.unread).then((pass) => resolve(pass as Pass | null), reject);
    busy = false;
    next();
  };
  return (who, request) =>
    new Promise((resolve, reject) => {
      wishes.get(who)?.resolve(null);
      wishes.set(who, { order: { order: "read", request }, resolve, reject });
      next();
    });
}
