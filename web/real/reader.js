// A released BERT in a worker of the page: it comes when somebody asks for it, and reads texts.

/** @import { Coming, Place } from "./source.js" */
/** @import { About, Asked, Pass } from "./worker.js" */

import { innerLife } from "../shared/lifecycle.js";
import { openWorker } from "../shared/worker.js";
import { fetched, forget, picked } from "./source.js";
import { WORDS } from "./words.js";

/** `code`: text of the worker. @typedef {Place & { code: string, wasm: BufferSource }} Parts */
/**
 * The pass of a text or of two; null if the same reader, `who`, has asked for another one since.
 * @typedef {(who: string, asked: Asked) => Promise<Pass | null>} Read
 */

/**
 * @param {Parts} parts
 * @param {File | null} file that the reader picked, or null to fetch it
 * @param {(share: number) => void} told hears how much has come, from 0 to 1
 * @param {AbortSignal} signal ends the worker
 * @returns {Promise<{ about: About, read: Read }>}
 */
export async function openReal(parts, file, told, signal) {
  if (typeof DecompressionStream !== "function") throw new Error(WORDS.old);
  const life = innerLife(signal),
    worker = conversation(parts.code, life.signal);
  /** @type {Coming | undefined} */
  let coming;
  try {
    const loaded = worker.ask({ order: "load", wasm: parts.wasm }, WORDS.damaged);
    loaded.catch(() => {}); // it is waited for below
    coming = file ? picked(file, parts.size) : await fetched(parts, life.signal);
    await Promise.race([loaded, pour(coming.stream, parts.size, worker.send, told)]);
    return { about: /** @type {About} */ (await loaded), read: newestOnly(worker.ask) };
  } catch (error) {
    life.abort(error);
    await coming?.kept;
    signal.throwIfAborted(); // nothing was wrong with what is kept
    const noRoom = error instanceof Error && error.message === WORDS.noRoom;
    if (!file && !noRoom) await forget();
    throw error;
  }
}

/**
 * @param {Coming["stream"]} stream @param {number} size @param {Conversation["send"]} send
 * @param {(share: number) => void} told
 */
async function pour(stream, size, send, told) {
  const reader = stream.getReader();
  for (let had = 0; ; ) {
    const { value } = await reader.read().catch(() => Promise.reject(new Error(WORDS.line)));
    if (!value) break;
    had += value.length;
    told(Math.min(had / size, 1));
    send({ order: "part", bytes: value });
  }
  send({ order: "part", bytes: null });
}

/** @typedef {ReturnType<typeof conversation>} Conversation */
/**
 * Orders that have an answer, and others.
 * @param {string} code @param {AbortSignal} signal
 */
function conversation(code, signal) {
  /** @typedef {{ number: number, answer?: unknown, failed?: string, noRoom?: boolean }} Answer */
  /** @type {Map<number, { resolve(answer: unknown): void, reject(why: unknown): void, say: string }>} */
  const open = new Map();
  let numbers = 0;
  const fail = (/** @type {unknown} */ why) => {
    for (const { reject } of open.values()) reject(why);
    open.clear();
  };
  const worker = openWorker(
    code,
    (/** @type {Answer} */ { number, answer, failed, noRoom }) => {
      const asked = open.get(number);
      open.delete(number);
      if (failed === undefined) asked?.resolve(answer);
      else asked?.reject(new Error(noRoom ? WORDS.noRoom : asked.say, { cause: failed }));
    },
    (message) => fail(new Error(WORDS.stopped, { cause: message })),
  );
  signal.addEventListener("abort", () => {
    worker.end();
    fail(signal.reason);
  });
  /**
   * @param {object} order @param {string} say the sentence if it fails
   * @returns {Promise<unknown>}
   */
  const ask = (order, say) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      open.set(++numbers, { resolve, reject, say });
      worker.send({ ...order, number: numbers });
    });
  return { ask, send: worker.send };
}

/** While a text is read, of each reader's others only the newest waits. */
/** @param {Conversation["ask"]} ask @returns {Read} */
function newestOnly(ask) {
  /** @typedef {{ order: object, resolve(pass: any): void, reject(why: unknown): void }} Wish */
  /** @type {Map<string, Wish>} */
  const wishes = new Map();
  let busy = false;
  const next = async () => {
    const [first] = wishes;
    if (busy || !first) return;
    const [who, { order, resolve, reject }] = first;
    wishes.delete(who);
    busy = true;
    await ask(order, WORDS.unread).then(resolve, reject);
    busy = false;
    next();
  };
  return (who, asked) =>
    new Promise((resolve, reject) => {
      wishes.get(who)?.resolve(null);
      wishes.set(who, { order: { order: "read", asked }, resolve, reject });
      next();
    });
}
