// Where the model's file comes from: the site, what the browser has kept of it, or the reader's
// disk.

import { WORDS } from "./words.js";

const KEPT = "real-bert"; // name of the store

/**
 * `url` has the digest of the file, `size` is the number of its bytes.
 * @typedef {{ url: string, size: number }} Place
 */
/** @typedef {{ stream: ReadableStream<Uint8Array>, kept: Promise<unknown> }} Coming */

/** Of a file that the reader picked. @param {File} file @param {number} size @returns {Coming} */
export function picked(file, size) {
  if (file.size !== size) throw new Error(WORDS.other(file.name, file.size, size));
  return { stream: file.stream(), kept: Promise.resolve() };
}

/**
 * A browser's cache forgets large files early; its store keeps them where a page may have one.
 * @param {Place} place @param {AbortSignal} signal @returns {Promise<Coming>}
 */
export async function fetched({ url }, signal) {
  const store = await globalThis.caches?.open(KEPT).catch(() => undefined),
    had = await store?.match(url);
  const answer =
    had ??
    (await fetch(url, { signal }).catch(() => {
      signal.throwIfAborted();
      throw new Error(WORDS.line);
    }));
  if (!answer.ok || !answer.body) throw new Error(WORDS.missing);
  if (had || !store) return { stream: answer.body, kept: Promise.resolve() };
  for (const older of await store.keys()) await store.delete(older);
  const kept = store.put(url, answer.clone()).catch(() => {}); // full, or not allowed
  return { stream: answer.body, kept };
}

/** Whether the browser has kept it. @param {string} url */
export const isKept = async (url) =>
  Boolean(await globalThis.caches?.match(url, { cacheName: KEPT }).catch(() => undefined));

/** What is kept may be what is wrong. */
export const forget = () => globalThis.caches?.delete(KEPT).catch(() => false);
